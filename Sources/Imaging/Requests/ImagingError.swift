import Glibc
import Pixels
import Support

/// Why pixels could not be delivered or a derivative could not be kept.
package struct ImagingError: CodedError {
    package enum Code: String, Sendable {
        /// The file that holds the version could not be opened.
        case sourceUnavailable
        /// The file that holds the version is not on this machine and must be, or could not be, downloaded.
        case inCloud
        /// Whoever asked ended the download that a synchronous request waited for.
        case stopped
        /// The decoder could not make a picture of it; `decoding` says why.
        case undecodable
        /// There is nothing to decode with, or it may not work; the file is not to blame.
        case noDecoder
        /// A thumbnail or preview could not be stored.
        case derivativesUnwritable
    }

    package let code: Code
    package let message: String
    /// What was underneath.
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        (self.code, self.message, self.cause) = (code, message, cause)
    }

    /// Says why from `errno`.
    static func unwritable(_ verb: String, _ path: String) -> ImagingError {
        let reason = String(cString: strerror(errno))
        return ImagingError(.derivativesUnwritable, "Could not \(verb) \(path): \(reason). Make room or fix its permissions; the pictures themselves are safe.")
    }

    package init(_ error: CodecError) {
        self.init(error.code == .workerMissing ? .noDecoder : .undecodable, error.message, cause: error)
    }

    /// Why work on a file that might be fetched failed.
    init(whileFetching error: any Error) {
        switch error {
        case let error as ImagingError: self = error
        case is CancellationError: self.init(.stopped, "The download was ended before the file was here")
        default: self.init(.inCloud, "The file could not be downloaded", cause: error)
        }
    }

    package var description: String { messageWithCause }
}

extension ImagingError: FetchableError {
    package var isInCloud: Bool { code == .inCloud }
}
