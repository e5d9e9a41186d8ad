import Glibc
import Pixels
import Testing

@testable import Codecs

/// 16 bits a component, where they are asked for and the file has more than 8. Tolerances are in 65535ths.
@Suite struct DeepTests {
    private let codec = Codec()

    private static let deep: RenderRequest = {
        var request = RenderRequest()
        request.format = .rgba16
        return request
    }()

    /// A PNG of the ramp.
    private static func png(_ width: Int, _ height: Int) -> [UInt8] {
        FileBuilder.png(width, height, depth: 16, .rgb, rows: (0..<height).map { y in (0..<width).flatMap { x in big(DeepSamples.ramp(x, y)) } })
    }

    private static func big(_ color: (red: Int, green: Int, blue: Int)) -> [UInt8] {
        FileBuilder.big(color.red, 2) + FileBuilder.big(color.green, 2) + FileBuilder.big(color.blue, 2)
    }

    /// Every pixel within `tolerance` of the ramp, of which each is shown `scale` times on both axes.
    private func expectRamp(_ image: PixelImage, _ width: Int, _ height: Int, tolerance: Int, scale: Int = 1, _ what: String) {
        #expect((image.width, image.height, image.bytesPerRow) == (width, height, width * 8), "\(what)")
        #expect(image.format == .rgba16 && !image.hasAlpha && image.pixels.count == width * height * 8, "\(what)")
        var worst = 0
        for y in 0..<min(height, image.height) {
            for x in 0..<min(width, image.width) {
                let seen = image.deep(x, y), right = DeepSamples.ramp(x / scale, y / scale)
                worst = max(worst, abs(seen[0] - right.red), abs(seen[1] - right.green), abs(seen[2] - right.blue), 65535 - seen[3])
            }
        }
        #expect(worst <= tolerance, "\(what)")
    }

    @Test func everyBitOfAFileIsThere() throws {
        expectRamp(try codec.render(Self.png(32, 24), Self.deep), 32, 24, tolerance: 0, "PNG")
        let pixels = (0..<24).flatMap { y in
            (0..<32).flatMap { x in
                let color = DeepSamples.ramp(x, y)
                return FileBuilder.little(color.red, 2) + FileBuilder.little(color.green, 2) + FileBuilder.little(color.blue, 2)
            }
        }
        let tiff = FileBuilder.tiff(
            [
                (256, 4, [32]), (257, 4, [24]), (258, 3, [16, 16, 16]), (259, 3, [1]), (262, 3, [2]), (274, 3, [1]), (277, 3, [3]), (278, 4, [24]),
            ], pixels: pixels)
        expectRamp(try codec.render(tiff, Self.deep), 32, 24, tolerance: 0, "TIFF")
        expectRamp(try codec.render(DeepSamples.jxl, Self.deep), 32, 24, tolerance: 0, "JPEG XL")
    }

    /// A step of 10 bits is 64; the codecs lose up to two more.
    @Test func tenBitsBecomeSixteen() throws {
        expectRamp(try codec.render(DeepSamples.avif, Self.deep), 32, 24, tolerance: 256, "AVIF")
        // Halved chroma of doubled pixels: within it colours run into each other where the ramp turns.
        expectRamp(try codec.render(DeepSamples.heic, Self.deep), 64, 48, tolerance: 1100, scale: 2, "HEIC")
    }

    @Test(arguments: ["PNG", "JPEG XL", "AVIF", "HEIC"]) func eightBitsAreGivenWhereNobodyAsks(_ kind: String) throws {
        let file = ["PNG": Self.png(32, 24), "JPEG XL": DeepSamples.jxl, "AVIF": DeepSamples.avif, "HEIC": DeepSamples.heic][kind] ?? []
        let image = try codec.render(file), full = try codec.render(file, Self.deep)
        #expect(image.format == .rgba8 && image.pixels.count == image.width * image.height * 4)
        var worst = 0
        for y in 2..<image.height - 2 {
            for x in 2..<image.width - 2 {
                let seen = full.deep(x, y)
                for c in 0..<3 { worst = max(worst, abs(Int(image.pixels[y * image.bytesPerRow + x * 4 + c]) * 257 - seen[c])) }
            }
        }
        // Two values of 8 bits; four where brightness and colour are rounded apart, and HEIC's halved chroma is spread out by two different programs.
        #expect(worst <= (["AVIF": 1028, "HEIC": 1200][kind] ?? 514), "\(kind): \(worst)")
    }

