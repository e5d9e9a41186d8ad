import Codecs
import Foundation
import PhotosTesting
import Pixels

/// A JPEG as its bytes say, its own orientation not heeded.
struct Picture {
    let size: (Int, Int)
    /// What its EXIF block says; `nil` without one.
    let orientation: Int?
    private let image: PixelImage

    init(_ data: Data) throws {
        orientation = Self.orientation(in: [UInt8](data))
        image = try data.withUnsafeBytes { bytes throws(CodecError) in try Codec().render(bytes, name: "picture.jpg", RenderRequest()) }
        size = (image.width, image.height)
    }

    /// Red, green and blue at a place in unit coordinates.
    func color(at place: (Double, Double)) -> (UInt8, UInt8, UInt8) {
        let at = Int(place.1 * Double(image.height)) * image.bytesPerRow + Int(place.0 * Double(image.width)) * 4
        return (image.pixels[at], image.pixels[at + 1], image.pixels[at + 2])
    }

    /// Mean brightness of the parts of a 16 by 16 grid.
    var blocks: [Double] {
        (0..<256).map { part in
            var sum = 0, count = 0
            for y in stride(from: part / 16 * image.height / 16, to: (part / 16 + 1) * image.height / 16, by: 2) {
                for x in stride(from: part % 16 * image.width / 16, to: (part % 16 + 1) * image.width / 16, by: 2) {
                    let at = y * image.bytesPerRow + x * 4
                    sum += Int(image.pixels[at]) + Int(image.pixels[at + 1]) + Int(image.pixels[at + 2])
                    count += 3
                }
            }
            return Double(sum) / Double(max(1, count))
        }
    }

    /// The orientation tag (0x0112) of the first EXIF block.
    private static func orientation(in bytes: [UInt8]) -> Int? {
        let marker = Array("Exif\0\0".utf8)
        guard let start = bytes.indices.dropLast(marker.count + 8).first(where: { Array(bytes[$0..<$0 + marker.count]) == marker }) else { return nil }
        let tiff = start + marker.count
        let isLittle = bytes[tiff] == UInt8(ascii: "I")
        func number(_ at: Int, _ count: Int) -> Int {
            guard at + count <= bytes.count else { return 0 }
            let part = bytes[at..<at + count]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        let directory = tiff + number(tiff + 4, 4)
        for entry in 0..<number(directory, 2) where number(directory + 2 + entry * 12, 2) == 0x0112 { return number(directory + 2 + entry * 12 + 8, 2) }
        return nil
    }
}

extension FaultInjectingDecoder {
    /// Waits, on a thread of its own, until so many calls are held.
    func holding(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.waitUntilHolding(count)
                continuation.resume()
            }
        }
    }
}
