/// Why the catalogue could not be opened, read or written.
package struct CatalogError: Error, Sendable {
    /// What went wrong, stable across releases; compare with `==`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String, Sendable {
            case notFound, alreadyExists, notACatalog, tooNew, corrupt, busy, nested, readOnly, cannotOpen, diskFull, io
            case unknownObject, invalid, constraint, expired, closed, internalFault
        }

        private let kind: Kind
        private init(_ kind: Kind) { self.kind = kind }

        /// There is no file.
        package static let notFound = Code(.notFound)
        /// `create` found a file.
        package static let alreadyExists = Code(.alreadyExists)
        /// The file is no catalogue of ours.
        package static let notACatalog = Code(.notACatalog)
        /// A newer version wrote it.
        package static let tooNew = Code(.tooNew)
        /// Its content contradicts itself.
        package static let corrupt = Code(.corrupt)
        /// Somebody else is writing, and went on for longer than the busy timeout.
        package static let busy = Code(.busy)
        /// A write inside a write of the same thread.
        package static let nested = Code(.nested)
        /// Opened for reading only, or the disk refuses writes.
        package static let readOnly = Code(.readOnly)
        /// The file or its folder refuses to be opened.
        package static let cannotOpen = Code(.cannotOpen)
        package static let diskFull = Code(.diskFull)
        /// Reading or writing the disk failed.
        package static let io = Code(.io)
        /// A row id or UUID that names nothing (any more).
        package static let unknownObject = Code(.unknownObject)
        /// The caller's values make no sense together: an index outside, a folder inside itself.
        package static let invalid = Code(.invalid)
        /// A rule of the schema was broken, such as two assets with one UUID.
        package static let constraint = Code(.constraint)
        /// The change log does not reach back so far any more.
        package static let expired = Code(.expired)
        /// `close()` was called before.
        package static let closed = Code(.closed)
        /// A mistake of ours.
        package static let internalFault = Code(.internalFault)

        package var description: String { kind.rawValue }
    }

    package var code: Code
    /// For a person: what happened to which file, and what to do next.
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

extension CatalogError: CustomStringConvertible {
    package var description: String { message }
}