    @Test func deepPicturesAreReducedCutAndTurned() throws {
        let file = Self.png(64, 24)
        var request = Self.deep
        request.target = PixelSize(width: 16, height: 16)
        let small = try codec.render(file, request)
        #expect((small.width, small.height, small.format) == (16, 6, .rgba16))
        for y in 1..<5 {
            // Further to the right red begins anew.
            for x in 1..<7 {
                // Four pixels make one; a ramp's average is its middle.
                let seen = small.deep(x, y), red = Double(8192) + 1500 * (Double(x) * 4 + 1.5), green = Double(8192) + 2000 * (Double(y) * 4 + 1.5)
                #expect(abs(Double(seen[0]) - red) < 80 && abs(Double(seen[1]) - green) < 80 && abs(seen[2] - 30000) < 2, "\(x) \(y): \(seen)")
            }
        }
        request = Self.deep
        request.crop = UnitRect(x: 0.25, y: 0.5, width: 0.25, height: 0.5)
        let part = try codec.render(Self.png(32, 24), request)
        #expect((part.width, part.height) == (8, 12))
        #expect(part.deep(0, 0)[0] == DeepSamples.ramp(8, 12).red && part.deep(7, 11)[1] == DeepSamples.ramp(15, 23).green)
        for orientation in 1...8 {
            request = Self.deep
            request.orientation = orientation
            let turned = try codec.render(Self.png(32, 24), request)
            #expect((turned.width, turned.height) == (orientation < 5 ? (32, 24) : (24, 32)))
            // EXIF 2.32, tag 274: where the first stored pixel is seen.
            let column = [2, 3, 6, 7].contains(orientation) ? turned.width - 1 : 0, row = [3, 4, 7, 8].contains(orientation) ? turned.height - 1 : 0
            #expect(turned.deep(column, row) == [8192, 8192, 30000, 65535], "\(orientation)")
            let next = orientation < 5 ? (column == 0 ? 1 : column - 1, row) : (column, row == 0 ? 1 : row - 1)
            #expect(turned.deep(next.0, next.1)[0] == DeepSamples.ramp(1, 0).red, "\(orientation)")
        }
    }

    @Test func greyAndClearPicturesStayWhatTheyAre() throws {
        let grey = FileBuilder.png(20, 10, depth: 16, .grey, rows: (0..<10).map { _ in (0..<20).flatMap { FileBuilder.big(1000 + $0, 2) } })
        let image = try codec.render(grey, Self.deep)
        #expect(image.format == .rgba16 && !image.hasAlpha && image.deep(7, 3) == [1007, 1007, 1007, 65535])
        let clear = FileBuilder.png(
            40, 20, depth: 16, .rgba,
            rows: (0..<20).map { _ in
                (0..<40).flatMap { x in
                    Self.big(x < 20 ? (51400, 300, 300) : (300, 300, 51400)) + FileBuilder.big(x < 20 ? 65535 : 12345, 2)
                }
            })
        let full = try codec.render(clear, Self.deep)
        #expect(full.hasAlpha && full.deep(3, 3) == [51400, 300, 300, 65535] && full.deep(30, 3) == [300, 300, 51400, 12345])
        var request = Self.deep
        request.target = PixelSize(width: 10, height: 10)
        let small = try codec.render(clear, request).deep(8, 2)
        #expect(abs(small[0] - 300) < 8 && abs(small[2] - 51400) < 8 && abs(small[3] - 12345) < 8, "the colour is not weighed down by its alpha: \(small)")
    }

    @Test func picturesOfEightBitsStaySo() throws {
        #expect(try codec.render(try codec.jpeg(Quadrants.image(64, 48)), Self.deep).format == .rgba8)
        let png = try codec.encode(Quadrants.image(64, 48), as: .png).bytes
        let image = try codec.render(png, Self.deep)
        #expect(image.format == .rgba8)
        Quadrants.expectUpright(image, tolerance: 0)
    }

