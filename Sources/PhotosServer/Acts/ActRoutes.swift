import Foundation
import HTTPTypes
import Hummingbird

/// Acts, and their undoing.
enum ActRoutes {
    static let routes: [Route] = [
        Route(
            "/api/acts", by: .post, "act", "Changes the library: all of it happens, or nothing.", needs: .changing, body: .named("Act"),
            answers: [.json(.named("Done"), "Done."), .problem(.unsupportedMediaType)]
        ) { request, _, context in
            var wish = try await decode(ActRequest.self, request)
            if let list = wish.list { wish.listed = try await list.assets(context) }
            let act = try Act(wish)
            try context.session.require(act.grant)
            return try Response(json: try await context.work.run(.change) { try ActPerformer(context).perform(act) })
        },
        Route(
            "/api/undo", by: .post, "undo", "Takes an act back, or does again what was taken back.", needs: .changing,
            body: .object(["undo": .string], isOpen: true), answers: [.json(.named("Done"), "Done; its token does it again."), .problem(.gone)]
        ) { request, _, context in
            let token = try await decode(UndoRequest.self, request).undo
            return try Response(json: try await context.work.run(.change) { try ActPerformer(context).takeBack(token) })
        },
        Route(
            "/api/acts/preview", by: .post, "previewEdit", "Says what the act “edit” would do, and changes nothing.", needs: .changing,
            body: .either([
                .object(["assets": .someIDs, "edit": .named("BulkEdit")], isOpen: true), .object(["list": .named("ListChoice"), "edit": .named("BulkEdit")], isOpen: true),
            ]), answers: [.json(.named("BulkPreview"), "What would change.")]
        ) { request, _, context in
            let wish = try await decode(PreviewRequest.self, request)
            let edit = try wish.edit.edit(), assets = try await wish.chosen(context)
            // All of a list may take seconds.
            let kind: BlockingWork.Kind = wish.list == nil ? .answer : .search(context.session)
            return try Response(json: try await context.work.run(kind) { try BulkPreviewAnswer(edit, of: assets, limit: previewedAtOnce, context.session.gate()) })
        },
    ]

    /// What “edit” would do. Nothing is changed.
    private static let previewedAtOnce = 50

    private struct PreviewRequest: Decodable {
        var assets: [String]?
        var list: ListChoice?
        var edit: BulkRequest

        func chosen(_ context: GalleryContext) async throws -> [UUID] {
            switch (assets, list) {
            case (let assets?, nil): return try ActRequest.identifiers(assets)
            case (nil, let list?): return try await list.assets(context)
            case (nil, nil): throw Problem.badAct("“assets” is missing, and “list”, which may stand in its place. /api/openapi.json says what each request needs.")
            case (.some, .some): throw Problem.badAct("“assets” and “list” both say which photos. Leave out one of them.")
            }
        }
    }

    private struct UndoRequest: Decodable {
        var undo: String
    }

    /// A form or a text can be sent by any page of any site without asking first, and JSON can't.
    static func decode<T: Decodable>(_ type: T.Type, _ request: Request) async throws -> T {
        let kind = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
        guard kind?.trimmingCharacters(in: .whitespaces) == "application/json" else {
            throw Problem(.unsupportedMediaType, "content-type", title: "This is no JSON", detail: "Send the request with Content-Type: application/json.")
        }
        let body = try await request.body.collect(upTo: GalleryRequestContext.longestBody)
        do {
            return try JSONDecoder().decode(type, from: Data(buffer: body, byteTransferStrategy: .noCopy))
        } catch let error as DecodingError {
            throw Problem.badAct(message(error))
        }
    }

    private static func message(_ error: DecodingError) -> String {
        let what =
            switch error {
            case .keyNotFound(let key, _): "“\(key.stringValue)” is missing."
            case .typeMismatch(_, let context) where !context.codingPath.isEmpty: "“\(context.codingPath[0].stringValue)” has the wrong type."
            case .valueNotFound(_, let context) where !context.codingPath.isEmpty: "“\(context.codingPath[0].stringValue)” can’t be null."
            default: "The body is no JSON object."
            }
        return what + " /api/openapi.json says what each request needs."
    }
}

extension Response {
    /// What changes with the library, so that it is asked for anew each time.
    init(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let bytes = try encoder.encode(value)
        self.init(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-cache", .contentLength: "\(bytes.count)"],
            body: ResponseBody(byteBuffer: ByteBuffer(data: bytes)))
    }
}
