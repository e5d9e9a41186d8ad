import Foundation
import Pixels
import Testing

@testable import Codecs

/// Every format, orientation, colour space and depth against what the scene's formulas say; the files are none of ours.
@Suite struct ReferenceTests {
    private let codec = Codec()
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Reference")

    private static func bytes(_ row: ReferenceRow) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: row.file))) }

    @Test(arguments: ReferenceRow.all) func showsTheScene(row: ReferenceRow) throws {
        var request = RenderRequest()
        request.format = row.bits == 16 ? .rgba16 : .rgba8
        request.keepsWideGamut = row.keeps
        request.headroom = row.headroom
        let image = try codec.render(try Self.bytes(row), request, row.file)
        #expect(image.format == request.format && (image.iccProfile != nil) == row.keeps)
        let seen = image.difference(from: row, converts: !row.keeps)
        #expect(seen.mean <= row.mean && seen.most <= row.most, "\(row), \(image.width) × \(image.height): off by \(seen), not \(row.mean), \(row.most)")
    }

    /// At half the size, and as the JPEGs that are made of it at import.
    @Test(arguments: ReferenceRow.all.filter { !$0.keeps && $0.bits == 8 }) func derivativesShowItToo(row: ReferenceRow) throws {
        let bytes = try Self.bytes(row)
        let small = try codec.render(bytes, RenderRequest(32, 32), row.file).difference(from: row, converts: true, half: true)
        #expect(small.mean <= row.mean + 3, "\(row) made smaller is off by \(small)")
        let preview = try #require(try codec.examine(bytes, row.file).preview)
        let shown = try codec.render(preview.bytes).difference(from: row, converts: true, onWhite: true)
        #expect(shown.mean <= row.mean + 3, "\(row)'s preview is off by \(shown)")
    }

    /// The table of Docs/Formats.md; `PHOTOS_RECORD=1` writes it anew.
    @Test func theTableIsPublished() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../../../../Docs/Formats.md").standardized
        let text = try String(contentsOf: file, encoding: .utf8), table = ReferenceRow.table
        let begin = try #require(text.range(of: "<!-- table -->\n")), end = try #require(text.range(of: "<!-- end -->"))
        guard ProcessInfo.processInfo.environment["PHOTOS_RECORD"] != "1" else {
            return try Data((text[..<begin.upperBound] + table + text[end.lowerBound...]).utf8).write(to: file)
        }
        #expect(text[begin.upperBound..<end.lowerBound] == table, "Docs/Formats.md is not what the tests hold to; PHOTOS_RECORD=1 records it anew")
    }

    @Test func everyPictureHasARow() throws {
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path))
        // One is there to be broken.
        #expect(files.subtracting(ReferenceRow.all.map(\.file) + MovingRow.all.map(\.file)) == ["heic-phone.heic"])
    }
}

extension PixelImage {
    /// The mean and the greatest difference in levels of 255. Where a pixel can't be seen its colour is nobody's.
    fileprivate func difference(from row: ReferenceRow, converts: Bool, onWhite: Bool = false, half: Bool = false) -> (mean: Double, most: Double) {
        let full = half ? (32, (32 * row.height + row.width / 2) / row.width) : (row.width, row.height)
        guard (width, height) == full else { return (.infinity, .infinity) }
        var convert: ([Double]) -> [Double] = converts ? row.space.toSRGB : { $0 }
        if let curve = row.curve { convert = { row.space.shown($0, curve, headroom: row.headroom) } }
        let highest = Double(1 << row.fileBits - 1)
        var sum = 0.0, most = 0.0
        pixels.withUnsafeBytes { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    let wanted = row.scene.value((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
                    var right = convert(wanted.color.map { ($0 * highest).rounded() / highest }) + [wanted.alpha]
                    if onWhite { right = right.prefix(3).map { $0 * wanted.alpha + 1 - wanted.alpha } + [1] }
                    for c in 0..<4 where c == 3 || right[3] > 0 {
                        let value =
                            format == .rgba16
                            ? Double(bytes.loadUnaligned(fromByteOffset: y * bytesPerRow + x * 8 + c * 2, as: UInt16.self)) / 65535
                            : Double(bytes[y * bytesPerRow + x * 4 + c]) / 255
                        let distance = abs(value - right[c]) * 255
                        sum += distance
                        most = max(most, distance)
                    }
                }
            }
        }
        return (sum / Double(width * height * 4), most)
    }
}

extension ReferenceRow {
    /// Turns in one line.
    fileprivate static var table: String {
        var lines = ["| format | what | colours | bits | mean | most |", "| --- | --- | --- | --- | --- | --- |"], last = ""
        for row in all {
            let isTurn = row.what.contains("orientation") || row.what.hasPrefix("irot") || row.what.contains("°")
            let what = isTurn ? row.format + " turned" : row.what
            if isTurn, what == last { continue }
            last = isTurn ? what : ""
            let turns = [
                "HEIC": "irot 0 to 3, alone and with imir 0 and 1", "AVIF": "irot 0 to 3, alone and with imir 0 and 1",
                "QuickTime": "H.264, turned by 90°, 180°, 270°", "DNG": "Bayer mosaic of 16 bits, orientation 1, 3, 6, 8",
            ]
            let text = isTurn ? turns[row.format] ?? "orientation 1 to 8" : row.what
            lines.append("| \(row.format) | \(text) | \(row.colors) | \(row.bits) | \(row.mean) | \(row.most) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var colors: String {
        if headroom == 0 { return "as stored" }
        if headroom > 1 { return "PQ, headroom \(Int(headroom))" }
        return keeps ? "\(space.name), kept" : space.name == "sRGB" ? "sRGB" : "\(space.name) → sRGB"
    }
}
