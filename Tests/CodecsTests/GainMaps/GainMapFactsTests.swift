import Foundation
import Pixels
import TestSupport
import Testing

@testable import Codecs
@testable import Metadata

/// What files say of their gain maps, in every way that there is.
@Suite struct GainMapFactsTests {
    private func facts(_ file: [UInt8], _ name: String = "a.jpg") throws -> MediaFacts {
        try file.withUnsafeBytes { try FactsReader.read($0, name: name, limits: DecodingLimits()) }
    }

    private func file(orientation: Int = 1, channels: Int = 1) throws -> [UInt8] {
        try GainMapSamples.ultraHDR(GainMapSamples.ramp(64, 48), GainMapSamples.ramp(16, 12), GainMapSamples.parameters(channels: channels), orientation: orientation)
    }

    private static func reference(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../Pixels/Reference/\(name)")))
    }

    @Test(arguments: [1, 3]) func `what is written as ISO's numbers and as XMP is read back`(channels: Int) throws {
        let parameters = try GainMapSamples.parameters(channels: channels)
        let iso = try #require(parameters.isoBytes.withUnsafeBytes { GainMapParameters(iso: $0) })
        let collector = TagCollector(), packet = Array(parameters.xmp.utf8)
        #expect(packet.withUnsafeBytes { collector.readXMPPacket($0) } == nil)
        let xmp = try #require(GainMapParameters(ultraHDR: collector.tags))
        for read in [iso, xmp] {
            #expect(read.channels.count == channels && abs(read.alternateHeadroom - 2) < 1e-6 && read.baseHeadroom == 0)
            for (a, b) in zip(read.channels, parameters.channels) {
                #expect(abs(a.minimum - b.minimum) < 1e-6 && abs(a.maximum - b.maximum) < 1e-6 && abs(a.gamma - b.gamma) < 1e-6)
                #expect(abs(a.baseOffset - b.baseOffset) < 1e-6 && abs(a.alternateOffset - b.alternateOffset) < 1e-6)
            }
        }
    }

