import Glibc
import Originals

extension PhotoLibrary {
    /// What to do where other users may look into the library, as they may into those that older versions made; `nil` where its folder is closed.
    ///
    /// Closing the folder closes all of it. What is in it keeps its permissions: an original may be a second name of a file of the user's.
    package var opennessProblem: String? {
        var status = stat()
        guard fstat(originals.folder.descriptor, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
        let path = BytePath(url.path).text, quoted = "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        return "Other users of this machine may look into \(BytePath(url.path).display) (its permissions are \(String(status.st_mode & 0o777, radix: 8))). "
            + "Close it to all but you: chmod 700 \(quoted)"
    }
}
