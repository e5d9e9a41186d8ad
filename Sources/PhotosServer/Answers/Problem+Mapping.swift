import HTTPTypes
import Hummingbird
import LibraryEngine
import Photos
import Pixels
import Query

extension Problem {
    /// The one place where an error of the parts below becomes a status and words for a person.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as AnsweredError:
            self.init(error.cause)
            for field in error.headers { headers[field.name] = field.value }
        case let error as LibraryError where error.isReadOnly: self.init(.readOnly, error.message)
        case let error as LibraryError: self.init(Self.kind(of: error.code), error.message)
        case let error as IncomingError: self.init(incoming: error)
        case let error as CodecError: self.init(error.code == .workerMissing ? .library : .damaged, error.message)
        case let error as ImagingError: self.init(imaging: error)
        case let error as QueryError: self.init(query: error)
        case let error as PHPhotosError: self.init(Self.kind(of: error.code), error.localizedDescription)
        case let error as ServerError: self.init(.failed, error.message)
        case let error as any HTTPResponseError: self.init(http: error.status)
        case is CancellationError: self.init(.unavailable, "The server is stopping. Start it again, and reload the page.")
        default:
            if let error = LibraryError(ofPart: error) {
                self.init(error)
            } else {
                self.init(.failed, "This should not happen. What it was is in the server's own output.")
            }
        }
    }

    /// Kinds that errors of several parts share.
    private enum Kind {
        case missing, noPicture, unavailable, denied, invalid, expired, damaged, unwritable, readOnly, library, failed
    }

    private init(_ kind: Kind, _ detail: String) {
        switch kind {
        case .missing: self.init(.notFound, "missing", title: "It is not there", detail: detail)
        case .noPicture: self.init(.notFound, "no-picture", title: "There is no picture", detail: detail)
        case .unavailable: self.init(.serviceUnavailable, "unavailable", title: "It is out of reach for the moment", detail: detail)
        case .denied: self.init(.forbidden, "denied", title: "It is not allowed", detail: detail)
        case .invalid: self.init(.badRequest, "invalid", title: "The request makes no sense", detail: detail)
        case .expired: self.init(.gone, "expired", title: "It is no longer kept", detail: detail)
        case .damaged: self.init(.unsupportedMediaType, "damaged", title: "The file can't be shown", detail: detail)
        case .unwritable:
            let status = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
            self.init(status, "unwritable", title: "The library can't be written", detail: detail)
        case .readOnly: self.init(.conflict, "read-only", title: "The library is open for reading only", detail: detail)
        case .library: self.init(.internalServerError, "library", title: "The library can't be used", detail: detail)
        case .failed: self.init(.internalServerError, "internal", title: "Something went wrong inside", detail: detail)
        }
    }

    private static func kind(of code: LibraryError.Code) -> Kind {
        switch code {
        case .unknown, .missing, .notFound: .missing
        case .noPicture: .noPicture
        case .offline, .locked, .inCloud, .network, .closed: .unavailable
        case .denied, .restricted: .denied
        case .invalid: .invalid
        case .expired: .expired
        case .unreadable, .unsupported, .changed: .damaged
        case .cannotWrite: .unwritable
        default: .library
        }
    }

    private static func kind(of code: PHPhotosError.Code) -> Kind {
        switch code {
        case .identifierNotFound, .missingResource: .missing
        case .libraryVolumeOffline, .operationInterrupted, .networkAccessRequired, .networkError: .unavailable
        case .accessRestricted, .accessUserDenied: .denied
        case .changeNotSupported, .requestNotSupportedForAsset, .limitExceeded, .multipleIdentifiersFound: .invalid
        case .persistentChangeTokenExpired, .persistentChangeDetailsUnavailable: .expired
        case .invalidResource: .damaged
        case .notEnoughSpace: .unwritable
        default: .failed
        }
    }

    private init(imaging error: ImagingError) {
        switch error.code {
        case .undecodable: self.init(.damaged, error.message)
        case .noDecoder: self.init(.library, error.message)
        case .derivativesUnwritable: self.init(.unwritable, error.message)
        // What could not be opened says why: gone, or on a disk that is not there.
        default: if let cause = error.cause { self.init(cause) } else { self.init(.missing, error.message) }
        }
    }

    /// A search, or another condition in the predicate language.
    init(query error: QueryError) {
        if error.code == .tooCostly {
            self.init(.badRequest, "too-costly", title: "The search takes too much work", detail: error.description)
        } else {
            self.init(.badRequest, "query", title: "The search can't be understood", detail: error.description)
        }
        (position, code) = (error.position, error.code.rawValue)
    }

    private init(http status: HTTPResponse.Status) {
        switch status {
        case .notFound: self.init(.notFound, "not-found", title: "There is nothing here", detail: "The address leads nowhere. The first page is /.")
        case .contentTooLarge:
            self.init(status, "too-large", title: "The request is too long", detail: "Send at most 1 MiB at a time: fewer items in one request.")
        default:
            let detail = "The request can't be answered. /api/openapi.json describes those that can."
            self.init(status, "request", title: status.reasonPhrase, detail: detail)
        }
    }
}

/// An error whose answer has headers of its own. It is told apart from its answer, so that the log has what happened.
struct AnsweredError: Error, CustomStringConvertible {
    let cause: any Error
    let headers: HTTPFields

    var description: String { "\(cause)" }
}
