import Codecs
import DemonstrationMessages
import PhotoModel
import Pixels
import Testing
@testable import Demonstration

struct StoryTests {
    @Test(arguments: [1, 2, 5, 9, 12, 40, 300, 2000]) func asManyPhotographsAsAskedFor(_ photos: Int) {
        let story = Story(photos: photos, seed: 1, longestSide: 100)
        #expect(story.shots.count { $0.kind != .video } == photos)
        #expect(Set(story.shots.map(\.filename)).count == story.shots.count)
        #expect(story.shots.map(\.number) == Array(1...story.shots.count))
        #expect(story.shots.allSatisfy { $0.date.day.year >= 2016 && ($0.date.day.year, $0.date.day.month) <= (2026, 10) })
    }

    @Test func tenYearsAreFull() {
        let story = Story(photos: 300, seed: DemonstrationOrder.usualSeed, longestSide: 100)
        #expect(Set(story.shots.map(\.date.day.year)).isSuperset(of: 2017...2026))
        #expect(Set(story.shots.map(\.scene)).isSuperset(of: Scene.allCases), "every scene is there")
        for kind in [Shot.Kind.live, .panorama, .screenshot, .raw, .edited, .video] { #expect(story.shots.contains { $0.kind == kind }, "\(kind)") }
        #expect(Set(story.shots.compactMap(\.place?.name)).count > 15)
    }

    @Test(arguments: [(1970, 1, 1, 0), (2000, 2, 29, 11_016), (2016, 12, 31, 17_166), (2024, 3, 1, 19_783), (1969, 12, 31, -1)])
    func daysAndDatesAreInverse(_ year: Int, _ month: Int, _ day: Int, _ days: Int) {
        #expect(CivilDate(year: year, month: month, day: day).daysSince1970 == days)
        let date = WallClock(days: days, seconds: 3661.25)
        #expect(date.day == CivilDate(year: year, month: month, day: day))
        #expect(date.iso.hasSuffix("T01:01:01") && date.fraction == "250")
    }

    @Test func seasonsAreTheOtherWayRoundInTheSouth() {
        #expect(Mood(hour: 12, month: 1, isSouthern: false).season == .winter && Mood(hour: 12, month: 1, isSouthern: true).season == .summer)
        #expect(Mood(hour: 12, month: 4, isSouthern: false).season == .spring && Mood(hour: 12, month: 10, isSouthern: false).season == .autumn)
        #expect(Mood(hour: 12, month: 7, isSouthern: true).season == .winter && Mood(hour: 2, month: 7, isSouthern: true).time == .night)
    }

    /// The decoder's turn undoes ours: red stays at the top left.
    @Test(arguments: 1...8) func storedPixelsAreTurnedBack(_ orientation: Int) throws {
        let width = 48, height = 32
        var upright = [UInt8](repeating: 255, count: width * height * 4)
        for y in 0..<height { for x in 0..<width where x >= width / 2 || y >= height / 2 { upright[(y * width + x) * 4] = 0 } }
        for y in 0..<height {
            for x in 0..<width
            where x < width / 2
                && y < height / 2
            { upright.replaceSubrange((y * width + x) * 4 + 1..<(y * width + x) * 4 + 3, with: [0, 0]) }
        }
        let stored = StoredPixels(upright, width: width, height: height, orientation: orientation)
        let codec = Codec()
        let jpeg = try codec.encode(
            PixelImage(
                width: stored.width, height: stored.height, bytesPerRow: stored.width * 4, pixels: stored.bytes,
                hasAlpha: false), as: .jpeg(quality: 95))
        var shot = try #require(Story(photos: 1, seed: 1, longestSide: 64).shots.first { $0.kind != .video })
        shot.orientation = orientation
        let file = Containers.jpeg(jpeg.bytes, exif: ExifFacts(shot).block(), xmp: nil)
        let shown = try file.withUnsafeBytes { bytes in try codec.render(bytes, name: "turned.jpg", RenderRequest()) }
        try #require(shown.width == width && shown.height == height)
        func red(_ x: Int, _ y: Int) -> Bool {
            let at = y * shown.bytesPerRow + x * 4
            return shown.pixels[at] > 200 && shown.pixels[at + 1] < 60
        }
        #expect(red(8, 8) && !red(40, 8) && !red(8, 26) && !red(40, 26))
    }
}
