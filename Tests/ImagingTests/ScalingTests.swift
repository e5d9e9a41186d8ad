import Pixels
import Testing
@testable import Imaging

@Suite struct ScalingTests {
    private func scaled(_ size: (Int, Int), _ mode: ScaleMode, _ target: (Int, Int), enlarging: Bool) -> [Int] {
        let result = PixelSize(width: size.0, height: size.1).scaled(mode, PixelSize(width: target.0, height: target.1), enlarging: enlarging)
        return [result.width, result.height]
    }

    @Test func aPictureIsReducedToFitOrFill() {
        for enlarging in [false, true] {
            #expect(scaled((4032, 3024), .fit, (256, 256), enlarging: enlarging) == [256, 192])
            #expect(scaled((4032, 3024), .fill, (256, 256), enlarging: enlarging) == [341, 256])
            #expect(scaled((3024, 4032), .fit, (256, 256), enlarging: enlarging) == [192, 256])
            #expect(scaled((9000, 2), .fit, (100, 100), enlarging: enlarging) == [100, 1])
        }
    }

    @Test func onlyWhoAsksForItGetsAnEnlargedPicture() {
        for mode in [ScaleMode.fit, .fill] {
            #expect(scaled((200, 100), mode, (5_000, 5_000), enlarging: false) == [200, 100])
            #expect(scaled((200, 100), mode, (200, 100), enlarging: false) == [200, 100])
        }
        #expect(scaled((200, 100), .fit, (5_000, 5_000), enlarging: true) == [5_000, 2_500])
        #expect(scaled((200, 100), .fill, (5_000, 5_000), enlarging: true) == [10_000, 5_000])
        // One side too small is enough to keep what fills as it is.
        #expect(scaled((200, 100), .fill, (100, 100), enlarging: false) == [200, 100])
        #expect(scaled((200, 100), .fit, (100, 5_000), enlarging: false) == [100, 50])
    }
}
