import Foundation
import Pixels
import Testing

@testable import Codecs

/// Every frame of every kind of animation, against what its file was made to show.
@Suite struct FrameTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../Pixels/Reference").standardized

    static func bytes(_ file: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: file))) }

    private let codec = Codec()

    private func render(_ bytes: [UInt8], _ range: FrameRange = FrameRange(), _ request: RenderRequest = RenderRequest()) throws -> PixelImage {
        var request = request
        request.frames = range
        return try codec.render(bytes, request, "moving")
    }

    @Test(arguments: MovingRow.all) func everyFrameShows(row: MovingRow) throws {
        let image = try render(try Self.bytes(row.file))
        let timing = try #require(image.frames)
        #expect(timing == FrameTiming(delays: row.delays, loopCount: row.loopCount, endsFile: true))
        #expect(image.damage == nil && image.hasAlpha == row.hasAlpha && image.iccProfile == nil)
        try #require((image.width, image.height) == (64, 48 * row.frames.count))
        for (number, fields) in row.frames.enumerated() {
            let frame = image.frame(number)
            #expect((frame.width, frame.height, frame.frames == nil) == (64, 48, true))
            frame.expect(fields, most: row.most, whole: row.most == 0, "\(row), frame \(number + 1)")
        }
    }

    /// A part of the frames, which are made of those before them.
    @Test(arguments: MovingRow.all) func framesComeInRanges(row: MovingRow) throws {
        let bytes = try Self.bytes(row.file), count = row.frames.count
        for first in 0..<count {
            let image = try render(bytes, FrameRange(first: first, count: 2)), there = min(2, count - first)
            #expect(image.frames == FrameTiming(delays: Array(row.delays[first..<first + there]), loopCount: row.loopCount, endsFile: first + 2 >= count))
            #expect(image.hasAlpha == row.hasAlpha)
            for number in 0..<there { image.frame(number).expect(row.frames[first + number], most: row.most, "\(row), frame \(first + number + 1)") }
        }
        let error = #expect(throws: CodecError.self) { try render(bytes, FrameRange(first: count)) }
        #expect(error?.code == .invalidRequest)
    }

    @Test(arguments: MovingRow.all) func framesComeSmallerAndInPart(row: MovingRow) throws {
        let bytes = try Self.bytes(row.file)
        let small = try render(bytes, FrameRange(), RenderRequest(32, 32))
        #expect((small.width, small.height) == (32, 24 * row.frames.count))
        for (number, fields) in row.frames.enumerated() { small.frame(number).expect(fields, most: 12, "\(row) made smaller, frame \(number + 1)") }
        var part = RenderRequest()
        part.crop = UnitRect(x: 0.25, y: 0.5, width: 0.75, height: 0.25)
        let cut = try render(bytes, FrameRange(), part)
        #expect((cut.width, cut.height) == (48, 12 * row.frames.count))
        for (number, fields) in row.frames.enumerated() {
            cut.frame(number).expect(Array(fields[9..<12]), columns: 3, most: max(row.most, 3), "\(row) in part, frame \(number + 1)")
        }
        let turned = try render(
            bytes, FrameRange(count: 1),
            {
                var request = RenderRequest(); request.orientation = 3; return request
            }())
        if !row.file.contains("turn") { turned.expect(row.frames[0].reversed(), most: row.most, "\(row) turned") }
    }

    @Test func framesThatHaveNoRoomAreAskedForAgain() throws {
        let bytes = try Self.bytes("moving-plain.gif"), frame = 64 * 48 * 4
        for (room, count) in [(frame * 3 + 1, 3), (frame * 4, 4), (frame, 1), (10, 1)] {
            let image = try render(bytes, FrameRange(bytes: room))
            #expect(image.frames?.delays.count == count && image.frames?.endsFile == (count == 4) && image.height == 48 * count)
        }
        var limits = DecodingLimits()
        limits.pixels = 64 * 48 * 2
        var request = RenderRequest()
        request.frames = FrameRange()
        #expect(try Codec(limits: limits).render(bytes, request).frames?.delays.count == 2)
    }

    @Test(arguments: ["gif.gif", "png-rgba16.png", "webp-lossy.webp", "jpeg-444.jpg", "heic-420-8.heic", "film-h264-601.mov", "jxl-rgb16.jxl", "avif-clear8.avif"])
    func whatDoesNotMoveIsOneFrame(file: String) throws {
        let bytes = try Self.bytes(file), image = try render(bytes), picture = try codec.render(bytes)
        #expect(image.frames == FrameTiming(delays: [0], loopCount: 1, endsFile: true))
        #expect((image.width, image.height, image.format) == (64, 48, .rgba8) && image.pixels == picture.pixels && image.frame(0).pixels == picture.pixels)
        #expect(throws: CodecError.self) { try render(bytes, FrameRange(first: 1)) }
    }

    @Test func coloursOfAnAnimationAreConvertedOrKept() throws {
        let plain = try Self.bytes("moving-plain.webp"), profile = try #require(try codec.render(try Self.bytes("webp-p3.webp"), keeping).iccProfile)
        // A profile's chunk goes before the animation's.
        let size = profile.count, chunk = Array("ICCP".utf8) + FileBuilder.little(size, 4) + profile + [UInt8](repeating: 0, count: size & 1)
        var bytes = Array(plain[..<30]) + chunk + plain[30...]
        bytes[20] |= 0x20
        bytes.replaceSubrange(4..<8, with: FileBuilder.little(bytes.count - 8, 4))
        let kept = try render(bytes, FrameRange(), keeping), converted = try render(bytes)
        #expect(kept.iccProfile == profile && converted.iccProfile == nil)
        kept.frame(3).expect(MovingRow.plain(3), "kept")
        #expect(converted.pixels != kept.pixels && converted.frame(2).color(0.1, 0.9) != kept.frame(2).color(0.1, 0.9))
    }

    private var keeping: RenderRequest {
        var request = RenderRequest()
        request.keepsWideGamut = true
        return request
    }
}

extension PixelImage {
    /// Each of the fields has its colour: all of it, or its middle.
    func expect(_ fields: [Int], columns: Int = 4, most: Int = 0, whole: Bool = false, _ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let rows = fields.count / columns
        for (number, color) in fields.enumerated() {
            let (x, y) = (number % columns * width / columns, number / columns * height / rows)
            let wide = width / columns, high = height / rows
            let points = whole ? (0..<wide * high).map { (x + $0 % wide, y + $0 / wide) } : [(x + wide / 2, y + high / 2)]
            let right = color == MovingRow.clear ? nil : ReferenceScene(subject: .cells).value((Double(color % 4) + 0.5) / 4, (Double(color / 4) + 0.5) / 4).color
            for (x, y) in points {
                let seen = (0..<4).map { Int(pixels[y * bytesPerRow + x * 4 + $0]) }
                let isRight = right.map { zip($0 + [1], seen).allSatisfy { abs(Int(($0 * 255 + 0.5).rounded(.down)) - $1) <= most } } ?? (seen[3] <= most)
                guard isRight else {
                    Issue.record("\(what), field \(number): \(seen) at \(x), \(y) and not colour \(color)", sourceLocation: sourceLocation)
                    return
                }
            }
        }
    }
}
