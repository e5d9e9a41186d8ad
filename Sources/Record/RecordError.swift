import Glibc
import Support

/// Why a record could not be read or written.
package struct RecordError: CodedError {
    package enum Code: Sendable {
        /// There is no record.
        case missing
        /// What is there is not what was written.
        case damaged
        /// A newer version wrote it.
        case tooNew
        /// It is another library's.
        case foreign
        /// Another process went on writing for too long.
        case busy
        /// The folder or disk can't be read or written, or is full.
        case cannotWrite
        /// Whoever asked asks no more.
        case cancelled
    }

    package let code: Code
    package let message: String
    /// Whether the disk, or what its owner may have of it, has no room.
    package let isForWantOfSpace: Bool

    package init(_ code: Code, _ message: String) { self.init(code, message, isForWantOfSpace: false) }

    private init(_ code: Code, _ message: String, isForWantOfSpace: Bool) { (self.code, self.message, self.isForWantOfSpace) = (code, message, isForWantOfSpace) }

    /// - Parameters:
    ///   - number: what the system said.
    ///   - doing: such as "write".
    init(errno number: Int32, _ doing: String, _ file: String) {
        let remedy =
            switch number {
            case ENOSPC, EDQUOT: "Make room on the disk."
            case EACCES, EPERM, EROFS: "Check who may write there."
            case ELOOP, ENOTDIR: "A link or another thing is in its place: move that away."
            default: "Check the disk."
            }
        self.init(.cannotWrite, "Could not \(doing) \(file): \(String(cString: strerror(number))). \(remedy)", isForWantOfSpace: [ENOSPC, EDQUOT].contains(number))
    }
}
