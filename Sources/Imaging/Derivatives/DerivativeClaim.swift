import Glibc

/// The right to make the pictures of many assets, which one process at a time has: two of them would make each twice. It ends with the object, and with the process.
///
/// What somebody asks for is made without it.
package final class DerivativeClaim: Sendable {
    private static let fileName = "claim"
    private let file: OpenFile

    private init(_ file: OpenFile) { self.file = file }

    // A program that is being started has all that is open here until it runs: closing the file alone would let go of the lock only then.
    deinit { flock(file.descriptor, LOCK_UN) }

    /// - Returns: `nil` where another has it.
    /// - Throws: `.derivativesUnwritable` where nobody can have it.
    package static func take(_ store: DerivativeStore) throws(ImagingError) -> DerivativeClaim? {
        store.files.makeFolders()
        guard let file = OpenFile(store.files, fileName, creating: true) else { throw ImagingError.unwritable("open", store.files.path(fileName)) }
        if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 { return DerivativeClaim(file) }
        guard errno == EWOULDBLOCK else { throw ImagingError.unwritable("lock", store.files.path(fileName)) }
        return nil
    }
}
