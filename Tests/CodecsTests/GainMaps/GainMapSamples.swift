import Foundation
import Pixels

@testable import Codecs
@testable import Metadata

/// Pictures with gain maps, of all kinds, made of numbers.
enum GainMapSamples {
    /// A picture without sharp edges, in which no two places are alike: red grows to the right, green downwards.
    static func ramp(_ width: Int, _ height: Int, isGrey: Bool = false) -> PixelImage {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let u = (Double(x) + 0.5) / Double(width), v = (Double(y) + 0.5) / Double(height), grey = 40 + 120 * u + 80 * v * v
                pixels += isGrey ? [UInt8(grey), UInt8(grey), UInt8(grey), 255] : [UInt8(30 + 190 * u), UInt8(30 + 190 * v), UInt8(120 + 60 * sin(3 * u + 2 * v)), 255]
            }
        }
        return PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: pixels, hasAlpha: false)
    }

    static func plain(_ width: Int, _ height: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8, profile: [UInt8]? = nil) -> PixelImage {
        let pixels = [[UInt8]](repeating: [red, green, blue, 255], count: width * height).flatMap { $0 }
        return PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: pixels, hasAlpha: false, iccProfile: profile)
    }

    static func jpeg(_ image: PixelImage) throws -> [UInt8] { try Codec().encode(image, as: .jpeg(quality: 98)).bytes }

    static func parameters(_ most: Double = 2, channels: Int = 1) throws -> GainMapParameters {
        let list = (0..<channels).map { GainMapParameters.Channel(minimum: -0.25, maximum: most - 0.25 * Double($0), gamma: 1.25, baseOffset: 0.01, alternateOffset: 0.02) }
        guard let parameters = GainMapParameters(channels: list, alternateHeadroom: most) else { throw CodecError(.invalidRequest, "impossible numbers") }
        return parameters
    }

    /// As this library writes it: ISO's numbers, Ultra HDR's words and an index.
    static func ultraHDR(_ picture: PixelImage, _ map: PixelImage, _ parameters: GainMapParameters, orientation: Int = 1) throws -> [UInt8] {
        let base = FileBuilder.withOrientation(orientation, try jpeg(picture)), second = UltraHDRFile.map(try jpeg(map), parameters)
        guard let file = UltraHDRFile.joined(base, map: second) else { throw CodecError(.invalidRequest, "no JPEG") }
        return file
    }

    /// The file without the segments that begin so.
    static func without(_ names: [String], in file: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [], rest = file[...]
        while let start = rest.indices.first(where: { at in
            at + 4 < rest.endIndex && rest[at] == 0xFF && (0xE1...0xE2).contains(rest[at + 1]) && names.contains { rest[(at + 4)...].starts(with: Array($0.utf8)) }
        }) {
            result += rest[..<start]
            rest = rest[(start + 2 + Int(rest[start + 2]) << 8 + Int(rest[start + 3]))...]
        }
        return result + rest
    }

    static let appleXMP = MediaBuilder.xmp("").replacingOccurrences(
        of: "xmlns:dc=",
        with: "xmlns:HDRGainMap='http://ns.apple.com/HDRGainMap/1.0/' HDRGainMap:HDRGainMapVersion='131072' HDRGainMap:HDRGainMapHeadroom='4.0' xmlns:dc=")
}
