import Testing

@testable import Metadata

@Suite struct ImageHeaderTests {
    private func parse(_ bytes: [UInt8], _ type: String, frameLimit: Int = 10_000) -> ImageHeader? {
        bytes.withUnsafeBytes { ImageHeader.read($0, uniformType: type, frameLimit: frameLimit) }
    }

    @Test func jpeg() throws {
        let exif = DirectoryBuilder(entries: [(tag: 0x112, value: .short([6]))]).tiff()
        let header = try #require(parse(Samples.jpeg(width: 4032, height: 3024, exif: exif), "public.jpeg"))
        #expect((header.width, header.height) == (4032, 3024))
        #expect(header.bitsPerComponent == 8)
        let block = try #require(header.exifBlock)
        #expect(Array(Samples.jpeg(exif: exif)[block]) == exif)
    }

    @Test func jpegWithoutAFrameHasNoSize() {
        #expect(parse([0xFF, 0xD8, 0xFF, 0xD9], "public.jpeg") == nil)
        #expect(parse([0xFF, 0xD8, 0xFF, 0xDA, 0, 2], "public.jpeg") == nil)
        #expect(parse([0xFF, 0xD8, 0xFF, 0xE0, 0, 1], "public.jpeg") == nil)
        #expect(parse(Samples.jpeg(width: 0), "public.jpeg") == nil)
    }

    @Test func png() throws {
        let plain = try #require(parse(Samples.png(), "public.png"))
        #expect((plain.width, plain.height, plain.hasAlpha, plain.frameCount) == (640, 480, false, 1))
        #expect(parse(Samples.png(colorType: 6), "public.png")?.hasAlpha == true)
        #expect(parse(Samples.png(colorType: 3, transparent: true), "public.png")?.hasAlpha == true)
        #expect(parse(Samples.png(frames: 12), "public.png")?.frameCount == 12)
        #expect(parse(Samples.png(frames: 2_391_707_170), "public.png")?.frameCount == 10_000, "what a header promises costs nothing to promise")
    }

    @Test func gif() throws {
        let header = try #require(parse(Samples.gif(frames: 3, transparent: true), "com.compuserve.gif"))
        #expect((header.width, header.height, header.frameCount, header.hasAlpha) == (20, 10, 3, true))
        #expect(parse(Samples.gif(frames: 50), "com.compuserve.gif", frameLimit: 10)?.frameCount == 10)
        let described = Samples.gif(frames: 2, xmp: "<x:xmpmeta/>")
        let packet = try #require(parse(described, "com.compuserve.gif")?.xmpPacket)
        #expect(Array(described[packet]) == Array("<x:xmpmeta/>".utf8))
        #expect(parse(described, "com.compuserve.gif")?.frameCount == 2)
    }

    @Test func webP() throws {
        let extended: [UInt8] = [0x10, 0, 0, 0, 0x7F, 0x02, 0x00, 0xDF, 0x01, 0x00]
        let animated = try #require(parse(Samples.webP([("VP8X", extended), ("ANMF", [1]), ("ANMF", [1, 2])]), "org.webmproject.webp"))
        #expect((animated.width, animated.height, animated.frameCount, animated.hasAlpha) == (640, 480, 2, true))
        let lossy: [UInt8] = [0, 0, 0, 0x9D, 0x01, 0x2A, 0x80, 0x02, 0xE0, 0x01]
        #expect(parse(Samples.webP([("VP8 ", lossy)]), "org.webmproject.webp")?.width == 640)
        let lossless = try #require(parse(Samples.webP([("VP8L", [0x2F, 0x7F, 0xC2, 0x77, 0x10])]), "org.webmproject.webp"))
        #expect((lossless.width, lossless.height, lossless.hasAlpha) == (640, 480, true))
    }

