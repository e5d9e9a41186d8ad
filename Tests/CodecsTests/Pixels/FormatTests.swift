import CTurboJPEG
import Pixels
import Testing

@testable import Codecs

@Suite struct FormatTests {
    private let codec = Codec()

    @Test func everyCodecIsThere() throws {
        #expect(try codec.prepare() == [])
    }

    @Test(arguments: WarmUp.samples.map(\.name).filter { $0 != "JPEG" && $0 != "PNG" }) func storedSamplesShowTheirColours(name: String) throws {
        let sample = try #require(WarmUp.samples.first { $0.name == name })
        let examined = try codec.examine(sample.bytes, name)
        let image = try codec.render(sample.bytes)
        #expect(examined.preview?.width == image.width && examined.thumbnail?.height == image.height)
        // Upper left 255, 200, 220; upper right 30, 200, 60; lower left 30, 40, 220; lower right 255, 40, 60: lossy at this size.
        let a = image.color(0.25, 0.25), b = image.color(0.75, 0.25), c = image.color(0.25, 0.75), d = image.color(0.75, 0.75)
        #expect(a.red > 200 && a.green > 150 && b.red < 110 && b.green > 150, "\(a) \(b)")
        #expect(c.red < 110 && c.green < 110 && c.blue > 150 && d.red > 180 && d.green < 110, "\(c) \(d)")
    }