    @Test func `numbers that can't be meant are none`() throws {
        func isPossible(_ channel: GainMapParameters.Channel, base: Double = 0, alternate: Double = 1) -> Bool {
            GainMapParameters(channels: [channel], baseHeadroom: base, alternateHeadroom: alternate) != nil
        }
        #expect(isPossible(.init()) && !isPossible(.init(), base: 1, alternate: 1) && !isPossible(.init(), base: 2, alternate: 1) && !isPossible(.init(), alternate: 17))
        #expect(!isPossible(.init(), base: -1) && !isPossible(.init(), alternate: .nan) && !isPossible(.init(minimum: .nan)) && !isPossible(.init(maximum: .infinity)))
        #expect(!isPossible(.init(minimum: 1, maximum: 0)) && !isPossible(.init(gamma: 0)) && !isPossible(.init(gamma: -1)) && !isPossible(.init(baseOffset: 1e9)))
        #expect(GainMapParameters(channels: [], alternateHeadroom: 1) == nil && GainMapParameters(channels: [.init(), .init()], alternateHeadroom: 1) == nil)
        var bytes = try GainMapSamples.parameters().isoBytes
        for length in bytes.indices { #expect(bytes[..<length].withUnsafeBytes { GainMapParameters(iso: $0) } == nil) }
        bytes.replaceSubrange(9..<13, with: [0, 0, 0, 0])
        #expect(bytes.withUnsafeBytes { GainMapParameters(iso: $0) } == nil, "a denominator of 0")
        bytes[1] = 1
        #expect(bytes.withUnsafeBytes { GainMapParameters(iso: $0) } == nil, "a later version")
    }

    @Test func `a JPEG says it by ISO, by Ultra HDR's XMP, with an index or with a list`() throws {
        let file = try file(), urn = "urn:iso:std:iso:ts:21496:-1", index = "MPF"
        for (kind, file) in [
            (GainMapFacts.Kind.iso, file), (.iso, GainMapSamples.without([index], in: file)), (.iso, try self.file(channels: 3)),
        ] {
            let found = try facts(file)
            #expect(found.gainMap?.kind == kind && abs((found.gainMap?.headroom ?? 0) - 4) < 1e-6 && found.subtypes == .photoHDR, "\(kind)")
        }
        // Its lengths are true no more where segments are taken out of the second picture, so the list has to be written anew.
        let second = UltraHDRFile.map(try GainMapSamples.jpeg(GainMapSamples.ramp(16, 12)), try GainMapSamples.parameters())
        let words = GainMapSamples.without([urn], in: second), base = try GainMapSamples.jpeg(GainMapSamples.ramp(64, 48))
        let onlyXMP = try facts(try #require(UltraHDRFile.joined(base, map: words)))
        #expect(onlyXMP.gainMap?.kind == .ultraHDR && abs((onlyXMP.gainMap?.headroom ?? 0) - 4) < 1e-6 && onlyXMP.subtypes == .photoHDR)
        let silent = GainMapSamples.without(["http://ns.adobe.com"], in: words)
        #expect(try facts(try #require(UltraHDRFile.joined(base, map: silent))).gainMap == nil, "another picture that is no gain map")
        #expect(try facts(base).gainMap == nil && facts(base).subtypes == [])
    }

    @Test(arguments: [1, 6]) func `the index says where the map lies, also when metadata are written before it`(orientation: Int) throws {
        func others(_ file: [UInt8]) throws -> [ArraySlice<UInt8>] {
            try file.withUnsafeBytes { bytes in try #require(MultiPictureList(in: bytes)).others(in: bytes.count).map { file[$0] } }
        }
        let file = try file(orientation: orientation), map = UltraHDRFile.map(try GainMapSamples.jpeg(GainMapSamples.ramp(16, 12)), try GainMapSamples.parameters())
        #expect(try others(file) == [map[...]] && file.suffix(map.count).elementsEqual(map))
        var metadata = WrittenMetadata()
        metadata.title = "A title that makes the file longer than it was before it had one"
        let titled = try file.withUnsafeBytes { bytes in try Codec().write(metadata, into: bytes, name: "a.jpg") }
        #expect(try titled.count > file.count && others(titled) == [map[...]] && facts(titled).gainMap == facts(file).gainMap)
    }

    @Test func `a picture that is itself the brighter one has no map to apply`() throws {
        let second = UltraHDRFile.map(try GainMapSamples.jpeg(GainMapSamples.ramp(16, 12)), try GainMapSamples.parameters())
        var words = GainMapSamples.without(["urn:iso"], in: second)
        let no = Array("BaseRenditionIsHDR=\"False\"".utf8), yes = Array("BaseRenditionIsHDR=\"True\" ".utf8)
        let at = try #require(words.indices.first { words[$0...].starts(with: no) })
        words.replaceSubrange(at..<at + no.count, with: yes)
        #expect(try facts(try #require(UltraHDRFile.joined(GainMapSamples.jpeg(GainMapSamples.ramp(64, 48)), map: words))).gainMap == nil)
    }

    @Test func `Apple's map in a JPEG is known by its words, and its headroom by the camera's note`() throws {
        func second(_ xmp: String) throws -> [UInt8] {
            let jpeg = try GainMapSamples.jpeg(GainMapSamples.ramp(16, 12, isGrey: true)), packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)
            return jpeg[..<2] + [0xFF, 0xE1] + FileBuilder.big(packet.count + 2, 2) + packet + jpeg[2...]
        }
        let base = try GainMapSamples.jpeg(GainMapSamples.ramp(64, 48))
        let stated = try facts(try #require(UltraHDRFile.joined(base, map: second(GainMapSamples.appleXMP))))
        #expect(stated.gainMap == GainMapFacts(kind: .apple, headroom: 4))
        let silent = GainMapSamples.appleXMP.replacingOccurrences(of: "HDRGainMap:HDRGainMapHeadroom='4.0'", with: "")
        #expect(try facts(try #require(UltraHDRFile.joined(base, map: second(silent)))).gainMap == nil, "nobody says how bright")
        for (headroom, gain, stops) in [(1.0, 2.0, -0.303 * 2 + 2.303), (1, 0, 3), (0.5, 0, 1.8), (0.5, 2, -0.101 * 2 + 1.601), (1, 0.01, -0.7 + 3)] {
            var exif = EXIFBuilder()
            exif.photo = [(0x927C, .bytes(type: 7, Self.note(headroom, gain)))]
            let content = Array("Exif\0\0".utf8) + exif.build()
            let noted = base[..<2] + [0xFF, 0xE1] + FileBuilder.big(content.count + 2, 2) + content + base[2...]
            let found = try facts(try #require(UltraHDRFile.joined(Array(noted), map: second(silent)))).gainMap
            #expect(found?.kind == .apple && abs((found?.headroom ?? 0) - exp2(stops)) < 1e-3, "\(headroom) \(gain)")
        }
    }

    /// Apple's note with its two numbers alone.
    private static func note(_ headroom: Double, _ gain: Double) -> [UInt8] {
        var note = Array("Apple iOS\0\0\u{1}MM".utf8) + [0, 2], places: [UInt8] = []
        for (number, entry) in [(0x21, headroom), (0x30, gain)].enumerated() {
            note += FileBuilder.big(entry.0, 2) + FileBuilder.big(10, 2) + FileBuilder.big(1, 4) + FileBuilder.big(16 + 24 + 4 + number * 8, 4)
            places += FileBuilder.big(Int((entry.1 * 10_000).rounded()), 4) + FileBuilder.big(10_000, 4)
        }
        return note + FileBuilder.big(0, 4) + places
    }

    @Test func `a HEIC says it by Apple's auxiliary picture, or by ISO's derived one`() throws {
        let picture = try Self.reference("heic-420-8.heic"), map = try Self.reference("heic-grey8.heic"), plain = try facts(picture, "a.heic")
        let apple = try facts(HEIFBuilder.file(picture, map: map, .apple(xmp: GainMapSamples.appleXMP)), "a.heic")
        #expect(apple.gainMap == GainMapFacts(kind: .apple, headroom: 4) && apple.subtypes == .photoHDR)
        let iso = try facts(HEIFBuilder.file(picture, map: map, .iso(GainMapSamples.parameters().isoBytes)), "a.heic")
        #expect(iso.gainMap?.kind == .iso && abs((iso.gainMap?.headroom ?? 0) - 4) < 1e-6 && iso.subtypes == .photoHDR)
        #expect(plain.gainMap == nil && plain.subtypes == [])
        #expect((apple.pixelWidth, apple.pixelHeight) == (plain.pixelWidth, plain.pixelHeight) && (iso.pixelWidth, iso.pixelHeight) == (plain.pixelWidth, plain.pixelHeight))
    }

    /// A file may be cut off anywhere, and any of its bytes may be wrong.
    @Test func `torn and changed files end with facts or an error`() throws {
        let jpeg = try file(), picture = try Self.reference("heic-420-8.heic"), map = try Self.reference("heic-grey8.heic")
        let heic = HEIFBuilder.file(picture, map: map, .iso(try GainMapSamples.parameters().isoBytes))
        for (file, name) in [(jpeg, "a.jpg"), (heic, "a.heic")] {
            for length in stride(from: 0, to: file.count, by: max(1, file.count / 97)) { _ = try? facts(Array(file[..<length]), name) }
            var random = LinearRandom(state: 7)
            for _ in 0..<200 {
                var changed = file
                let bits = random.next()
                changed[Int(bits >> 33) % file.count] ^= UInt8(truncatingIfNeeded: bits >> 25) | 1
                if let headroom = (try? facts(changed, name))?.gainMap?.headroom { #expect(headroom > 1 && headroom <= GainMapFacts.mostHeadroom) }
            }
        }
    }
}