    @Test func bmpWithRowsFromTheTop() throws {
        var file = Bytes(isLittleEndian: true)
        file.add("BM")
        file.add([UInt8](repeating: 0, count: 12))
        for number in [40, 640, -480] { file.add32(number) }
        let header = try #require(parse(file.bytes, "com.microsoft.bmp"))
        #expect((header.width, header.height) == (640, 480))
    }

    @Test func jpeg2000() throws {
        var stream = Bytes()
        stream.add([0xFF, 0x4F, 0xFF, 0x51, 0, 47, 0, 0])
        for number in [650, 490, 10, 10, 650, 490, 0, 0] { stream.add32(number) }
        stream.add([0, 4, 7, 1, 1])
        let boxed = [0, 0, 0, 12] + Array("jP  ".utf8) + [13, 10, 0x87, 10] + Bytes.box("jp2c", stream.bytes)
        for file in [stream.bytes, boxed] {
            let header = try #require(parse(file, "public.jpeg-2000"))
            #expect((header.width, header.height, header.hasAlpha, header.bitsPerComponent) == (640, 480, true, 8))
        }
    }

    /// Packs (value, bits) pairs, lowest bit first.
    private func packed(_ fields: [(Int, Int)]) -> [UInt8] {
        var bytes: [UInt8] = []
        var position = 0
        for (value, count) in fields {
            for index in 0..<count {
                if position % 8 == 0 { bytes.append(0) }
                bytes[position / 8] |= UInt8(value >> index & 1) << (position % 8)
                position += 1
            }
        }
        return bytes + [0, 0, 0, 0]
    }

    @Test func jpegXL() throws {
        // Small: both sides in eighths.
        #expect(
            parse([0xFF, 0x0A] + packed([(1, 1), (27, 5), (0, 3), (15, 5), (1, 1)]), "public.jpeg-xl")
                == {
                    var header = ImageHeader(width: 128, height: 224)
                    header.bitsPerComponent = 8
                    return header
                }())
        // Height in 13 bits, width by the ratio 4:3, turned by 6.
        let turned = [0xFF, 0x0A] + packed([(0, 1), (1, 2), (3023, 13), (3, 3), (0, 1), (1, 1), (5, 3), (0, 1), (0, 1), (0, 1)])
        let plain = try #require(parse(turned, "public.jpeg-xl"))
        #expect((plain.width, plain.height, plain.decoderOrientation, plain.isAnimated) == (4032, 3024, 6, false))
        let container = [0, 0, 0, 12] + Array("JXL ".utf8) + [13, 10, 0x87, 10] + Bytes.box("Exif", [0, 0, 0, 0, 1, 2, 3]) + Bytes.box("xml ", [9]) + Bytes.box("jxlc", turned)
        let boxed = try #require(parse(container, "public.jpeg-xl"))
        #expect(boxed.width == 4032)
        #expect(boxed.exifBlock.map { Array(container[$0]) } == [1, 2, 3])
        #expect(boxed.xmpPacket.map { Array(container[$0]) } == [9])
    }

    @Test func profileNames() {
        func profile(_ tag: [UInt8]) -> [UInt8] {
            var file = Bytes()
            file.add([UInt8](repeating: 0, count: 36))
            file.add("acsp")
            file.add([UInt8](repeating: 0, count: 88))
            file.add32(1)
            file.add("desc")
            file.add32(144)
            file.add32(tag.count)
            return file.bytes + tag
        }
        func name(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { ICCProfile.description($0) } }
        let ascii = Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 5] + Array("sRGB\0".utf8)
        #expect(name(profile(ascii)) == "sRGB")
        var many = Bytes()
        many.add("mluc")
        for number in [0, 2, 12] { many.add32(number) }
        many.add("deDE")
        for number in [2, 40] { many.add32(number) }
        many.add("enUS")
        for number in [4, 42] { many.add32(number) }
        many.add([0, 0x41, 0, 0x50, 0, 0x33])
        #expect(name(profile(many.bytes)) == "P3")
        #expect(name([1, 2, 3]) == nil)
    }
}
