import Photos

/// The domain of every `NSError` that this module hands out.
public let ALAssetsLibraryErrorDomain = "ALAssetsLibraryErrorDomain"

/// None of the others; the error's description and its underlying error say what.
public var ALAssetsLibraryUnknownError: Int { -1 }
/// The library could not be changed.
public var ALAssetsLibraryWriteFailedError: Int { -3300 }
/// Another process holds what is needed. Try again.
public var ALAssetsLibraryWriteBusyError: Int { -3301 }
/// What was to be written is no image or video, or is damaged.
public var ALAssetsLibraryWriteInvalidDataError: Int { -3302 }
/// What was to be written is of another kind than what it is written as: a video as an image, or the other way round.
public var ALAssetsLibraryWriteIncompatibleDataError: Int { -3303 }
/// The pixels could not be encoded.
public var ALAssetsLibraryWriteDataEncodingError: Int { -3304 }
/// The disk is full.
public var ALAssetsLibraryWriteDiskSpaceError: Int { -3305 }
/// What was asked for is not here: the library is gone, or the file is in the cloud only.
public var ALAssetsLibraryDataUnavailableError: Int { -3310 }
/// The library's owner has not allowed it.
public var ALAssetsLibraryAccessUserDeniedError: Int { -3311 }
/// The application may not use the library, and can't be allowed to from here.
public var ALAssetsLibraryAccessGloballyDeniedError: Int { -3312 }

/// An error of this module before it becomes an `NSError`.
struct LibraryFailure: Error {
    let code: Int
    let message: String
    var cause: (any Error)?

    init(_ code: Int, _ message: String, cause: (any Error)? = nil) { (self.code, self.message, self.cause) = (code, message, cause) }

    /// An error of `Photos` with this module's code; the message stays.
    init(_ error: any Error, otherwise code: Int = ALAssetsLibraryUnknownError) {
        if let failure = error as? LibraryFailure {
            self = failure
            return
        }
        let known = error as? PHPhotosError ?? PHPhotosError(engine: error)
        self.init(Self.code(known.code) ?? code, known.localizedDescription, cause: known)
    }

    /// What an object says whose library was let go of.
    static let released = LibraryFailure(
        ALAssetsLibraryDataUnavailableError,
        "The ALAssetsLibrary that this object came from was released, and its objects went with it. Keep the library as long as what it gave.")

    var error: NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message, NSLocalizedFailureReasonErrorKey: message]
        if let cause { info[NSUnderlyingErrorKey] = cause }
        return NSError(domain: ALAssetsLibraryErrorDomain, code: code, userInfo: info)
    }

    /// `nil` for what depends on what was being done.
    private static func code(_ code: PHPhotosError.Code) -> Int? {
        switch code {
        case .invalidResource: ALAssetsLibraryWriteInvalidDataError
        case .operationInterrupted: ALAssetsLibraryWriteBusyError
        case .notEnoughSpace: ALAssetsLibraryWriteDiskSpaceError
        case .accessUserDenied: ALAssetsLibraryAccessUserDeniedError
        case .accessRestricted: ALAssetsLibraryAccessGloballyDeniedError
        case .libraryVolumeOffline, .missingResource, .identifierNotFound, .networkAccessRequired, .networkError: ALAssetsLibraryDataUnavailableError
        default: nil
        }
    }
}
