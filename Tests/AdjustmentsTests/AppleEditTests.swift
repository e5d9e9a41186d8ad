import Adjustments
import Foundation
import Testing

/// Crops that Apple's Photos made, as adjustments of ours.
@Suite struct AppleEditTests {
    /// Packed, but not made smaller: one block of what DEFLATE calls stored.
    private static func packed(_ json: String) -> Data {
        let bytes = Array(json.utf8), length = UInt16(truncatingIfNeeded: bytes.count)
        return Data([1, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)] + bytes)
    }

    private static func crop(_ more: String = "", width: Any = 400) -> String {
        #"{"identifier": "Crop", "settings": {"xOrigin": 100, "yOrigin": 50, "width": \#(width), "height": 300, "constraintWidth": 0}\#(more)}"#
    }

    private static func edit(_ steps: String, _ metadata: String = #""masterWidth": 1000, "masterHeight": 500, "orientation": 1"#) -> String {
        #"{"versionInfo": {"platform": "iOS"}, "formatVersion": 1, "metadata": {\#(metadata)}, "adjustments": [\#(steps)]}"#
    }

    private static func read(_ json: String, _ version: String = "1.4") -> PhotoAdjustments? { PhotoAdjustments(appleData: packed(json), formatVersion: version) }

    @Test func `a crop is counted from below, in pixels of the original`() {
        var wanted = PhotoAdjustments()
        wanted.crop = .init(x: 0.1, y: 0.3, width: 0.4, height: 0.6)
        let off = #", {"identifier": "SmartTone", "enabled": false, "settings": {"inputLight": 0.5}}"#
        for json in [
            Self.edit(Self.crop()), Self.edit(Self.crop(#", "enabled": true"#)), Self.edit(Self.crop(#", "auto": {"auto": {"straightenAngle": 4.5}}"#)),
            Self.edit(Self.crop() + off),
            Self.edit(Self.crop(), #""masterWidth": 1000, "masterHeight": 500"#),
        ] {
            #expect(Self.read(json) == wanted, "\(json)")
        }
    }

    @Test func `what does more or can't be told is not ours`() {
        let light = #", {"identifier": "SmartTone", "enabled": true, "settings": {"inputLight": 0.5}}"#
        for json in [
            Self.edit(Self.crop() + light), Self.edit(Self.crop(#", "enabled": false"#)), Self.edit(""), Self.edit(Self.crop() + ", " + Self.crop()),
            Self.edit(Self.crop(), #""masterWidth": 1000, "masterHeight": 500, "orientation": 6"#), Self.edit(Self.crop(), #""masterWidth": 0, "masterHeight": 500"#),
            Self.edit(Self.crop(), #""masterWidth": 300, "masterHeight": 500"#), Self.edit(Self.crop(width: -4)), Self.edit(Self.crop(width: 1e300)),
            Self.edit(Self.crop(width: #""x""#)),
            Self.edit(#"{"identifier": "Crop", "settings": {"xOrigin": 0, "yOrigin": 0, "width": 400, "height": 300, "straightenAngle": 2.5}}"#),
            Self.edit(#"{"identifier": "Crop", "settings": {"xOrigin": 0, "yOrigin": 0, "width": 1000, "height": 500, "straightenAngle": 0.1}}"#),
            Self.edit(#"{"identifier": "Crop", "settings": {"xOrigin": 0, "yOrigin": 0, "width": 1000, "height": 500}}"#), Self.edit(#"{"identifier": "Crop"}"#),
            Self.edit(#"{"settings": {}}"#), "[]", "", String(repeating: "[", count: 60_000),
        ] {
            #expect(Self.read(json) == nil, "\(json.prefix(200))")
        }
        #expect(Self.read(Self.edit(Self.crop()), "2.0") == nil && Self.read(Self.edit(Self.crop()), "") == nil)
    }

    private static func keyFrame(_ value: Any = 1740, _ scale: Any = 600, _ more: String = #", "flags": 1, "epoch": 0"#, enabled: String = "") -> String {
        #"{"identifier": "LivePhotoKeyFrame", "formatIdentifier": "com.apple.photo", "settings": {"time": {"value": \#(value), "timescale": \#(scale)\#(more)}}\#(enabled)}"#
    }

    @Test func `a key frame is a moment of the movie, with a crop and without sound or alone`() {
        let mute = #"{"identifier": "Mute", "enabled": true, "settings": {}}"#
        var wanted = PhotoAdjustments()
        wanted.keyFrame = 2.9
        #expect(Self.read(Self.edit(Self.keyFrame())) == wanted && Self.read(Self.edit(Self.keyFrame(29, 10, ""))) == wanted)
        wanted.isMuted = true
        #expect(Self.read(Self.edit(Self.keyFrame() + ", " + mute)) == wanted)
        wanted.crop = .init(x: 0.1, y: 0.3, width: 0.4, height: 0.6)
        #expect(Self.read(Self.edit([mute, Self.crop(), Self.keyFrame()].joined(separator: ", "))) == wanted)
        wanted.keyFrame = nil
        #expect(Self.read(Self.edit([mute, Self.crop(), Self.keyFrame(enabled: #", "enabled": false"#)].joined(separator: ", "))) == wanted)
        // Nothing, negative, too late, endless, no moment at all, and two of them.
        for steps in [
            Self.keyFrame(1, 0), Self.keyFrame(-1), Self.keyFrame(1e300), Self.keyFrame(1, 600, #", "flags": 5"#), Self.keyFrame(1, 600, #", "flags": 0"#),
            Self.keyFrame(#""x""#), #"{"identifier": "LivePhotoKeyFrame", "settings": {}}"#, Self.keyFrame() + ", " + Self.keyFrame(),
        ] {
            #expect(Self.read(Self.edit(steps)) == nil, "\(steps)")
        }
    }

    @Test func `what is packed wrongly or would fill memory is refused`() {
        let data = Self.packed(Self.edit(Self.crop()))
        for length in 0..<data.count { #expect(PhotoAdjustments(appleData: data.prefix(length), formatVersion: "1.4") == nil) }
        #expect(PhotoAdjustments(appleData: Data(count: 2 << 20), formatVersion: "1.4") == nil)
        // Blocks of 64 KB of blanks, one behind the other: 2 MB of them.
        let block: [UInt8] = [0, 0xFF, 0xFF, 0, 0] + [UInt8](repeating: 0x20, count: 0xFFFF)
        #expect(PhotoAdjustments(appleData: Data((0..<15).flatMap { _ in block }) + data, formatVersion: "1.4") != nil, "blanks before JSON are allowed")
        #expect(PhotoAdjustments(appleData: Data((0..<32).flatMap { _ in block }) + data, formatVersion: "1.4") == nil)
    }

    // MARK: Where the picture is known

    private static func read(
        _ steps: String, as orientation: Int?, pipeline: Bool = true, size: String = #""masterWidth": 1000, "masterHeight": 500"#, shown: (width: Int, height: Int)? = nil,
        of picture: PhotoAdjustments.StoredPicture
    ) -> PhotoAdjustments? {
        let metadata = size + (orientation.map { #", "orientation": \#($0)"# } ?? "") + (pipeline ? #", "pipelineVersion": "OSX.4""# : "")
        return PhotoAdjustments(appleData: packed(edit(steps, metadata)), formatVersion: "1.4", shown: shown) { picture }
    }

    private static func stored(_ orientation: Int) -> PhotoAdjustments.StoredPicture { .init(width: 1000, height: 500, orientation: orientation) }

    @Test func `another orientation than the file's is a turn`() {
        // Upright, then turned: by EXIF's numbers.
        for (from, to, flips, rotation) in [
            (1, 6, false, 90), (1, 3, false, 180), (1, 8, false, 270), (6, 3, false, 90), (6, 1, false, 270), (3, 8, false, 90), (1, 2, true, 0), (6, 5, true, 0),
        ] {
            let turned = Self.read("", as: to, of: Self.stored(from))
            #expect(turned?.rotation == rotation && turned?.isFlipped == flips && turned?.crop == .all, "\(from) \(to) \(String(describing: turned))")
        }
        for same in [1, 3, 6] {
            #expect(
                Self.read("", as: same, of: Self.stored(same)) == nil && Self.read("", as: nil, of: Self.stored(same)) == nil && Self.read("", as: 0, of: Self.stored(same)) == nil)
        }
        #expect(Self.read("", as: 9, of: Self.stored(1)) == nil && Self.read("", as: 6, size: #""masterWidth": 90, "masterHeight": 50"#, of: Self.stored(1)) == nil)
        // Newer programs give the upright picture's size, which a turn does not depend on.
        #expect(Self.read("", as: 3, pipeline: false, size: #""masterWidth": 500, "masterHeight": 1000"#, of: Self.stored(6))?.rotation == 90)
    }

    @Test func `a crop of a picture that lies is counted in it as it is stored`() throws {
        // 100 to 500 from the left and 150 to 450 from the top of 1000 by 500 as stored.
        let upsideDown = try #require(Self.read(Self.crop(), as: 3, of: Self.stored(3)))
        #expect(upsideDown.crop == .init(x: 0.5, y: 0.1, width: 0.4, height: 0.6) && upsideDown.rotation == 0)
        let lying = try #require(Self.read(Self.crop(), as: 6, pipeline: false, of: Self.stored(6)))
        #expect(lying.crop == .init(x: 0.1, y: 0.1, width: 0.6, height: 0.4))
        let turned = try #require(Self.read(Self.crop(), as: 8, of: Self.stored(1)))
        var wanted = PhotoAdjustments()
        wanted.crop = .init(x: 0.1, y: 0.3, width: 0.4, height: 0.6)
        for _ in 0..<3 { wanted.rotateClockwise() }
        #expect(turned == wanted)
        // Where it is counted from can't be told.
        #expect(Self.read(Self.crop(), as: 3, pipeline: false, of: Self.stored(3)) == nil)
        #expect(Self.read(Self.crop(), as: 6, size: #""masterWidth": 500, "masterHeight": 1000"#, of: Self.stored(6)) == nil)
        #expect(Self.read(Self.crop(), as: 6, pipeline: false, size: #""masterWidth": 500, "masterHeight": 500"#, of: .init(width: 500, height: 500, orientation: 6)) == nil)
    }

    @Test func `a straightened crop is turned around the picture's middle, in radians`() throws {
        func crop(_ angle: Double) -> String {
            #"{"identifier": "Crop", "settings": {"xOrigin": 200, "yOrigin": 100, "width": 500, "height": 250, "straightenAngle": \#(angle)}}"#
        }
        let angle = 0.05, degrees = angle * 180 / .pi
        let read = try #require(Self.read(crop(angle), as: 1, of: Self.stored(1)))
        #expect(abs(read.straighten - degrees) < 1e-5 && Self.read(Self.edit(crop(angle))) == read)
        // The middle of the part, 450 and 275 from the top, is 50 left of and 25 below the middle.
        let geometry = ResultGeometry(read, frameWidth: 1000, frameHeight: 500), middle = geometry.source(x: 0.5, y: 0.5)
        #expect(abs(Double(geometry.width) - 500) <= 1 && abs(Double(geometry.height) - 250) <= 1)
        let (x, y) = (-50 * cos(angle) + 25 * sin(angle), 25 * cos(angle) + 50 * sin(angle))
        #expect(abs(middle.x * 1000 - 500 - x) < 0.01 && abs(middle.y * 500 - 250 - y) < 0.01, "\(middle)")
        let back = try #require(Self.read(crop(-angle), as: 3, of: Self.stored(3)))
        #expect(abs(back.straighten + degrees) < 1e-5)
        #expect(Self.read(crop(0.8), as: 1, of: Self.stored(1)) == nil)
    }

    @Test func `what came rendered in another size was made otherwise`() {
        #expect(Self.read(Self.crop(), as: 1, shown: (400, 300), of: Self.stored(1)) != nil)
        #expect(Self.read(Self.crop(), as: 1, shown: (300, 400), of: Self.stored(1)) == nil)
        #expect(Self.read("", as: 6, shown: (500, 1000), of: Self.stored(1))?.rotation == 90)
        #expect(Self.read("", as: 6, shown: (1000, 500), of: Self.stored(1)) == nil)
        #expect(Self.read("", as: 1, shown: (1000, 500), of: Self.stored(6))?.rotation == 270)
    }

    @Test func `the picture is looked at for edits alone that may be ours`() {
        let light = #"{"identifier": "SmartTone", "enabled": true, "settings": {"inputLight": 0.5}}"#
        struct Asked: Error {}
        #expect(throws: Never.self) { try PhotoAdjustments(appleData: Self.packed(Self.edit(light)), formatVersion: "1.4", shown: nil) { throw Asked() } }
        #expect(throws: Asked.self) { try PhotoAdjustments(appleData: Self.packed(Self.edit("")), formatVersion: "1.4", shown: nil) { throw Asked() } }
    }
}