    @Test func sensorDataHasItsBits() throws {
        let file = FileBuilder.dng(Quadrants.source(96, 64), orientation: 1)
        let eight = try codec.render(file), sixteen = try codec.render(file, Self.deep)
        #expect(sixteen.format == .rgba16 && (sixteen.width, sixteen.height) == (eight.width, eight.height))
        for (x, y) in [(24, 16), (72, 16), (24, 48), (72, 48)] {
            let seen = sixteen.deep(x, y)
            for c in 0..<3 { #expect(abs(seen[c] / 257 - Int(eight.pixels[y * eight.bytesPerRow + x * 4 + c])) <= 3, "\(x) \(y)") }
        }
        var request = Self.deep
        request.target = PixelSize(width: 24, height: 24)
        #expect(try codec.render(file, request).width == 24)
    }

    @Test func wideColoursAreConvertedInSixteenBits() throws {
        var image = try codec.render(Self.png(32, 24), Self.deep)
        image.iccProfile = ColorProfile.displayP3
        let file = try codec.encode(image, as: .png).bytes
        var request = Self.deep
        request.keepsWideGamut = true
        let kept = try codec.render(file, request)
        #expect(kept.iccProfile == ColorProfile.displayP3 && kept.pixels == image.pixels)
        let converted = try codec.render(file, Self.deep), eight = try codec.render(file)
        #expect(converted.iccProfile == nil && converted.format == .rgba16)
        for at in [0, 100, 333, 767] {
            let (x, y) = (at % 32, at / 32), seen = converted.deep(x, y)
            for c in 0..<3 { #expect(abs(seen[c] - Int(eight.pixels[y * 128 + x * 4 + c]) * 257) < 400, "\(x) \(y) \(seen)") }
        }
        #expect(converted.deep(31, 0) != kept.deep(31, 0))
    }

    @Test func deepPicturesAreWrittenWhole() throws {
        let image = try codec.render(Self.png(32, 24), Self.deep)
        #expect(try codec.render(try codec.encode(image, as: .png).bytes, Self.deep).pixels == image.pixels)
        let jpeg = try codec.render(try codec.encode(image, as: .jpeg(quality: 95)).bytes)
        #expect(abs(Int(jpeg.pixels[(12 * 32 + 16) * 4]) * 257 - DeepSamples.ramp(16, 12).red) < 2000)
        var wide = image
        wide.pixels = PixelBuffer(Array(repeating: UInt8(7), count: 24 * 300))
        wide.bytesPerRow = 300
        #expect(try codec.encode(wide, as: .png).width == 32)
        wide.pixels = PixelBuffer(Array(repeating: UInt8(7), count: 23 * 300))
        #expect(throws: CodecError.self) { try codec.encode(wide, as: .png) }
    }

    /// Of 8 bits too; only the JPEGs that stand for them have no alpha.
    @Test func clearHEIFsStayClear() throws {
        let image = try codec.render(DeepSamples.clearAVIF)
        #expect(image.hasAlpha && image.format == .rgba8 && (image.width, image.height) == (16, 12))
        #expect(image.alpha(0.2, 0.5) == 255 && image.alpha(0.9, 0.2) == 0 && abs(image.alpha(0.9, 0.8) - 128) < 4)
        let red = image.color(0.2, 0.5), blue = image.color(0.9, 0.9)
        #expect(abs(red.red - 200) < 10 && red.blue < 25 && abs(blue.blue - 200) < 25 && blue.red < 30, "\(red) \(blue)")
        let small = try codec.render(DeepSamples.clearAVIF, RenderRequest(8, 8))
        #expect(small.hasAlpha && (small.width, small.height) == (8, 6) && small.alpha(0.2, 0.5) > 250 && small.alpha(0.9, 0.2) < 10)
        let shown = try codec.render(try #require(try codec.examine(DeepSamples.clearAVIF, "clear.avif").preview).bytes)
        let white = shown.color(0.9, 0.2)
        #expect(min(white.red, white.green, white.blue) > 235, "\(white)")
    }
}

extension PixelImage {
    /// The four components of a pixel of 16 bits.
    fileprivate func deep(_ x: Int, _ y: Int) -> [Int] {
        pixels.withUnsafeBytes { bytes in
            (0..<4).map { Int(bytes.loadUnaligned(fromByteOffset: y * bytesPerRow + x * 8 + $0 * 2, as: UInt16.self)) }
        }
    }
}
