import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging

/// From a request to the bytes of its answer: routes it, and adds what all answers have.
struct GalleryResponder: Sendable {
    private let routes: RouterResponder<GalleryRequestContext>
    private let silence = Logger(label: "photos.server.request") { _ in SwiftLogNoOpLogHandler() }

    init(routes: RouterResponder<GalleryRequestContext>) { self.routes = routes }

    /// - Parameter session: whose request it is; `nil` where the connection is ending.
    func respond(to request: Request, _ writer: consuming ResponseWriter, for session: Session?, over connection: RequestConnection) async throws {
        guard let session else { throw CancellationError() }
        let context = GalleryRequestContext(source: .init(logger: silence, session: session, connection: connection))
        var response = try await routes.respond(to: request, context: context)
        for field in CommonHeaders.fields where !response.headers.contains(field.name) { response.headers.append(field) }
        response.headers[.date] = HTTPDate.now
        try await writer.write(response: response.head, body: response.body)
    }
}
