import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import PhotoModel

/// The part of a video that is shown.
enum TrimRoutes {
    static let routes: [Route] = [
        Route(
            "/api/assets/{id}/trim", "trim", "Which part of its original a video shows.", needs: .viewing, parameters: [.asset],
            answers: [.json(.named("Trim"), "What the video shows now."), .notModified, .problem(.unsupportedMediaType)]
        ) { request, parameters, context in
            let asset = try await AssetAnswer.record(parameters, context)
            let state = try await context.editing(asset) { try context.library.trimState(of: asset) }
            return try ShownEdit(asset: state.asset, value: state.trim, duration: state.duration).response(to: request)
        },
        Route(
            "/api/assets/{id}/trim", by: .post, "saveTrim", "Makes a part of its original what a video shows, or shows all of it.", needs: .changing,
            parameters: [.asset],
            body: .object(
                [
                    "part": Schema.named("Part").orNull.described("Null shows the whole."),
                    "revision": Schema.whole(from: 0).orNull.optional.described("What the edit began with: where the video was changed since, nothing is."),
                ], isOpen: true),
            answers: [.json(.named("Edited"), "Done."), .problem(.conflict), .problem(.unsupportedMediaType)]
        ) { request, parameters, context in
            let wanted = try await ActRoutes.decode(SavedEdit<VideoTrim>.self, request)
            let asset = try await AssetAnswer.record(parameters, context)
            return try Response(json: try await context.editing(asset) { try save(wanted, asset, context) })
        },
    ]

    private static func save(_ wanted: SavedEdit<VideoTrim>, _ asset: AssetRecord, _ context: GalleryContext) throws -> Edited {
        let state = try context.library.trimState(of: asset)
        try wanted.requireNewest(state.asset)
        if state.isEditedOtherwise, wanted.value != nil {
            throw Problem.refused("\(state.asset.filename) was edited by another program, and that edit would be lost. Revert to the original first.")
        }
        let gate = try context.session.gate()
        return try Edited(wanted, try context.library.prepareTrimming(state, to: wanted.value, by: gate.application), on: state.asset, gate)
    }
}

extension VideoTrim: EditedValue {
    static let field = "part"
    static let isOfPhotos = false
}
