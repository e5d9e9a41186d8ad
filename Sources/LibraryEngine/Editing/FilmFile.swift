import Glibc
import Pixels

/// Writes a film into an open file. For one thread.
package final class FilmFile: TranscodeSink {
    private let descriptor: Int32
    private let wants: (Double) -> Bool
    private let edit: ((PixelImage, Double) throws -> PixelImage)?
    /// Why a frame could not be edited.
    package private(set) var editFailure: (any Error)?
    /// The number of the error by which a write failed.
    package private(set) var failure: Int32?

    /// - Parameters:
    ///   - wants: gets how much is done, from 0 to 1; false gives up.
    ///   - edit: makes the frames of a film that hands them out.
    package init(_ descriptor: Int32, wants: @escaping (Double) -> Bool = { _ in true }, edit: ((PixelImage, Double) throws -> PixelImage)? = nil) {
        (self.descriptor, self.wants, self.edit) = (descriptor, wants, edit)
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                failure = count < 0 ? errno : ENOSPC
                return false
            }
            done += count
        }
        return true
    }

    package func frame(_ frame: PixelImage, at seconds: Double) throws -> PixelImage {
        do { return try edit?(frame, seconds) ?? frame } catch {
            editFailure = error
            throw error
        }
    }

    package func goesOn(done: Double) -> Bool { wants(done) }
}
