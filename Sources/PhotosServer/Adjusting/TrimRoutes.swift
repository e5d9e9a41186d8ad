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
            let asset = try await AdjustmentRoutes.found(parameters, context)
            let state = try await context.work.run(.picture) { try context.library.trimState(of: asset) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            return Response.json([UInt8](try encoder.encode(Trim(state))), for: request)
        },
        Route(
            "/api/assets/{id}/trim", by: .post, "saveTrim", "Makes a part of its original what a video shows, or shows all of it.", needs: .changing,
            parameters: [.asset],
            body: .object([
                "part": Schema.named("Part").orNull.described("Null shows the whole."),
                "revision": Schema.count.optional.described("What the edit began with: where the video was changed since, nothing is."),
            ]),
            answers: [.json(.named("Edited"), "Done."), .problem(.conflict), .problem(.unsupportedMediaType)]
        ) { request, parameters, context in
            let wanted = try await ActRoutes.decode(TrimRequest.self, request)
            let asset = try await AdjustmentRoutes.found(parameters, context)
            return try Response(json: try await context.work.run(.picture) { try save(wanted, asset, context) })
        },
    ]

    private static func save(_ wanted: TrimRequest, _ asset: AssetRecord, _ context: GalleryContext) throws -> AdjustmentRoutes.Edited {
        let state = try context.library.trimState(of: asset)
        if let revision = wanted.revision, revision != state.asset.revision { throw AdjustmentRoutes.late(state.asset) }
        if state.isEditedOtherwise, wanted.part != nil {
            throw Problem.refused("\(state.asset.filename) was edited by another program, and that edit would be lost. Revert to the original first.")
        }
        let gate = try context.session.gate()
        return try AdjustmentRoutes.perform(try context.library.prepareTrimming(state, to: wanted.part, by: gate.application), on: state.asset, gate)
    }

    private struct TrimRequest: Decodable {
        var part: VideoTrim?
        var revision: Int64?

        private enum Key: String, CodingKey { case part, revision }

        /// Nothing is reverted because a name was mistaken.
        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            guard fields.contains(.part) else { throw DecodingError.keyNotFound(Key.part, .init(codingPath: [], debugDescription: "There is none.")) }
            part = try fields.decodeIfPresent(VideoTrim.self, forKey: .part)
            revision = try fields.decodeIfPresent(Int64.self, forKey: .revision)
        }
    }

    private struct Trim: Encodable {
        let state: TrimState

        init(_ state: TrimState) { self.state = state }

        private enum Key: String, CodingKey { case revision, edited, duration, part }

        /// Absent values are `null`, never left out.
        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encode(state.asset.revision, forKey: .revision)
            try fields.encode(state.asset.hasAdjustments && !state.asset.isAdjustedByCamera, forKey: .edited)
            try fields.encode(state.duration, forKey: .duration)
            try fields.encode(state.trim, forKey: .part)
        }
    }
}
