import Hummingbird
import Logging

/// What travels with a request.
struct GalleryRequestContext: RequestContext {
    struct Source: RequestContextSource {
        let logger: Logger
        let session: Session
        let connection: RequestConnection
    }

    var coreContext: CoreRequestContextStorage
    /// Who asks.
    let session: Session
    /// What the request came by.
    let connection: RequestConnection

    init(source: Source) {
        coreContext = .init(source: source)
        (session, connection) = (source.session, source.connection)
    }

    /// The longest body that is read.
    static let longestBody = 1 << 20
}

typealias GalleryRouter = Router<GalleryRequestContext>
