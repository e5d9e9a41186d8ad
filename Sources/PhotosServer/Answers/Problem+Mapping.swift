import Catalog
import HTTPTypes
import Hummingbird
import Imaging
import LibraryEngine
import Originals
import Query

extension Problem {
    /// The one place where an error of the parts below becomes a status and words for a person.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as LibraryError: self.init(library: error)
        case let error as QueryError: self.init(.badRequest, "query", title: "The search can't be understood", detail: error.description)
        case let error as ImagingError: self.init(.unsupportedMediaType, "damaged", title: "There is no picture in the file", detail: error.message)
        case let error as OriginalsError: self.init(.notFound, "missing", title: "The file can't be read", detail: error.description)
        case let error as CatalogError: self.init(catalog: error)
        case let error as any HTTPResponseError: self.init(http: error.status)
        default:
            self.init(
                .internalServerError, "internal", title: "Something went wrong inside", detail: "This should not happen. What it was is in the server's own output.")
        }
    }

    private init(library error: LibraryError) {
        switch error.code {
        case .unknown, .missing, .notFound: self.init(.notFound, "missing", title: "It is not there", detail: error.message)
        case .offline, .locked: self.init(.serviceUnavailable, "unavailable", title: "It is out of reach for the moment", detail: error.message)
        case .denied, .restricted: self.init(.forbidden, "denied", title: "It is not allowed", detail: error.message)
        case .invalid, .expired: self.init(.badRequest, "invalid", title: "The request makes no sense", detail: error.message)
        case .unreadable, .unsupported, .changed: self.init(.unsupportedMediaType, "damaged", title: "The file can't be shown", detail: error.message)
        case .cannotWrite: self.init(.init(code: 507, reasonPhrase: "Insufficient Storage"), "unwritable", title: "The library can't be written", detail: error.message)
        default: self.init(.internalServerError, "library", title: "The library can't be used", detail: error.message)
        }
    }

    private init(catalog error: CatalogError) {
        switch error.code {
        case .unknownObject: self.init(.notFound, "missing", title: "It is not there", detail: error.message)
        case .busy: self.init(.serviceUnavailable, "unavailable", title: "It is out of reach for the moment", detail: error.message)
        case .invalid, .expired: self.init(.badRequest, "invalid", title: "The request makes no sense", detail: error.message)
        case .readOnly, .diskFull: self.init(.init(code: 507, reasonPhrase: "Insufficient Storage"), "unwritable", title: "The library can't be written", detail: error.message)
        default: self.init(.internalServerError, "library", title: "The library can't be used", detail: error.message)
        }
    }

    private init(http status: HTTPResponse.Status) {
        switch status {
        case .notFound: self.init(.notFound, "not-found", title: "There is nothing here", detail: "The address leads nowhere. The first page is /.")
        case .contentTooLarge:
            self.init(.contentTooLarge, "too-large", title: "The request is too long", detail: "Send at most 1 MiB at a time: fewer items in one request.")
        default: self.init(status, "request", title: status.reasonPhrase, detail: "The request can't be answered. /api/openapi.json describes those that can.")
        }
    }
}
