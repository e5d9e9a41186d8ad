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
            Self.edit(#"{"identifier": "Crop", "settings": {"xOrigin": 0, "yOrigin": 0, "width": 1000, "height": 500}}"#), Self.edit(#"{"identifier": "Crop"}"#),
            Self.edit(#"{"settings": {}}"#), "[]", "", String(repeating: "[", count: 60_000),
        ] {
            #expect(Self.read(json) == nil, "\(json.prefix(200))")
        }
        #expect(Self.read(Self.edit(Self.crop()), "2.0") == nil && Self.read(Self.edit(Self.crop()), "") == nil)
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
}
