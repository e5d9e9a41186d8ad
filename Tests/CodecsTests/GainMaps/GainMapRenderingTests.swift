import Adjustments
import Foundation
import Pixels
import Testing

@testable import Codecs
@testable import Metadata

/// Gain maps as they are applied, and as they go along with what is cut and turned.
@Suite struct GainMapRenderingTests {
    private let codec = Codec()

    private func render(_ file: [UInt8], _ change: (inout RenderRequest) -> Void = { _ in }) throws -> PixelImage {
        var request = RenderRequest()
        change(&request)
        return try file.withUnsafeBytes { try codec.render($0, name: "a", request) }
    }

    private static func reference(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../Pixels/Reference/\(name)")))
    }

    // MARK: Applied

    /// Light of the pixel in the middle, of white.
    private func light(_ image: PixelImage, _ channel: Int, x: Double = 0.5, y: Double = 0.5) -> Double {
        let at = Int(y * Double(image.height)) * image.bytesPerRow + Int(x * Double(image.width)) * 8 + channel * 2
        let value = image.pixels.withUnsafeBytes { Double($0.loadUnaligned(fromByteOffset: at, as: UInt16.self)) / 65535 }
        return ToneCurve.light(perceptual: value) / ToneCurve.white
    }

    private func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }

    /// ISO 21496-1's formula, once more.
    private func expected(_ base: Double, map: Double, _ channel: GainMapParameters.Channel, weight: Double) -> Double {
        let gain = channel.minimum + (channel.maximum - channel.minimum) * pow(map, 1 / channel.gamma)
        return max(0, (base + channel.baseOffset) * exp2(gain * weight) - channel.alternateOffset)
    }

    @Test(arguments: [0.0, 4, 2, 1.5, 100]) func `light is what the formula says, for every headroom`(headroom: Double) throws {
        let parameters = try GainMapSamples.parameters()
        for value in [0, 60, 128, 200, 255] {
            let file = try GainMapSamples.ultraHDR(GainMapSamples.plain(32, 32, 180, 180, 180), GainMapSamples.plain(8, 8, UInt8(value), UInt8(value), UInt8(value)), parameters)
            let image = try render(file) { ($0.headroom, $0.format, $0.keepsWideGamut) = (headroom, .rgba16, true) }
            #expect(image.format == .rgba16 && image.iccProfile?.withUnsafeBytes { ICCProfile.description($0) } == "Display P3 PQ")
            let weight = headroom == 0 ? 1 : min(log2(headroom) / 2, 1)
            let light = min(expected(linear(180 / 255), map: Double(value) / 255, parameters.channels[0], weight: weight), headroom > 0 ? headroom : 49)
            for channel in 0..<3 { #expect(abs(self.light(image, channel) / light - 1) < 0.02, "\(value): \(self.light(image, channel)), not \(light)") }
        }
    }

    @Test func `each colour has its own gain, and a wide picture keeps its primaries`() throws {
        let parameters = try GainMapSamples.parameters(channels: 3), map = GainMapSamples.plain(16, 16, 220, 220, 220)
        let file = try GainMapSamples.ultraHDR(GainMapSamples.plain(32, 32, 180, 120, 60, profile: ColorProfile.displayP3), map, parameters)
        let image = try render(file) { ($0.headroom, $0.format) = (0, .rgba16) }
        for (channel, value) in [180.0, 120, 60].enumerated() {
            let light = expected(linear(value / 255), map: 220.0 / 255, parameters.channels[channel], weight: 1)
            #expect(abs(self.light(image, channel) / light - 1) < 0.04, "\(channel): \(self.light(image, channel)), not \(light)")
        }
    }

    @Test func `sRGB's colours stay the same in the wider primaries`() throws {
        let file = try GainMapSamples.ultraHDR(
            GainMapSamples.plain(32, 32, 255, 0, 0), GainMapSamples.plain(8, 8, 0, 0, 0),
            try #require(
                GainMapParameters(
                    channels: [.init(maximum: 1, baseOffset: 0, alternateOffset: 0)], alternateHeadroom: 1)))
        let image = try render(file) { ($0.headroom, $0.format) = (0, .rgba16) }
        for (channel, light) in [0.8225, 0.0332, 0.0171].enumerated() { #expect(abs(self.light(image, channel) - light) < 0.01, "\(channel)") }
    }

    @Test func `Apple's formula is met by what becomes of its values`() throws {
        let parameters = try #require(AppleGainMap.parameters(headroom: 4)), curve = AppleGainMap.curve(headroom: 4)
        for value in stride(from: 0, through: 255, by: 15) {
            let coded = Double(value) / 255, light = coded < 0.081 ? coded / 4.5 : pow((coded + 0.099) / 1.099, 1 / 0.45)
            let gain = expected(1, map: Double(curve[value]) / 255, parameters.channels[0], weight: 1)
            #expect(abs(gain - (1 + 3 * light)) < 0.02, "\(value)")
        }
    }

    @Test(arguments: [true, false]) func `a HEIC's map is applied`(isApple: Bool) throws {
        let picture = try Self.reference("heic-420-8.heic"), map = try Self.reference("heic-grey8.heic")
        let kind: HEIFBuilder.GainMap = isApple ? .apple(xmp: GainMapSamples.appleXMP) : .iso(try GainMapSamples.parameters().isoBytes)
        let file = HEIFBuilder.file(picture, map: map, kind), plain = try render(file), values = try render(map)
        let bright = try render(file) { ($0.headroom, $0.format) = (0, .rgba16) }
        #expect(try render(picture).pixels == plain.pixels && bright.format == .rgba16 && (bright.width, bright.height) == (plain.width, plain.height))
        let parameters = try isApple ? #require(AppleGainMap.parameters(headroom: 4)) : GainMapSamples.parameters()
        let curve = AppleGainMap.curve(headroom: 4)
        var compared = 0
        for x in [0.15, 0.5, 0.85] {
            for y in [0.15, 0.5, 0.85] {
                let base = plain.color(x, y), value = Int(values.color(x, y).green)
                let map = Double(isApple ? Int(curve[value]) : value) / 255
                // Red of sRGB is not red of Display P3: grey light is compared by its sum.
                let colors = [base.red, base.green, base.blue].map { expected(linear(Double($0) / 255), map: map, parameters.channels[0], weight: 1) }
                let sum = 0.2290 * light(bright, 0, x: x, y: y) + 0.6917 * light(bright, 1, x: x, y: y) + 0.0793 * light(bright, 2, x: x, y: y)
                let wanted = 0.2126 * colors[0] + 0.7152 * colors[1] + 0.0722 * colors[2]
                #expect(abs(sum - wanted) < 0.05 + 0.1 * wanted, "\(x) \(y): \(sum), not \(wanted)")
                compared += 1
            }
        }
        #expect(compared == 9)
    }

    @Test func `a picture whose map can't be decoded is what it is`() throws {
        let second = UltraHDRFile.map(try GainMapSamples.jpeg(GainMapSamples.ramp(16, 12)), try GainMapSamples.parameters())
        // More pixels than are allowed.
        let broken = FileBuilder.withSize(60_000, 60_000, second)
        let base = try GainMapSamples.jpeg(GainMapSamples.ramp(64, 48)), file = try #require(UltraHDRFile.joined(base, map: broken))
        let bright = try render(file) { ($0.headroom, $0.format, $0.carriesGainMap) = (0, .rgba16, true) }
        #expect(bright.format == .rgba8 && bright.gainMap == nil && bright.damage == nil)
        #expect(try bright.pixels == render(base).pixels)
    }

    // MARK: Carried

    private static func edit(_ change: (inout PhotoAdjustments) -> Void) -> PhotoAdjustments {
        var result = PhotoAdjustments()
        change(&result)
        return result
    }

    private static let edits: [PhotoAdjustments] = [
        PhotoAdjustments(), edit { $0.rotation = 90 }, edit { ($0.rotation, $0.isFlipped) = (180, true) }, edit { $0.crop = .init(x: 0.21, y: 0.33, width: 0.4, height: 0.55) },
        edit { ($0.rotation, $0.crop) = (270, .init(x: 0.1, y: 0.5, width: 0.83, height: 0.31)) },
        edit { ($0.straighten, $0.crop) = (12, .init(x: 0.1, y: 0.2, width: 0.7, height: 0.6)) },
        edit { ($0.perspectiveVertical, $0.perspectiveHorizontal, $0.isFlipped) = (0.6, -0.4, true) },
    ]

    /// The map is the picture itself, smaller: whatever is done to the picture, both show the same place by place.
    @Test(arguments: edits.indices, [1, 3, 6, 8]) func `a map goes along with every edit`(index: Int, orientation: Int) throws {
        let parameters = try GainMapSamples.parameters(channels: 3)
        let file = try GainMapSamples.ultraHDR(GainMapSamples.ramp(320, 240), GainMapSamples.ramp(80, 60), parameters, orientation: orientation)
        let edited = try render(file) { ($0.adjustments, $0.carriesGainMap) = (Self.edits[index], true) }
        let bytes = try #require(edited.gainMap), map = try render(bytes)
        #expect(abs(Double(map.width) / Double(edited.width) - 0.25) < 0.01 && abs(Double(map.height) / Double(edited.height) - 0.25) < 0.01)
        var worst = 0
        for x in stride(from: 0.05, through: 0.95, by: 0.1) {
            for y in stride(from: 0.05, through: 0.95, by: 0.1) {
                let (a, b) = (edited.color(x, y), map.color(x, y))
                worst = max(worst, abs(a.red - b.red), abs(a.green - b.green))
            }
        }
        // The nearest pixel of the map is up to half a pixel away, of 80 over which the ramp grows by 190; a crop makes that more.
        #expect(worst <= 8, "\(worst)")
        let joined = try #require(UltraHDRFile.joined(GainMapSamples.jpeg(edited), map: bytes))
        let facts = try joined.withUnsafeBytes { try FactsReader.read($0, name: "a.jpg", limits: DecodingLimits()) }
        #expect(facts.gainMap?.kind == .iso && abs((facts.gainMap?.headroom ?? 0) - 4) < 1e-6)
    }

    @Test func `a part that is asked for has its part of the map, at any size`() throws {
        let file = try GainMapSamples.ultraHDR(GainMapSamples.ramp(320, 240), GainMapSamples.ramp(80, 60), try GainMapSamples.parameters(channels: 3), orientation: 6)
        for side in [nil, 100, 40] as [Int?] {
            let part = try render(file) {
                ($0.crop, $0.carriesGainMap) = (UnitRect(x: 0.2, y: 0.3, width: 0.5, height: 0.4), true)
                $0.target = side.map { PixelSize(width: $0, height: $0) }
            }
            let map = try render(try #require(part.gainMap))
            for (x, y) in [(0.2, 0.2), (0.5, 0.5), (0.8, 0.7)] {
                #expect(abs(part.color(x, y).red - map.color(x, y).red) <= 8 && abs(part.color(x, y).green - map.color(x, y).green) <= 8, "\(String(describing: side))")
            }
        }
        #expect(try render(file).gainMap == nil, "nobody asked for it")
        #expect(try render(GainMapSamples.jpeg(GainMapSamples.ramp(32, 32))) { $0.carriesGainMap = true }.gainMap == nil, "there is none")
    }

    @Test func `a grey map stays grey and Apple's becomes one that others read`() throws {
        let picture = try Self.reference("heic-420-8.heic"), map = try Self.reference("heic-grey8.heic")
        let file = HEIFBuilder.file(picture, map: map, .apple(xmp: GainMapSamples.appleXMP))
        let edited = try render(file) { ($0.adjustments, $0.carriesGainMap) = (Self.edit { $0.rotation = 180 }, true) }
        let bytes = try #require(edited.gainMap), values = try render(bytes), former = try render(map), curve = AppleGainMap.curve(headroom: 4)
        let reader = try bytes.withUnsafeBytes { try JPEGReader($0, limits: DecodingLimits()) }
        #expect(try #require(reader).decode(covering: PixelSize(width: 1, height: 1)).image.chroma == nil)
        for (x, y) in [(0.2, 0.2), (0.5, 0.3), (0.8, 0.7)] {
            #expect(abs(values.color(x, y).green - Int(curve[former.color(1 - x, 1 - y).green])) <= 8, "\(x) \(y)")
        }
    }

    // MARK: Pictures for bright screens

    @Test(arguments: ["heic-pq.heic", "avif-hlg.avif", "png-pq.png", "jxl-hlg.jxl"]) func `the rendering of a bright picture is bright with its map`(name: String) throws {
        let file = try Self.reference(name), turned = Self.edit { $0.rotation = 180 }
        let edited = try render(file) { ($0.adjustments, $0.keepsWideGamut, $0.carriesGainMap) = (turned, true, true) }
        let map = try #require(edited.gainMap), joined = try #require(UltraHDRFile.joined(GainMapSamples.jpeg(edited), map: map))
        let before = try render(file) { ($0.headroom, $0.format, $0.keepsWideGamut) = (49, .rgba16, true) }
        let after = try render(joined) { ($0.headroom, $0.format) = (0, .rgba16) }
        var brightest = 0.0
        for x in stride(from: 0.1, through: 0.9, by: 0.2) {
            for y in stride(from: 0.1, through: 0.9, by: 0.2) {
                // The primaries differ, the brightness doesn't.
                func sum(_ image: PixelImage, _ x: Double, _ y: Double, _ weights: [Double]) -> Double { (0..<3).reduce(0) { $0 + weights[$1] * light(image, $1, x: x, y: y) } }
                let old = sum(before, x, y, [0.2627, 0.6780, 0.0593]), new = sum(after, 1 - x, 1 - y, [0.2290, 0.6917, 0.0793])
                brightest = max(brightest, old)
                #expect(abs(old - new) < 0.05 + 0.25 * old, "\(x) \(y): \(old) became \(new)")
            }
        }
        #expect(brightest > 1.2, "\(brightest)")
    }

    // MARK: Previews

    @Test func `a preview has the map behind it, a thumbnail has not`() throws {
        let file = try GainMapSamples.ultraHDR(GainMapSamples.ramp(640, 480), GainMapSamples.ramp(160, 120), try GainMapSamples.parameters(), orientation: 6)
        var options = ExamineOptions()
        (options.previewSide, options.thumbnailSide) = (320, 64)
        let made = try file.withUnsafeBytes { try codec.examine($0, name: "a.jpg", options) }
        let preview = try #require(made.preview).bytes, thumbnail = try #require(made.thumbnail).bytes
        func facts(_ bytes: [UInt8]) throws -> MediaFacts { try bytes.withUnsafeBytes { try FactsReader.read($0, name: "a.jpg", limits: DecodingLimits()) } }
        #expect(try facts(preview).gainMap?.kind == .iso && facts(thumbnail).gainMap == nil && made.facts.gainMap?.kind == .iso)
        let map = try render(preview) { $0.carriesGainMap = true }
        let values = try render(try #require(map.gainMap))
        #expect((values.width, values.height) == (60, 80) && (map.width, map.height) == (240, 320))
    }

    @Test(arguments: ["heic-pq.heic", "png-hlg.png"]) func `a bright picture's preview is bright too`(name: String) throws {
        let made = try Self.reference(name).withUnsafeBytes { try codec.examine($0, name: name) }
        let preview = try #require(made.preview).bytes
        let facts = try preview.withUnsafeBytes { try FactsReader.read($0, name: "a.jpg", limits: DecodingLimits()) }
        #expect(facts.gainMap?.kind == .iso && (facts.gainMap?.headroom ?? 0) > 1.2)
    }
}
