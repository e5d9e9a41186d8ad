import Foundation
import HTTPTypes
import Hummingbird

/// The tree of albums.
enum CollectionRoutes {
    static let routes: [Route] = [
        Route(
            "/api/collections", "collections", "Smart albums, then albums and folders as a tree, depth first.", needs: .viewing,
            parameters: [.header("Accept-Language", "In which language smart albums are named: English, German or Chinese.", .string)],
            answers: [.json(.named("Collections"), "In the order in which they are shown."), .notModified]
        ) { request, _, context in
            let locale = context.pages.locale(for: request.headers[.acceptLanguage])
            let bytes = try await context.work.run(.answer) {
                let encoder = JSONEncoder()
                encoder.outputFormatting = .withoutEscapingSlashes
                return Array(try encoder.encode(try context.session.gate().read { try CollectionListing($0, in: locale) }))
            }
            var response = Response.json(bytes, for: request)
            response.headers[.vary] = "Accept-Language"
            return response
        }
    ]
}
