import Foundation
import Glibc

/// A file that has its name once it is whole. Whatever happens before that, nothing is left of it.
struct ExportFile {
    let destination: URL
    /// `O_TMPFILE`, which is a macro that Swift does not see.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// - Parameter write: gets the open file, which it fills.
    /// - Throws: `AVError.fileAlreadyExists` for a name that is taken: what is there is never touched.
    func make(_ write: (Int32) throws(AVError) -> Void) throws(AVError) {
        var status = stat()
        guard lstat(destination.path, &status) != 0 else { throw taken }
        let nameless = open(destination.deletingLastPathComponent().path, Self.withoutName | O_RDWR | O_CLOEXEC, 0o644)
        guard nameless < 0 else {
            defer { close(nameless) }
            try write(nameless)
            try save(nameless)
            guard linkat(AT_FDCWD, "/proc/self/fd/\(nameless)", AT_FDCWD, destination.path, AT_SYMLINK_FOLLOW) == 0 else {
                throw errno == EEXIST ? taken : failure(errno, "could not be made")
            }
            return
        }
        // File systems that know no files without names.
        let named = open(destination.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard named >= 0 else { throw errno == EEXIST ? taken : failure(errno, "could not be made") }
        defer { close(named) }
        do throws(AVError) {
            try write(named)
            try save(named)
        } catch {
            unlink(destination.path)
            throw error
        }
    }

    private func save(_ descriptor: Int32) throws(AVError) {
        guard fsync(descriptor) == 0 else { throw failure(errno, "could not be saved") }
    }

    private var taken: AVError { AVError(.fileAlreadyExists, "\(destination.path) exists already. Remove it, or export under another name.") }

    private func failure(_ number: Int32, _ what: String) -> AVError {
        AVError(
            number == ENOSPC || number == EDQUOT ? .diskFull : .exportFailed, "\(destination.path) \(what): \(String(cString: strerror(number))).",
            cause: NSError(domain: NSPOSIXErrorDomain, code: Int(number)))
    }
}
