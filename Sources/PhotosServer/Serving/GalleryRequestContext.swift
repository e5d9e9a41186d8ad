import Hummingbird
import Logging

/// What travels with a request.
struct GalleryRequestContext: RequestContext {
    struct Source: RequestContextSource {
        let logger: Logger
        let session: Session
    }

    var coreContext: CoreRequestContextStorage
    /// Who asks.
    let session: Session

    init(source: Source) {
        coreContext = .init(source: source)
        session = source.session
    }

    /// The longest body that is read.
    static let longestBody = 1 << 20
}

typealias GalleryRouter = Router<GalleryRequestContext>
