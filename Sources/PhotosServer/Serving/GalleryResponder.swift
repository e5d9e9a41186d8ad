import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// From a request to the bytes of its answer: routes it, and adds what all answers have.
struct GalleryResponder: Sendable {
    private let routes: RouterResponder<GalleryRequestContext>
    private let silence = Logger(label: "photos.server.request") { _ in SwiftLogNoOpLogHandler() }

    init(routes: RouterResponder<GalleryRequestContext>) { self.routes = routes }

    func respond(to request: Request, _ writer: consuming ResponseWriter, on channel: any Channel) async throws {
        let source = ApplicationRequestContextSource(channel: channel, logger: silence)
        var response = try await routes.respond(to: request, context: GalleryRequestContext(source: source))
        for field in CommonHeaders.fields where !response.headers.contains(field.name) { response.headers.append(field) }
        response.headers[.date] = HTTPDate.now
        try await writer.write(response: response.head, body: response.body)
    }
}
