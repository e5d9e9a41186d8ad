import Descriptions
import Foundation
import Hummingbird
import LibraryEngine

/// Originals elsewhere, for the owner: what is on its way to the store, and how far one is that comes from there. Of the latter a person at a picker is told as well,
/// who waits for it.
enum CloudRoutes {
    static let routes: [Route] = [
        Route(
            "/api/cloud", "cloud", "What is in the library's store, and what is on its way there.", needs: .gallery,
            answers: [.json(.named("Cloud"), "Whether there is a store, and what is where."), .notModified]
        ) { request, _, context in
            Response.json(try await context.work.run(.answer) { try answer(context) }, for: request)
        },
        Route(
            "/api/cloud", by: .post, "pauseCloud", "Has uploads that happen by themselves wait, or go on.", needs: .gallery,
            body: .object(["isPaused": .boolean], isOpen: true), answers: [.json(.named("Cloud"), "As it is now."), .problem(.unsupportedMediaType)]
        ) { request, _, context in
            let wanted = try await ActRoutes.decode(Wish.self, request).isPaused
            let bytes = try await context.work.run(.change) {
                try context.session.gate().require(.assets)
                if let service = context.cloud { try service.pause(wanted) } else { try context.library.pauseCloud(wanted) }
                return try answer(context)
            }
            return Response.json(bytes, for: request)
        },
        Route(
            "/api/assets/{id}/fetching", "fetching", "How far the files of an asset are that come from the library's store.",
            description: "Asks for nothing: who asks for a picture, a video or a file has it come.", needs: .fetching, parameters: [.asset],
            answers: [
                .json(
                    .object(["fraction": Schema.number.orNull.described("null where nothing of it is on its way.")]),
                    "Of the file that has the longest way to go."), .notModified,
            ]
        ) { request, parameters, context in
            let id = try parameters.require("id")
            let bytes = try await context.read { reader in
                let resources = try reader.resources(assetID: AssetAnswer.record(id, reader).id)
                var json = JSONWriter()
                json.object { $0.field("fraction", context.library.fetchProgress(of: resources)) }
                return json.bytes
            }
            return Response.json(bytes, for: request)
        },
    ]

    private struct Wish: Decodable {
        var isPaused: Bool
    }

    private static func answer(_ context: GalleryContext) throws -> [UInt8] {
        try context.session.gate().require(.assets)
        return try CloudAnswer(context.library, context.cloud).json
    }
}
