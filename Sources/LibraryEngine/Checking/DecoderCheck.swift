import Decoding
import Pixels

/// The decoder of this machine, for whoever looks whether it works. Its workers end with this object.
package final class DecoderCheck {
    /// The program.
    package let path: String
    package var decoder: any MediaDecoder { pool }
    /// What holds a file that has captured a worker; `nil` where no worker has told.
    package var protections: Protections? { pool.status.protections }
    private let pool: DecoderPool

    /// Starts nothing yet.
    /// - Throws: where there is none.
    package init() throws(CodecError) {
        path = try DecoderLocator().locate()
        pool = try DecoderPool(path: path)
    }

    deinit { pool.close() }

    /// - Throws: where no worker works.
    package func start() throws(CodecError) {
        let image = PixelImage(width: 1, height: 1, bytesPerRow: 4, pixels: [0, 0, 0, 255], hasAlpha: false)
        do throws(CodecError) { _ = try pool.encode(image, as: .png) } catch let error where error.code == .workerMissing { throw error } catch {}
    }
}
