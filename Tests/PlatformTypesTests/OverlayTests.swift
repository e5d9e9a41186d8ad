import CoreGraphics
import Testing
import UIKit

@Suite struct OverlayTests {
    /// A client's test may import both: the compiler then looks for the pair's overlay.
    @Test func testingStandsBesideUIKitAndCoreGraphics() {
        #expect(UIImage().size == CGSize(width: 0, height: 0))
    }
}
