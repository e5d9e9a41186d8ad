import Adjustments
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import NIOCore
import PhotoModel

/// Edits of photos by numbers: reading them, seeing what they would give, saving and reverting them.
enum AdjustmentRoutes {
    static let routes: [Route] = [
        Route(
            "/api/assets/{id}/adjustments", "edit", "The numbers of a photo's edit.", needs: .viewing, parameters: [.asset],
            answers: [.json(.named("Edit"), "What the photo shows now."), .notModified]
        ) { request, parameters, context in
            let asset = try await AssetAnswer.record(parameters, context)
            let (state, movie) = try await context.editing(asset) {
                let state = try context.library.adjustmentState(of: asset)
                return (state, try context.library.liveMovie(of: state.files))
            }
            return try ShownEdit(asset: state.asset, value: state.adjustments, movie: movie).response(to: request)
        },
        Route(
            "/api/assets/{id}/adjusted", "adjusted",
            "What an edit would give, as JPEG, made of what it would be made of. `Color-Space` names its primaries: `display-p3` or `srgb`.", needs: .changing,
            parameters: [
                .asset, .query("adjustments", "The edit, as JSON; none shows what it begins with.", .string),
                .query("side", "Longest side.", .whole(from: 16, to: longestSide).standard(.number(DerivativeStore.previewSide))),
            ],
            answers: [.of(MIMEType.jpeg, "Not kept anywhere."), .problem(.unsupportedMediaType)]
        ) { request, parameters, context in
            let query = try QueryParameters(request.uri.query), asset = try await AssetAnswer.record(parameters, context)
            let adjustments = try query["adjustments"].map { text in try checked { try PhotoAdjustments(data: Data(text.utf8)) } } ?? PhotoAdjustments()
            let side = try query.number("side", in: 16...longestSide, standard: DerivativeStore.previewSide)
            let preview = try await context.editing(asset) {
                let state = try context.library.adjustmentState(of: asset)
                return try context.library.renderingPreview(of: state.files.main, movie: state.files.movie, adjustments, side: side)
            }
            let bytes = preview.picture.bytes
            var headers: HTTPFields = [.contentType: MIMEType.jpeg, .cacheControl: "no-store", .contentLength: "\(bytes.count)"]
            headers[colorSpace] = preview.isDisplayP3 ? "display-p3" : "srgb"
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        },
        Route(
            "/api/assets/{id}/adjustments", by: .post, "saveEdit", "Makes an edit what the photo shows, or reverts all its edits.", needs: .changing,
            parameters: [.asset],
            body: .object(
                [
                    "adjustments": Schema.named("Adjustments").orNull.described("The edit; null reverts to the original."),
                    "revision": Schema.whole(from: 0).orNull.optional.described("What the edit began with: where the photo was changed since, nothing is."),
                ], isOpen: true),
            answers: [.json(.named("Edited"), "Done."), .problem(.conflict), .problem(.unsupportedMediaType)]
        ) { request, parameters, context in
            let wanted = try await checked { try await ActRoutes.decode(SavedEdit<PhotoAdjustments>.self, request) }
            let asset = try await AssetAnswer.record(parameters, context)
            return try Response(json: try await context.editing(asset) { try save(wanted, asset, context) })
        },
    ]

    private static let longestSide = 4096
    /// By CSS's names: whoever draws by the values has to know whose they are, and a browser tells nobody what an image says.
    private static let colorSpace = HTTPField.Name.named("Color-Space")

    private static func save(_ wanted: SavedEdit<PhotoAdjustments>, _ asset: AssetRecord, _ context: GalleryContext) throws -> Edited {
        try wanted.requireNewest(asset)
        let gate = try context.session.gate()
        // Fetches nothing by itself: no thread here waits for that.
        let access = ResourceAccess(context.library), prepared = try wanted.value.map { try context.library.prepare($0, of: asset, by: gate.application, through: access) }
        return try Edited(wanted, try prepared ?? context.library.prepareRevertingAdjustments(of: asset), on: asset, gate)
    }

    /// Numbers that make no sense are the request's mistake.
    private static func checked<T>(_ body: () async throws -> T) async throws -> T {
        do { return try await body() } catch let error as AdjustmentError { throw problem(error) }
    }

    private static func checked<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as AdjustmentError { throw problem(error) }
    }

    private static func problem(_ error: AdjustmentError) -> Problem {
        Problem(.badRequest, "adjustments", title: "The edit makes no sense", detail: error.message)
    }
}

extension PhotoAdjustments: EditedValue {
    static let field = "adjustments"
    static let isOfPhotos = true
}
