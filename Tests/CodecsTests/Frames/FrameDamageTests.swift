import Pixels
import TestSupport
import Testing

@testable import Codecs

@Suite struct FrameDamageTests {
    private let codec = Codec()

    private func render(_ bytes: [UInt8], _ range: FrameRange = FrameRange(), limits: DecodingLimits? = nil, side: Int? = nil) throws -> PixelImage {
        var request = side.map { RenderRequest($0, $0) } ?? RenderRequest()
        request.frames = range
        return try (limits.map { Codec(limits: $0) } ?? codec).render(bytes, request, "moving")
    }

    /// Whatever is missing, what comes is a beginning of the animation or an error that says why.
    @Test(arguments: MovingRow.all) func cutOffAnimationsGiveWhatCameBefore(row: MovingRow) throws {
        let bytes = try FrameTests.bytes(row.file)
        var most = 0
        for tenth in 1...9 {
            do {
                let image = try render(Array(bytes.prefix(bytes.count * tenth / 10)))
                let count = try #require(image.frames?.delays.count)
                // A file without its index, or without the frames' count, may be a sound still picture.
                guard count > 1 || image.frames?.delays != [0] else { continue }
                most = max(most, count)
                #expect(count <= row.frames.count && image.height == 48 * count)
                #expect(count == row.frames.count || image.damage != nil, "\(row), \(tenth) tenths: \(count) frames and no damage")
                // The last one may be there in part.
                for number in 0..<count - 1 { image.frame(number).expect(row.frames[number], most: row.most, "\(row), \(tenth) tenths, frame \(number + 1)") }
            } catch let error as CodecError {
                #expect([.damaged, .unsupported].contains(error.code), "\(row), \(tenth) tenths: \(error)")
            }
        }
        if row.file.hasSuffix("gif") || row.file.hasSuffix("png") { #expect(most > 1, "\(row) never gave the frames before the cut") }
    }

    @Test(arguments: MovingRow.all) func changedBytesEndWell(row: MovingRow) throws {
        let bytes = try FrameTests.bytes(row.file)
        var random = LinearRandom(state: row.file.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) })
        for _ in 0..<40 {
            var changed = bytes
            for _ in 0..<3 {
                let bits = random.next()
                changed[Int(bits >> 33) % changed.count] = UInt8(truncatingIfNeeded: bits >> 20)
            }
            guard let image = try? render(changed), let frames = image.frames else { continue }
            #expect(!frames.delays.isEmpty && image.height % frames.delays.count == 0 && image.pixels.count == image.width * image.height * 4)
        }
    }

    /// One pixel, ten thousand times: as many come as are read of a GIF, in one range or in several.
    @Test func aGIFOfTenThousandFrames() throws {
        let bytes = FileBuilder.gif(frames: (0..<10_000).map { [UInt8($0 % 4)] }, width: 1, height: 1)
        let all = try render(bytes)
        #expect(all.frames?.delays.count == VipsFrames.most && all.frames?.endsFile == true && all.damage == nil)
        #expect((all.width, all.height) == (1, VipsFrames.most))
        #expect((0..<VipsFrames.most).allSatisfy { Int(all.pixels[$0 * 4]) == $0 % 4 * 60 })
        let some = try render(bytes, FrameRange(first: 3001, count: 1000))
        #expect(some.frames?.delays.count == 1000 && some.frames?.endsFile == false && some.pixels[0] == 60)
        let last = try render(bytes, FrameRange(first: VipsFrames.most - 10))
        #expect(last.frames?.delays.count == 10 && last.frames?.endsFile == true && (0..<10).allSatisfy { Int(last.pixels[$0 * 4]) == (2 + $0) % 4 * 60 })
        #expect(throws: CodecError.self) { try render(bytes, FrameRange(first: VipsFrames.most)) }
    }

    @Test func giantsAreRefusedBeforeAnythingIsDecoded() throws {
        let huge = FileBuilder.gif(frames: [[1], [2], [3]], width: 65_535, height: 65_535)
        #expect(throws: CodecError.self) { try render(huge) }.map { #expect($0.code == .tooLarge) }
        // Each frame would do.
        let large = FileBuilder.gif(frames: (0..<2000).map { [UInt8($0 % 4)] }, width: 2000, height: 2000)
        let error = #expect(throws: CodecError.self) { try render(large, side: 10) }
        #expect(error?.code == .tooLarge && error?.message.contains("2000 frames") == true, "\(String(describing: error))")
        var limits = DecodingLimits()
        limits.framePixels = 64 * 48 * 3
        let plain = try FrameTests.bytes("moving-plain.gif")
        #expect(throws: CodecError.self) { try render(plain, limits: limits) }
        #expect(try render(plain, FrameRange(count: 3), limits: limits).frames?.delays.count == 3)
        #expect(throws: CodecError.self) { try render(plain, FrameRange(first: 3, count: 1), limits: limits) }
    }

    @Test func impossibleRangesAreRefused() throws {
        let plain = try FrameTests.bytes("moving-plain.gif")
        for range in [FrameRange(first: -1), FrameRange(first: 4), FrameRange(first: .max), FrameRange(count: 0), FrameRange(count: -5)] {
            let error = #expect(throws: CodecError.self) { try render(plain, range) }
            #expect(error?.code == .invalidRequest, "\(range): \(String(describing: error))")
        }
    }
}

extension FileBuilder {
    /// Frames of few pixels, each the number of one of four greys, in the top left corner of a canvas.
    static func gif(frames: [[UInt8]], width: Int, height: Int) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0xF1, 0, 0]
        for grey in 0..<4 { bytes += [UInt8](repeating: UInt8(grey * 60), count: 3) }
        for frame in frames {
            bytes += [0x21, 0xF9, 4, 4] + little(5, 2) + [0, 0, 0x2C, 0, 0, 0, 0] + little(frame.count, 2) + little(1, 2) + [0, 2]
            // Codes of three bits: clear, the pixel, end.
            let codes = frame.flatMap { [4, Int($0)] } + [5]
            var bits = 0
            for (at, code) in codes.enumerated() { bits |= code << (3 * at) }
            let length = (codes.count * 3 + 7) / 8
            bytes += [UInt8(length)] + little(bits, length) + [0]
        }
        return bytes + [0x3B]
    }
}
