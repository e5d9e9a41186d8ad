import Glibc
import Support

/// Why a file could not be taken in, kept or read.
package struct OriginalsError: CodedError {
    package enum Code: String, Sendable {
        case missing
        case notPermitted
        /// A folder, pipe, socket or device where a file was expected, or a loop of symbolic links.
        case notARegularFile
        /// Somebody wrote to the file while it was read, twice in a row.
        case changedWhileReading
        /// The disk or file system gave an error for what was read.
        case unreadable
        /// The disk or file system gave an error for what was written.
        case unwritable
        /// The disk or share is not there any more. What was read of it is no worse for that.
        case gone
        /// The disk is full, or a quota is used up.
        case noSpace
        /// The file system can't be written.
        case readOnly
        /// Something has the name already.
        case exists
        /// A hard link was asked for between two file systems, or on one that has none.
        case crossDevice
        case tooManyOpenFiles
        /// A recorded path that leads out of the library, or a name that can't be a file's.
        case invalidPath
        /// A link, or something else that does not belong there, stands where one of the library's folders or files should be.
        case obstructed
        /// Another process held the staging area for too long.
        case locked
        /// Nobody waits for it any more.
        case abandoned
        case failed
    }

    package let code: Code
    package let message: String
    /// What the system said.
    package let cause: String?

    package init(_ code: Code, _ message: String, cause: String? = nil) {
        (self.code, self.message, self.cause) = (code, message, cause)
    }
}

extension OriginalsError {
    /// Translates what a folder's handle says.
    package init(_ error: FolderError) {
        switch error {
        case .system(let number, let doing, let path): self.init(errno: number, doing, path)
        case .obstacle(let obstacle): self.init(.obstructed, obstacle.message)
        case .outside(let path): self.init(.invalidPath, "\(path.display) can't be a path inside a library. Run verify.")
        }
    }

    /// Translates a failed system call. `doing` completes "Could not …", such as "read".
    init(errno number: Int32, _ doing: String, _ path: BytePath) {
        let (meant, remedy) = Self.meaning(of: number)
        // A disk that fails, or has gone, says the same of both.
        let code = [.unreadable, .gone].contains(meant) && !Self.reading.contains(doing) ? .unwritable : meant
        self.init(code, "Could not \(doing) \(path.display): \(remedy)", cause: String(cString: strerror(number)))
    }

    private static let reading: Set = ["open", "read", "list", "look at"]

    private static func meaning(of number: Int32) -> (Code, String) {
        switch number {
        case ENOENT, ENOTDIR: (.missing, "it is not there. Check the path, or mount the disk it is on.")
        case EACCES, EPERM: (.notPermitted, "permission denied. Change its permissions, or run as a user who may.")
        case ELOOP: (.notARegularFile, "a symbolic link that leads in a circle, or a link where none may be.")
        case EISDIR, ENXIO: (.notARegularFile, "it is no regular file.")
        case ENOSPC, EDQUOT: (.noSpace, "the disk is full. Free some space and run it again; nothing was lost.")
        case EFBIG: (.noSpace, "the file is larger than the file system or the process's limit allows. Nothing was lost.")
        case EROFS: (.readOnly, "the file system is read-only. Mount it writable, or choose another place.")
        case _ where FailingDisk.faults.contains(number): (.unreadable, "the disk reports an error. Save what is on it, and check it.")
        case _ where FailingDisk.absences.contains(number): (.gone, "its disk or share has gone. Connect it again, and try again.")
        case EEXIST, ENOTEMPTY: (.exists, "something of that name is there already.")
        case EXDEV, EMLINK: (.crossDevice, "no hard link is possible there. Import with --copy or --reference instead.")
        case EMFILE, ENFILE: (.tooManyOpenFiles, "too many files are open. Raise the limit (ulimit -n) and run it again.")
        case ENAMETOOLONG: (.invalidPath, "the name is too long for the file system.")
        default: (.failed, "the system refused.")
        }
    }
}
