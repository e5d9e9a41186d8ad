import Pixels
import Testing

@testable import Codecs

@Suite struct OrientationTests {
    private let codec = Codec()

    @Test(arguments: 1...8) func everyRenditionOfAJPEGIsUpright(orientation: Int) throws {
        let stored = Quadrants.stored(402, 268, orientation: orientation)
        let file = FileBuilder.withOrientation(orientation, try codec.jpeg(stored))
        var options = ExamineOptions()
        options.previewSide = 300
        let examined = try codec.examine(file, "turned.jpg", options)
        #expect(examined.facts.orientation == orientation)
        let preview = try #require(examined.preview), thumbnail = try #require(examined.thumbnail)
        #expect((preview.width, preview.height) == (300, 200))
        #expect((thumbnail.width, thumbnail.height) == (256, 171))
        Quadrants.expectUpright(try codec.render(preview.bytes), "preview")
        Quadrants.expectUpright(try codec.render(thumbnail.bytes), "thumbnail")
        Quadrants.expectUpright(try #require(thumbnail.quarters))
        for (name, request) in [("full", RenderRequest()), ("fitted", RenderRequest(120, 120)), ("near", RenderRequest(100, 100, exact: false))] {
            Quadrants.expectUpright(try codec.render(file, request), name)
        }
    }

    @Test(arguments: 1...8) func aRequestedOrientationReplacesTheFiles(orientation: Int) throws {
        let stored = Quadrants.stored(96, 64, orientation: orientation)
        var request = RenderRequest()
        request.orientation = orientation
        for format in [EncodedFormat.png, .jpeg(quality: 95)] {
            let file = FileBuilder.withOrientation(3, try codec.encode(stored, as: format).bytes)
            let bytes = format == .png ? try codec.encode(stored, as: .png).bytes : file
            let image = try codec.render(bytes, request)
            #expect((image.width, image.height) == (96, 64))
            Quadrants.expectUpright(image, "\(format)")
        }
    }

    @Test(arguments: 1...8) func aTIFFIsUpright(orientation: Int) throws {
        let file = FileBuilder.tiff(Quadrants.source(90, 60, orientation: orientation), orientation: orientation)
        let examined = try codec.examine(file, "turned.tiff")
        Quadrants.expectUpright(try codec.render(try #require(examined.preview).bytes))
        let image = try codec.render(file, RenderRequest(45, 45))
        #expect((image.width, image.height) == (45, 30))
        Quadrants.expectUpright(image)
    }

    @Test(arguments: [(0, 1), (90, 6), (180, 3), (270, 8)]) func aFilmsStillIsUpright(rotation: Int, orientation: Int) throws {
        let frame = try codec.jpeg(Quadrants.stored(160, 96, orientation: orientation))
        let size = orientation >= 5 ? (96, 160) : (160, 96)
        let file = FileBuilder.movie([frame], width: size.0, height: size.1, rotation: rotation)
        let examined = try codec.examine(file, "turned.mov")
        #expect(examined.facts.orientation == orientation)
        let preview = try #require(examined.preview)
        #expect((preview.width, preview.height) == (160, 96))
        Quadrants.expectUpright(try codec.render(preview.bytes), tolerance: 8)
    }

    @Test(arguments: [1, 3, 6, 8]) func aDevelopedRAWIsUpright(orientation: Int) throws {
        let file = FileBuilder.dng(Quadrants.source(160, 120, orientation: orientation), orientation: orientation)
        let examined = try codec.examine(file, "turned.dng")
        #expect(examined.facts.kind == .rawImage)
        let image = try codec.render(try #require(examined.preview).bytes)
        #expect(abs(image.width - 160) <= 8 && abs(image.height - 120) <= 8)
        // Developing changes the tones: the strongest component of each quarter must still be its own.
        let (a, b, c) = (image.color(0.25, 0.25), image.color(0.75, 0.25), image.color(0.25, 0.75))
        #expect(a.red > a.green && a.red > a.blue)
        #expect(b.green > b.red && b.green > b.blue)
        #expect(c.blue > c.red && c.blue > c.green)
    }

    @Test func turnsComposeAsPixelsDo() {
        // A 2 × 3 picture whose pixels are numbered shows every difference.
        func apply(_ turn: OrientationTransform, _ rows: [[Int]]) -> [[Int]] {
            var rows = rows
            if turn.mirrorsColumns { rows = rows.map { $0.reversed() } }
            if turn.mirrorsRows { rows = rows.reversed() }
            return turn.transposes ? rows[0].indices.map { x in rows.map { $0[x] } } : rows
        }
        let picture = [[1, 2], [3, 4], [5, 6]]
        for first in 1...8 {
            #expect(OrientationTransform(orientation: first).orientation == first)
            for second in 1...8 {
                let a = OrientationTransform(orientation: first), b = OrientationTransform(orientation: second)
                #expect(apply(b, apply(a, picture)) == apply(a.followed(by: b), picture), "\(first) then \(second)")
            }
        }
    }
}
