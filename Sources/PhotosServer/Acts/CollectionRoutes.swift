import Foundation
import Hummingbird

/// The tree of albums.
enum CollectionRoutes {
    static let routes: [Route] = [
        Route(
            "/api/collections", "collections", "Smart albums, then albums and folders as a tree, depth first.", needs: .viewing,
            answers: [.json(.named("Collections"), "In the order in which they are shown."), .notModified]
        ) { request, _, context in
            let bytes = try await context.work.run(.answer) {
                let encoder = JSONEncoder()
                encoder.outputFormatting = .withoutEscapingSlashes
                return Array(try encoder.encode(try context.session.gate().read { try CollectionListing($0) }))
            }
            return Response.json(bytes, for: request)
        }
    ]
}
