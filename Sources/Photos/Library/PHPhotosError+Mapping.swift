import Foundation
import LibraryEngine
import Query

extension PHPhotosError {
    /// The one place where the engine's errors get Apple's codes. The message stays.
    init(_ error: any Error) {
        switch error {
        case let error as PHPhotosError: self = error
        case let error as LibraryError: self.init(Self.code(error), error.message, cause: error.cause)
        // What could not be opened says why, and what to do.
        case let error as ImagingError where error.code == .sourceUnavailable && error.cause != nil: self.init(error.cause ?? error)
        case let error as ImagingError: self.init(Self.code(error), error.message, cause: error.cause)
        case let error as QueryError: self.init(.internalError, "\(error)", cause: error)
        default: if let error = LibraryError(ofPart: error) { self.init(error) } else { self.init(.internalError, "\(error)", cause: error) }
        }
    }

    private static func code(_ error: LibraryError) -> Code {
        switch error.code {
        case .locked: .operationInterrupted
        case .offline: .libraryVolumeOffline
        case .missing, .notFound: .missingResource
        case .unsupported, .unreadable, .changed: .invalidResource
        case .noPicture: .requestNotSupportedForAsset
        case .invalid: .changeNotSupported
        case .expired: .persistentChangeTokenExpired
        case .denied: .accessUserDenied
        case .restricted: .accessRestricted
        case .unknown: .identifierNotFound
        case .inCloud: .networkAccessRequired
        case .network: .networkError
        case .cannotWrite: error.isDiskFull ? .notEnoughSpace : .internalError
        default: .internalError
        }
    }

    private static func code(_ error: ImagingError) -> Code {
        switch error.code {
        case .sourceUnavailable: .missingResource
        case .inCloud: error.cause.map { PHPhotosError($0).code } ?? .networkAccessRequired
        case .undecodable: .invalidResource
        default: .internalError
        }
    }
}
