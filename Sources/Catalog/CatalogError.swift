import Support

/// Why the catalogue could not be opened, read or written.
package struct CatalogError: CodedError {
    package enum Code: String, Sendable {
        /// There is no file.
        case notFound
        /// `create` found a file.
        case alreadyExists
        /// The file is no catalogue of ours.
        case notACatalog
        /// A newer version wrote it.
        case tooNew
        /// Its content contradicts itself.
        case corrupt
        /// Somebody else is writing, and went on for longer than the busy timeout.
        case busy
        /// A write inside a write of the same thread.
        case nested
        /// Opened for reading only, or the disk refuses writes.
        case readOnly
        /// The file or its folder refuses to be opened.
        case cannotOpen
        case diskFull
        /// Reading or writing the disk failed.
        case io
        /// A row id or UUID that names nothing (any more).
        case unknownObject
        /// The caller's values make no sense together: an index outside, a folder inside itself.
        case invalid
        /// A rule of the schema was broken, such as two assets with one UUID.
        case constraint
        /// The change log does not reach back so far any more.
        case expired
        /// `close()` was called before.
        case closed
        /// A mistake of ours.
        case internalFault
    }

    package var code: Code
    package var message: String
    /// The error underneath, where there is one.
    package var cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        (self.code, self.message, self.cause) = (code, message, cause)
    }
}

extension CatalogError {
    /// True where a commit that failed this way may still turn out to have happened, once the catalogue is opened again: the write-ahead log
    /// can hold its complete record although the disk said no. Nothing that the commit relies on may be taken away then.
    package var leavesCommitInDoubt: Bool { [.io, .diskFull, .internalFault].contains(code) }
}
