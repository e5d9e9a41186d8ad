import Foundation
import Synchronization

/// The screen pictures are made for: its size decides what a "full-screen" picture is. There is none here, so a host says how large it is.
/// <https://developer.apple.com/documentation/uikit/uiscreen>
///
/// May be used from any thread.
open class UIScreen: NSObject, @unchecked Sendable {
    private struct Measures {
        // A current phone's, held upright.
        var size = CGSize(width: 390, height: 844)
        var scale: CGFloat = 3
    }

    /// The one of this process: 390 × 844 points of 3 × 3 pixels, as a current phone has, until ``configure(size:scale:)`` says otherwise.
    public class var main: UIScreen { one }
    private static let one = UIScreen()

    // Guarded by its own lock.
    private let measures = Mutex(Measures())

    override init() {}

    /// In points, with its origin at zero.
    open var bounds: CGRect { CGRect(origin: .zero, size: measures.withLock { $0.size }) }
    /// Pixels a point, in each direction.
    open var scale: CGFloat { measures.withLock { $0.scale } }
    /// In pixels.
    open var nativeBounds: CGRect {
        let (size, scale) = measures.withLock { ($0.size, $0.scale) }
        return CGRect(x: 0, y: 0, width: size.width * scale, height: size.height * scale)
    }
    /// As ``scale``.
    open var nativeScale: CGFloat { scale }

    /// Says what screen a host shows pictures on. Addition.
    /// - Parameters:
    ///   - size: in points. One that is not finite or not greater than zero is refused.
    ///   - scale: pixels a point, likewise.
    /// - Returns: whether it was taken over.
    @discardableResult
    public func configure(size: CGSize, scale: CGFloat) -> Bool {
        guard [size.width, size.height, scale].allSatisfy({ $0.isFinite && $0 > 0 }) else { return false }
        measures.withLock { $0 = Measures(size: size, scale: scale) }
        return true
    }
}
