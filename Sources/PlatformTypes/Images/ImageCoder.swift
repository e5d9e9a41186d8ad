import Foundation
import Synchronization

/// Decodes and encodes for `UIImage`. `Photos` brings one; this module stays a leaf that any neighbour may import.
package protocol ImageCoder: AnyObject, Sendable {
    init()
    /// Size and orientation as stored, without decoding pixels; `nil` for what is no picture.
    func inspect(_ data: Data) -> (width: Int, height: Int, orientation: CGImagePropertyOrientation)?
    /// The pixels as stored, not turned.
    func decode(_ data: Data) -> CGImage?
    /// `quality` is 0 to 1.
    func jpeg(_ image: CGImage, quality: Double) -> Data?
    func png(_ image: CGImage) -> Data?
}

package enum ImageCoding {
    private static let installed = Mutex<(any ImageCoder)?>(nil)

    /// The process' coder. Found by its class name where nobody installed one, so that a client may make a `UIImage` before it touches
    /// the library; `nil` where `Photos` is not linked.
    package static var coder: (any ImageCoder)? {
        installed.withLock { coder in
            if coder == nil, let type = NSClassFromString("Photos.ProcessImageCoder") as? any ImageCoder.Type { coder = type.init() }
            return coder
        }
    }

    package static func install(_ coder: any ImageCoder) { installed.withLock { $0 = coder } }
}
