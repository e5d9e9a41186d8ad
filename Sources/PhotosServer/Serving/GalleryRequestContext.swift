import Hummingbird

/// What travels with a request.
struct GalleryRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: Source) { coreContext = .init(source: source) }

    /// The longest body that is read.
    var maxUploadSize: Int { Self.longestBody }

    static let longestBody = 1 << 20
}

typealias GalleryRouter = Router<GalleryRequestContext>
