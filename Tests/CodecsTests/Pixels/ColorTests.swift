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
