import Adjustments
import Catalog
import Decoding
import Imaging
import Importing
import Originals
import Pixels
import Record
import Support

/// Why something could not be done with a library.
package struct LibraryError: CodedError {
    package enum Code: String, Sendable {
        /// There is nothing at the path.
        case notFound
        /// What is there is no photo library.
        case notALibrary
        /// A newer version made or upgraded it.
        case tooNew
        /// Another process went on writing for too long.
        case locked
        /// The catalogue or `library.json` contradicts itself.
        case damaged
        /// The folder or disk can't be written, or is full.
        case cannotWrite
        /// Something is where the library should be made.
        case exists
        /// An original is not where it should be.
        case missing
        /// The disk of a referenced original is not mounted, or that of a file has gone; nothing is lost.
        case offline
        /// A referenced original was changed by somebody.
        case changed
        /// What was asked for makes no sense, such as an asset without a picture.
        case invalid
        /// A file can't be read, or nothing of it can be shown.
        case unreadable
        /// A file is no picture or movie.
        case unsupported
        /// A picture was asked for of an asset that has none by its nature, such as a sound.
        case noPicture
        /// History is no longer kept that far back, or the token is of another library.
        case expired
        /// The application may not do this; the library's owner can allow it.
        case denied
        /// The application may not do this, and nobody here can allow it.
        case restricted
        /// The library has no such object, or none that the application may see.
        case unknown
        /// A file is in the cloud and not on this machine; it can be downloaded where that is allowed.
        case inCloud
        /// A file in the cloud can't be downloaded now.
        case network
        /// There is nothing to decode with, or it may not work; no file is to blame.
        case noDecoder
        /// A link, or something else that does not belong there, stands where one of the library's own folders or files should be.
        case obstructed
        /// It belongs to another user, whom nobody here has said to trust.
        case foreign
        /// The disk, or the permissions of the catalogue, refuse a read.
        case cannotRead
        /// `close()` was called before.
        case closed
        case failed
    }

    package let code: Code
    package let message: String
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        (self.code, self.message, self.cause) = (code, message, cause)
    }
}

extension LibraryError {
    /// Translates what the parts throw.
    package init(_ error: any Error) {
        switch error {
        case let error as LibraryError: self = error
        case let error as CatalogError: self.init(Self.code(error.code), error.message, cause: error)
        case let error as OriginalsError: self.init(Self.code(error.code), error.description, cause: error)
        case let error as FolderError: self.init(OriginalsError(error))
        case is RecordError: self.init(recording: error)
        case let error as CodecError where error.code == .workerMissing: self.init(.noDecoder, error.description, cause: error)
        case let error as CodecError: self.init(error.code == .unsupported ? .unsupported : .unreadable, error.description, cause: error)
        case let error as ImportError: self.init(Self.code(error.code), error.message, cause: error)
        case let error as AdjustmentError: self.init(.invalid, error.message, cause: error)
        case let error as ImagingError where error.code == .noDecoder: self.init(.noDecoder, (error.cause as? CodecError)?.description ?? error.message, cause: error)
        case let error as ImagingError where error.code == .derivativesUnwritable: self.init(.cannotWrite, error.message, cause: error)
        default: self.init(.failed, "\(error)", cause: error)
        }
    }

    /// The same of a read, which nothing has to be written for.
    init(whileReading error: CatalogError) {
        self.init([.io, .cannotOpen].contains(error.code) ? .cannotRead : Self.code(error.code), error.message, cause: error)
    }

    /// What a part of the engine throws that nobody translated on its way; `nil` for anybody else's error.
    package init?(ofPart error: any Error) {
        switch error {
        case let error as CatalogError: self.init(whileReading: error)
        case is OriginalsError, is CodecError, is FolderError, is RecordError: self.init(error)
        default: return nil
        }
    }

    /// Whether it fails because the library is open for reading only, for another reason than a full disk: that is `isDiskFull`.
    package var isReadOnly: Bool { (cause as? CatalogError)?.code == .readOnly }

    private static func code(_ code: ImportError.Code) -> Code {
        switch code {
        case .locked: .locked
        case .cannotWrite: .cannotWrite
        case .noDecoder: .noDecoder
        default: .failed
        }
    }

    private static func code(_ code: CatalogError.Code) -> Code {
        switch code {
        case .notFound: .damaged
        case .notACatalog, .corrupt: .damaged
        case .tooNew: .tooNew
        case .busy: .locked
        case .readOnly, .cannotOpen, .diskFull, .io: .cannotWrite
        case .unknownObject: .unknown
        case .invalid, .constraint, .nested: .invalid
        case .expired: .expired
        case .closed: .closed
        default: .failed
        }
    }

    private static func code(_ code: OriginalsError.Code) -> Code {
        switch code {
        case .missing: .missing
        case .notPermitted, .readOnly, .noSpace, .unwritable, .crossDevice: .cannotWrite
        case .unreadable, .notARegularFile: .unreadable
        case .gone: .offline
        case .changedWhileReading: .changed
        case .exists: .exists
        case .obstructed: .obstructed
        case .locked: .locked
        default: .failed
        }
    }
}