    @Test(arguments: [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411]) func everyChromaResolutionIsRead(subsampling: TJSAMP) throws {
        let image = Quadrants.image(203, 101)
        let planes = try image.pixels.withUnsafeBytes {
            try PlanarImage(pixels: $0.baseAddress!, size: PixelSize(width: 203, height: 101), bytesPerRow: 203 * 4, layout: .rgba, subsampling: subsampling)
        }
        let file = try JPEGWriter.write(planes, quality: 95).bytes
        for request in [RenderRequest(), RenderRequest(64, 64), RenderRequest(150, 150, exact: false)] {
            Quadrants.expectUpright(try codec.render(file, request), "\(subsampling)")
        }
        Quadrants.expectUpright(try codec.render(try #require(try codec.examine(file).preview).bytes))
    }

    @Test func greyJPEGsStayGrey() throws {
        let plane = try Plane(width: 64, height: 32)
        for y in 0..<32 { for x in 0..<64 { plane.row(y)[x] = x < 32 ? 60 : 190 } }
        let file = try JPEGWriter.write(PlanarImage(luma: plane), quality: 95).bytes
        let image = try codec.render(try #require(try codec.examine(file).thumbnail).bytes)
        for (x, value) in [(0.25, 60), (0.75, 190)] {
            let seen = image.color(x, 0.5)
            #expect(abs(seen.red - value) < 4 && seen.red == seen.green && seen.green == seen.blue)
        }
    }

    @Test func printColoursAreConverted() throws {
        // YCCK with full ink of one kind to each quarter; Adobe's files store ink inverted, and libjpeg marks ours so.
        let handle = tjInitCompress()
        defer { tjDestroy(handle) }
        var pixels: [UInt8] = []
        for y in 0..<64 { for x in 0..<64 { pixels += y < 32 ? (x < 32 ? [0, 255, 255, 255] : [255, 0, 255, 255]) : (x < 32 ? [255, 255, 0, 255] : [255, 255, 255, 0]) } }
        var buffer: UnsafeMutablePointer<UInt8>?
        var length: CUnsignedLong = 0
        defer { tjFree(buffer) }
        try #require(tjCompress2(handle, pixels, 64, 0, 64, CInt(TJPF_CMYK.rawValue), &buffer, &length, CInt(TJSAMP_444.rawValue), 95, 0) == 0)
        let file = Array(UnsafeBufferPointer(start: buffer, count: Int(length)))
        let preview = try codec.render(try #require(try codec.examine(file, "print.jpg").preview).bytes)
        let full = try codec.render(file)
        for image in [preview, full] {
            let cyan = image.color(0.25, 0.25), magenta = image.color(0.75, 0.25), yellow = image.color(0.25, 0.75), black = image.color(0.75, 0.75)
            #expect(cyan.blue > cyan.red + 60 && cyan.green > cyan.red + 60)
            #expect(magenta.red > magenta.green + 60)
            #expect(yellow.red > yellow.blue + 60 && yellow.green > yellow.blue + 60)
            #expect(black.red < 80 && black.green < 80 && black.blue < 80)
        }
    }

    @Test func deepAndPalettePNGsBecomeEightBits() throws {
        let source = Quadrants.source(96, 64)
        let deep = FileBuilder.png(96, 64, depth: 16, .rgb, rows: (0..<64).map { y in (0..<96 * 3).flatMap { [source.rgb[y * 288 + $0], 0x55] } })
        Quadrants.expectUpright(try codec.render(deep), tolerance: 2)
        Quadrants.expectUpright(try codec.render(try #require(try codec.examine(deep).preview).bytes))
        let colors = [Quadrants.topLeft, Quadrants.topRight, Quadrants.bottomLeft, Quadrants.bottomRight]
        let indexed = FileBuilder.png(
            40, 30, depth: 8, .palette, palette: colors.flatMap { [UInt8($0.red), UInt8($0.green), UInt8($0.blue)] },
            rows: (0..<30).map { y in (0..<40).map { x in (y < 15 ? 0 : 2) + (x < 20 ? 0 : 1) } })
        Quadrants.expectUpright(try codec.render(indexed), tolerance: 0)
        let grey = FileBuilder.png(40, 30, depth: 16, .grey, rows: (0..<30).map { _ in (0..<40).flatMap { _ in [UInt8(100), 100] } })
        let seen = try codec.render(grey).color(0.5, 0.5)
        #expect(seen == (100, 100, 100))
    }

    @Test func transparencyIsKeptInPixelsAndWhiteInJPEGs() throws {
        let rows = (0..<20).map { y in (0..<30).flatMap { x -> [UInt8] in x < 15 ? [200, 0, 0, 255] : [0, 0, 200, y < 10 ? 0 : 128] } }
        let file = FileBuilder.png(30, 20, depth: 8, .rgba, rows: rows)
        let image = try codec.render(file)
        #expect(image.hasAlpha && image.alpha(0.25, 0.5) == 255 && image.alpha(0.75, 0.25) == 0 && image.alpha(0.75, 0.75) == 128)
        let small = try codec.render(file, RenderRequest(15, 15))
        #expect((small.width, small.height) == (15, 10) && small.hasAlpha)
        let edge = small.color(0.1, 0.5)
        #expect(edge.red > 190 && edge.blue < 10)
        let examined = try codec.examine(file, "clear.png")
        for rendition in [try #require(examined.preview), try #require(examined.thumbnail), try codec.encode(image, as: .jpeg(quality: 95))] {
            let flat = try codec.render(rendition.bytes)
            let clear = flat.color(0.85, 0.2), half = flat.color(0.85, 0.8), solid = flat.color(0.2, 0.5)
            #expect(min(clear.red, clear.green, clear.blue) > 245)
            #expect(abs(half.red - 127) < 12 && half.blue > 210)
            #expect(solid.red > 185 && solid.green < 20)
        }
        let copy = try codec.render(try codec.encode(image, as: .png).bytes)
        #expect(copy.pixels == image.pixels && copy.hasAlpha)
    }

    @Test func animationsShowTheirFirstFrame() throws {
        let gif = WarmUp.bytes(
            "47494638396110000c00f7ff310000ffff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff000000ff0021ff0b4e45545343415045322e30030100000021f90405140002002c0000000010000c00810000ffff000000ff00ffffff08190003081c48b0a0c18308132a5cc8b0a1c38710234a9c2830200021f904051400ff002c0000000010000c000008190001081c48b0a0c18308132a5cc8b0a1c38710234a9c283020003b"
        )
        let webp = WarmUp.bytes("524946463e000000574542505650384c320000002f0fc003001f201048421d7744814082923fd6240b0408a9d2848999fff8a3020161b6d1242739c97b9f4144ff03f4dbea03")
        let image = try codec.render(gif)
        #expect((image.width, image.height) == (16, 12))
        let seen = image.color(0.5, 0.5)
        #expect(seen.red > 200 && seen.blue < 60)
        #expect(try codec.examine(gif, "moving.gif").facts.frameCount == 2)
        let examined = try codec.examine(webp, "moving.webp")
        #expect(examined.preview?.width == 16 && examined.preview?.height == 16)
    }

    @Test func bitmapsAreShown() throws {
        let source = Quadrants.source(24, 16)
        var rows: [UInt8] = []
        for y in (0..<16).reversed() { for x in 0..<24 { rows += source.rgb[(y * 24 + x) * 3..<(y * 24 + x) * 3 + 3].reversed() } }
        let header =
            FileBuilder.little(40, 4) + FileBuilder.little(24, 4) + FileBuilder.little(16, 4) + FileBuilder.little(1, 2) + FileBuilder.little(24, 2)
            + [UInt8](repeating: 0, count: 24)
        let file = Array("BM".utf8) + FileBuilder.little(54 + rows.count, 4) + FileBuilder.little(0, 4) + FileBuilder.little(54, 4) + header + rows
        Quadrants.expectUpright(try codec.render(file), tolerance: 3)
        Quadrants.expectUpright(try codec.render(try #require(try codec.examine(file, "old.bmp").preview).bytes), tolerance: 10)
    }

    @Test func aFilmsStillIsTheOneShownAtItsTime() throws {
        let frames = try [Quadrants.topLeft, Quadrants.topRight, Quadrants.bottomLeft].map { color in
            try codec.jpeg(
                PixelImage(
                    width: 64, height: 48, bytesPerRow: 256, pixels: (0..<64 * 48).flatMap { _ in [UInt8(color.red), UInt8(color.green), UInt8(color.blue), 255] },
                    hasAlpha: false))
        }
        let file = FileBuilder.movie(frames, width: 64, height: 48, rotation: 0)
        for (time, color) in [(0, Quadrants.topLeft), (0.1, Quadrants.topLeft), (0.25, Quadrants.topRight), (0.5, Quadrants.bottomLeft), (9, Quadrants.bottomLeft)] {
            var request = RenderRequest()
            request.time = time
            let seen = try codec.render(file, request).color(0.5, 0.5)
            #expect(abs(seen.red - color.red) < 8 && abs(seen.green - color.green) < 8 && abs(seen.blue - color.blue) < 8, "at \(time): \(seen)")
        }
    }
}
