import Pixels
import Testing

@testable import Codecs

@Suite struct LimitTests {
    private let codec = Codec()

    @Test func giantsAreRefusedBeforeAnythingIsDecoded() throws {
        let jpeg = FileBuilder.withSize(65500, 65500, try codec.jpeg(Quadrants.image(64, 64)))
        let png = FileBuilder.png(1, 1, depth: 8, .rgb, rows: [[1, 2, 3]], declared: (60000, 60000))
        for (name, bytes) in [("giant.jpg", jpeg), ("giant.png", png)] {
            for attempt in [{ _ = try codec.examine(bytes, name) }, { _ = try codec.render(bytes, RenderRequest(10, 10), name) }] {
                let error = #expect(throws: CodecError.self, performing: attempt)
                #expect(error?.code == .tooLarge, "\(String(describing: error))")
                #expect(error?.message.contains(name) == true)
            }
        }
    }

    @Test func theLimitIsOnTheFullSize() throws {
        var limits = DecodingLimits()
        limits.pixels = 100 * 100
        let small = Codec(limits: limits)
        let samples: [[UInt8]] = [
            try codec.jpeg(Quadrants.image(200, 100)), try codec.encode(Quadrants.image(200, 100), as: .png).bytes,
            FileBuilder.tiff(Quadrants.source(200, 100), orientation: 1), FileBuilder.dng(Quadrants.source(200, 100), orientation: 1),
            FileBuilder.movie([try codec.jpeg(Quadrants.image(200, 100))], width: 200, height: 100, rotation: 0),
        ]
        for bytes in samples {
            let error = #expect(throws: CodecError.self) { try small.render(bytes, RenderRequest(10, 10)) }
            #expect(error?.code == .tooLarge, "\(String(describing: error))")
        }
        Quadrants.expectUpright(try small.render(try codec.jpeg(Quadrants.image(100, 100))))
    }

    @Test func sizesAreCheckedWithoutOverflow() throws {
        let limits = DecodingLimits()
        try limits.check(PixelSize(width: 1 << 14, height: 1 << 14))
        for (size, code) in [
            (PixelSize(width: 1 << 14, height: (1 << 14) + 1), CodecError.Code.tooLarge), (PixelSize(width: .max, height: .max), .tooLarge),
            (PixelSize(width: 0, height: 9), .damaged), (PixelSize(width: 9, height: -1), .damaged),
        ] {
            let error = #expect(throws: CodecError.self) { try limits.check(size) }
            #expect(error?.code == code)
        }
    }

    @Test func aHeaderThatPromisesMoreThanThereIsEndsWell() throws {
        let png = FileBuilder.png(1, 1, depth: 8, .rgb, rows: [[1, 2, 3]], declared: (4000, 3000))
        let jpeg = FileBuilder.withSize(9000, 9000, try codec.jpeg(Quadrants.image(64, 64)))
        for bytes in [png, jpeg] {
            do {
                let image = try codec.render(bytes, RenderRequest(64, 64))
                #expect(image.damage != nil)
            } catch let error as CodecError { #expect(error.code == .damaged) }
        }
    }

    @Test func memoryThatIsTooSmallIsRefused() throws {
        let file = try codec.jpeg(Quadrants.image(32, 32))
        let error = #expect(throws: CodecError.self) {
            try file.withUnsafeBytes { bytes in
                _ = try codec.render(bytes, name: "small", RenderRequest()) { count throws(CodecError) in
                    UnsafeMutableRawBufferPointer.allocate(byteCount: count - 1, alignment: 16)
                }
            }
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test func encodingChecksItsInput() throws {
        var image = Quadrants.image(16, 16)
        #expect(throws: CodecError.self) { try codec.encode(image, as: .jpeg(quality: 0)) }
        image.pixels = PixelBuffer(image.pixels.dropLast())
        #expect(throws: CodecError.self) { try codec.encode(image, as: .png) }
        let wide = PixelImage(width: 70_000, height: 1, bytesPerRow: 280_000, pixels: [UInt8](repeating: 9, count: 280_000), hasAlpha: false)
        #expect(throws: CodecError.self) { try codec.encode(wide, as: .jpeg(quality: 90)) }
    }
}
