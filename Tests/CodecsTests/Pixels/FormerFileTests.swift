import Foundation
import Pixels
import Testing

@testable import Codecs

/// What comes of a file does not depend on the files that were read before it.
@Suite struct FormerFileTests {
    private let codec = Codec()

    private static func reference(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Reference/\(name)")))
    }

    /// The file without its segments of one kind.
    private static func without(_ marker: UInt8, _ jpeg: [UInt8]) -> [UInt8] {
        var result = Array(jpeg[..<2]), at = 2
        while at + 4 <= jpeg.count, jpeg[at] == 0xFF, jpeg[at + 1] != 0xDA {
            let end = at + 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
            if jpeg[at + 1] != marker { result += jpeg[at..<end] }
            at = end
        }
        return result + jpeg[at...]
    }

    private func outcome(_ file: [UInt8]) -> String {
        do {
            let image = try file.withUnsafeBytes { try codec.render($0, name: "file", RenderRequest()) }
            return "\(image.pixels.reduce(into: UInt64(7)) { $0 = $0 &* 31 &+ UInt64($1) }) \(image.damage ?? "whole")"
        } catch {
            // The cause is libvips' own words, which other tests' files may add to at the same time.
            return (error as? CodecError)?.message ?? "\(error)"
        }
    }

    /// Tables of quantisation (DB) and of Huffman's codes (C4) are the file's own, and so is what the Adobe marker (EE) says of the colours.
    @Test(arguments: [UInt8(0xDB), 0xC4, 0xEE]) func nothingIsLeftOfTheFileBefore(marker: UInt8) throws {
        let others = try ["jpeg-420.jpg", "jpeg-progressive.jpg", "jpeg-cmyk.jpg", "film-h264-709.mov"].map(Self.reference)
        for name in ["jpeg-420.jpg", "jpeg-cmyk.jpg"] {
            let torn = Self.without(marker, try Self.reference(name)), first = outcome(torn)
            for other in others {
                let sound = outcome(other)
                #expect(outcome(torn) == first, "\(name) without \(marker)")
                #expect(outcome(other) == sound)
            }
        }
    }
}
