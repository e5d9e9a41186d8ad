import Foundation
import Hummingbird

/// The tree of albums.
enum CollectionRoutes {
    static let all: [Route] = [
        Route("/api/collections", needs: .viewing) { request, _, context in
            let bytes = try await context.work.run(.answer) {
                let encoder = JSONEncoder()
                encoder.outputFormatting = .withoutEscapingSlashes
                return Array(try encoder.encode(try context.session.gate().read { try CollectionListing($0) }))
            }
            return Response.json(bytes, for: request)
        },
    ]
}
