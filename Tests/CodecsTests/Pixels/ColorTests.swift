import Glibc
import Pixels
import Testing

@testable import Codecs

@Suite struct ColorTests {
    private let codec = Codec()
    private let wide = ColorProfile.displayP3

    @Test(arguments: [EncodedFormat.jpeg(quality: 95), .png]) func aWideProfileStaysWithThePreviewAndLeavesTheThumbnail(format: EncodedFormat) throws {
        let file = try codec.encode(Quadrants.image(400, 300, profile: wide), as: format).bytes
        let examined = try codec.examine(file, "wide")
        let preview = try #require(examined.preview), thumbnail = try #require(examined.thumbnail)
        #expect(preview.bytes.withUnsafeBytes { JPEGMarkers.iccProfile(in: $0) } == wide)
        #expect(thumbnail.bytes.withUnsafeBytes { JPEGMarkers.iccProfile(in: $0) } == [])
        // Green of 40, 180, 60 in Display P3 lies outside sRGB: less red there.
        let seen = try codec.render(thumbnail.bytes).color(0.75, 0.25)
        #expect(seen.red < 25 && seen.green > 180)
        var request = RenderRequest(100, 100)
        request.keepsWideGamut = true
        let kept = try codec.render(file, request)
        #expect(kept.iccProfile == wide)
        Quadrants.expectUpright(kept)
        let converted = try codec.render(file, RenderRequest(100, 100))
        #expect(converted.iccProfile == nil && converted.color(0.75, 0.25).red < 15)
    }

    @Test func displayP3BecomesSRGBByThePublishedMatrix() throws {
        let profile = try #require(ColorProfile(wide))
        #expect(profile.isMatrixShaper)
        func light(_ value: UInt8) -> Double {
            let v = Double(value) / 255
            return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
        }
        func value(_ light: Double) -> Double {
            let l = min(max(light, 0), 1)
            return 255 * (l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055)
        }
        // CSS Color 4's matrices for display-p3 and srgb, multiplied.
        let matrix = [[1.22494, -0.22494, 0], [-0.04206, 1.04206, 0], [-0.01964, -0.07864, 1.09827]]
        for red in stride(from: 0, through: 255, by: 17) {
            for green in stride(from: 0, through: 255, by: 17) {
                for blue in stride(from: 0, through: 255, by: 17) {
                    let colour = [UInt8(red), UInt8(green), UInt8(blue)], linear = colour.map(light)
                    var pixels = [colour + [77], colour + [255]].flatMap(\.self)
                    pixels.withUnsafeMutableBytes { if let base = $0.baseAddress { profile.convertToSRGB(base, width: 1, height: 2, bytesPerRow: 4) } }
                    for (channel, row) in matrix.enumerated() {
                        let expected = value(row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2])
                        #expect(abs(Double(pixels[channel]) - expected) <= 1.5, "\(colour) \(channel)")
                        #expect(pixels[channel] == pixels[4 + channel])
                    }
                    #expect(pixels[3] == 77 && pixels[7] == 255, "alpha is nobody's colour")
                }
            }
        }
    }

    @Test func wideProfilesAreConvertedInOnePass() {
        #expect(ColorProfile(ColorProfile.bt2020)?.isMatrixShaper == true)
    }

    @Test func aProfileThatIsSRGBIsDropped() throws {
        #expect(ColorProfile(ColorProfile.standard) == nil)
        let file = try codec.jpeg(Quadrants.image(64, 64, profile: ColorProfile.standard))
        let preview = try #require(try codec.examine(file).preview)
        #expect(preview.bytes.withUnsafeBytes { JPEGMarkers.iccProfile(in: $0) } == [])
    }

    @Test func brokenProfilesAreIgnored() throws {
        for profile in [[UInt8](repeating: 7, count: 300), Array(wide.prefix(200)), []] {
            #expect(ColorProfile(profile) == nil)
            Quadrants.expectUpright(try codec.render(try codec.jpeg(Quadrants.image(64, 64, profile: profile))))
        }
    }

    @Test func aProfileOfManySegmentsComesBackWhole() {
        let profile = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xDA, 0, 2]
        let file = JPEGMarkers.inserting(profile, into: jpeg)
        #expect(file.withUnsafeBytes { JPEGMarkers.iccProfile(in: $0) } == profile)
        // One segment missing: no profile rather than a wrong one.
        let cut = Array(file[..<8]) + file[(8 + 65537)...]
        #expect(cut.withUnsafeBytes { JPEGMarkers.iccProfile(in: $0) } == [])
    }

    @Test(arguments: [(1, false), (1, true), (6, false), (9, false), (9, true)]) func filmColoursAreRecodedExactly(matrix: Int, isFullRange: Bool) throws {
        let coding = ColorCoding(matrix: matrix, isFullRange: isFullRange)
        let (kr, kb) = (coding.red, coding.blue), kg = 1 - kr - kb
        for (r, g, b) in [(200.0, 40.0, 40.0), (40, 180, 60), (50, 60, 200), (128, 128, 128), (255, 255, 255), (0, 0, 0)] {
            let y = kr * r + kg * g + kb * b, cb = (b - y) / (2 * (1 - kb)), cr = (r - y) / (2 * (1 - kr))
            func plane(_ value: Double) throws -> Plane {
                let plane = try Plane(width: 8, height: 8)
                for v in 0..<8 { for u in 0..<8 { plane.row(v)[u] = UInt8(clamping: Int(value.rounded())) } }
                return plane
            }
            let image = PlanarImage(
                luma: try plane(isFullRange ? y : 16 + y * 219 / 255),
                chroma: (try plane(128 + (isFullRange ? cb : cb * 224 / 255)), try plane(128 + (isFullRange ? cr : cr * 224 / 255))), coding: coding)
            let pixels = try Plane(width: 32, height: 8)
            try image.recodedForJPEG().writeRGBA(to: pixels.samples, bytesPerRow: pixels.stride)
            let seen = (Double(pixels.row(4)[16]), Double(pixels.row(4)[17]), Double(pixels.row(4)[18]))
            #expect(abs(seen.0 - r) <= 4 && abs(seen.1 - g) <= 4 && abs(seen.2 - b) <= 4, "\(seen) instead of \((r, g, b))")
        }
    }
}
