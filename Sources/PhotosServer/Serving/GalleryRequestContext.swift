import Hummingbird
import NIOCore

/// What travels with a request.
struct GalleryRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel

    init(source: Source) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// Whose turn the request takes.
    func asker(_ request: Request) -> Asker { Asker(request.headers, on: channel) }

    /// The longest body that is read.
    var maxUploadSize: Int { Self.longestBody }

    static let longestBody = 1 << 20
}

typealias GalleryRouter = Router<GalleryRequestContext>
