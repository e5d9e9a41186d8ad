import Hummingbird

/// The gallery and the HTTP API of one library.
package struct GalleryServer: Sendable {
    func router() -> Router<BasicRequestContext> { Router() }
}
