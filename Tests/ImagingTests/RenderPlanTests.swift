import Foundation
import Pixels
import Testing
@testable import Imaging

@Suite struct RenderPlanTests {
    private func request(_ size: (Int, Int), _ target: (Int, Int)?, _ change: (inout ImageRequest) -> Void = { _ in }) -> ImageRequest {
        var request = ImageRequest(
            assetID: 1, uuid: UUID(), revision: 1, source: ImageSourceFile(name: "a.jpg", uniformType: "public.jpeg") { 0 },
            pixelSize: PixelSize(width: size.0, height: size.1))
        request.target = target.map { PixelSize(width: $0.0, height: $0.1) }
        change(&request)
        return request
    }

    @Test func theSmallestSufficientDerivativeComesFirst() {
        #expect(RenderPlan(request((4032, 3024), (256, 256))).sufficientDerivatives == [.thumbnail, .mediumThumbnail, .preview])
        #expect(RenderPlan(request((4032, 3024), (257, 257))).sufficientDerivatives == [.mediumThumbnail, .preview])
        #expect(RenderPlan(request((4032, 3024), (640, 640))).sufficientDerivatives == [.mediumThumbnail, .preview])
        #expect(RenderPlan(request((4032, 3024), (641, 641))).sufficientDerivatives == [.preview])
        #expect(RenderPlan(request((4032, 3024), (1441, 1441))).sufficientDerivatives == [])
        #expect(RenderPlan(request((4032, 3024), nil)).sufficientDerivatives == [])
        // A thumbnail of a tall picture is 192 across: too narrow to fill 256, wide enough to fit.
        #expect(RenderPlan(request((3024, 4032), (256, 256)) { $0.mode = .fill }).sufficientDerivatives == [.mediumThumbnail, .preview])
        // Small pictures are stored whole.
        #expect(RenderPlan(request((200, 100), (5000, 5000))).sufficientDerivatives == [.thumbnail, .mediumThumbnail, .preview])
        // A quarter of the thumbnail is 64 pixels of it.
        #expect(
            RenderPlan(request((4000, 4000), (64, 64)) { $0.crop = UnitRect(x: 0, y: 0, width: 0.25, height: 0.25) }).sufficientDerivatives == [
                .thumbnail, .mediumThumbnail, .preview,
            ])
        #expect(RenderPlan(request((4000, 4000), (65, 65)) { $0.crop = UnitRect(x: 0, y: 0, width: 0.25, height: 0.25) }).sufficientDerivatives == [.mediumThumbnail, .preview])
        #expect(RenderPlan(request((4032, 3024), (256, 256)) { $0.version = .original }).sufficientDerivatives == [])
        #expect(RenderPlan(request((4032, 3024), (256, 256)) { $0.keepsWideGamut = true }).sufficientDerivatives == [.preview])
        #expect(RenderPlan(request((4032, 3024), (256, 256)) { $0.format = .rgba16 }).sufficientDerivatives == [])
        #expect(RenderPlan(request((4032, 3024), (256, 256)) { $0.headroom = 0 }).sufficientDerivatives == [])
        #expect(RenderPlan(request((0, 0), (256, 256))).sufficientDerivatives == [])
    }

    @Test func otherColoursAreOtherPixels() {
        let plain = request((4032, 3024), (256, 256))
        for change in [{ $0.keepsWideGamut = true }, { $0.format = .rgba16 }, { $0.headroom = 0 }] as [(inout ImageRequest) -> Void] {
            var other = plain
            change(&other)
            #expect(RenderKey(other) != RenderKey(plain))
            let decoding = RenderPlan(other).decoding
            #expect(decoding.keepsWideGamut == other.keepsWideGamut && decoding.format == other.format && decoding.headroom == other.headroom)
        }
    }

    private func finished(_ plan: RenderPlan, _ width: Int, _ height: Int) -> [Int] {
        let image = PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: [UInt8](repeating: 9, count: width * height * 4), hasAlpha: false)
        let result = plan.finish(image)
        #expect(result.pixels.count == result.bytesPerRow * result.height)
        #expect(result.pixels.allSatisfy { $0 == 9 })
        return [result.width, result.height]
    }

    @Test func framesComeFromTheFileAsTheyAre() {
        let frames = RenderPlan(request((400, 300), (100, 100)) { ($0.frames, $0.exact) = (FrameRange(first: 7, count: 3, bytes: 9), true) })
        #expect(frames.sufficientDerivatives == [] && frames.decoding.frames == FrameRange(first: 7, count: 3, bytes: 9) && frames.exactSize == nil)
        #expect(RenderPlan(request((400, 300), (100, 100))).decoding.frames == nil)
    }

    /// What the budget counts before the decode is over: never less than what can come of it.
    @Test func whatADecodeMayTakeIsKnownBefore() {
        func bytes(_ size: (Int, Int), _ target: (Int, Int)?, _ change: (inout ImageRequest) -> Void = { _ in }) -> Int {
            RenderPlan(request(size, target, change)).mostBytes
        }
        #expect(bytes((4000, 3000), nil) == 48_000_000)
        #expect(bytes((4000, 3000), nil) { $0.format = .rgba16 } == 96_000_000)
        #expect(bytes((4000, 3000), (400, 400)) { $0.exact = true } == 400 * 300 * 4)
        #expect(bytes((4000, 3000), (400, 400)) { ($0.exact, $0.mode) = (true, .fill) } == 213_333 * 4)
        // Somewhat larger, and never enlarged.
        #expect(bytes((4000, 3000), (400, 400)) == 800 * 600 * 4)
        #expect(bytes((400, 300), (4000, 4000)) == 400 * 300 * 4)
        #expect(bytes((400, 300), (4000, 4000)) { $0.exact = true } == 4000 * 3000 * 4)
        #expect(bytes((4000, 3000), (400, 400)) { ($0.exact, $0.crop) = (true, UnitRect(x: 0, y: 0, width: 0.5, height: 0.5)) } == 400 * 300 * 4)
        #expect(bytes((0, 0), nil) == 48_000_000)
        #expect(bytes((4000, 3000), (400, 400)) { $0.frames = FrameRange(bytes: 9) } == 9)
    }

    @Test func exactEndsExactlyWhateverTheDecoderGave() {
        let fill = RenderPlan(request((400, 300), (100, 100)) { ($0.mode, $0.exact) = (.fill, true) })
        #expect(finished(fill, 133, 100) == [100, 100])
        #expect(finished(fill, 400, 300) == [100, 100])
        #expect(finished(fill, 60, 45) == [100, 100])
        let fit = RenderPlan(request((400, 300), (100, 100)) { $0.exact = true })
        #expect(finished(fit, 100, 75) == [100, 75])
        #expect(finished(fit, 101, 76) == [100, 75])
        let enlarged = RenderPlan(request((40, 30), (100, 100)) { $0.exact = true })
        #expect(finished(enlarged, 40, 30) == [100, 75])
        let fast = RenderPlan(request((400, 300), (100, 100)))
        #expect(finished(fast, 200, 150) == [200, 150])
    }

    @Test func aCropThatMissesThePictureOrIsAllOfItIsNone() {
        #expect(UnitRect(x: 0, y: 0, width: 0, height: 0).clipped == nil)
        #expect(UnitRect(x: 0, y: 0, width: 1, height: 1).clipped == nil)
        #expect(UnitRect(x: 2, y: 0, width: 1, height: 1).clipped == nil)
        #expect(UnitRect(x: .nan, y: 0, width: 1, height: 1).clipped == nil)
        #expect(UnitRect(x: -0.5, y: 0.5, width: 1, height: 9).clipped == UnitRect(x: 0, y: 0.5, width: 0.5, height: 0.5))
    }

    /// Enlarging two pixels to four: ends stay, the middle is mixed.
    @Test func resamplingMixesNeighbours() {
        let image = PixelImage(width: 2, height: 1, bytesPerRow: 8, pixels: [0, 0, 0, 255, 200, 100, 40, 255], hasAlpha: false)
        let wide = image.resampled(to: PixelSize(width: 4, height: 1))
        #expect(Array(wide.pixels) == [0, 0, 0, 255, 50, 25, 10, 255, 150, 75, 30, 255, 200, 100, 40, 255])
    }

    @Test func croppingTakesTheNamedPixels() {
        let image = PixelImage(width: 3, height: 3, bytesPerRow: 12, pixels: (0..<36).map { UInt8($0) }, hasAlpha: false)
        #expect(Array(image.cropped(x: 1, y: 1, width: 2, height: 1).pixels) == Array(16..<24))
    }

    @Test func sixteenBitsAreResampledAndCut() {
        let components: [UInt16] = [0, 0, 0, 65535, 60000, 20000, 4000, 65535]
        let image = PixelImage(
            width: 2, height: 1, bytesPerRow: 16, format: .rgba16, pixels: components.withUnsafeBytes { PixelBuffer($0) }, hasAlpha: false)
        let wide = image.resampled(to: PixelSize(width: 4, height: 1))
        let seen = wide.pixels.withUnsafeBytes { Array($0.assumingMemoryBound(to: UInt16.self)) }
        #expect(seen == [0, 0, 0, 65535, 15000, 5000, 1000, 65535, 45000, 15000, 3000, 65535, 60000, 20000, 4000, 65535])
        #expect(wide.format == .rgba16 && wide.bytesPerRow == 32)
        #expect(image.cropped(x: 1, y: 0, width: 1, height: 1).pixels.count == 8)
    }
}
