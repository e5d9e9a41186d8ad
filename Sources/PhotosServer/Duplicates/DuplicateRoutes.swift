import Descriptions
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine

/// Photos that are there twice: for the owner alone, since what is alike tells of what is in the library.
enum DuplicateRoutes {
    /// The most groups in one answer.
    static let longestPage = 50

    private static let similar = Route.Parameter.query(
        "similar", "Whether pictures of the same thing are told as well, such as frames of a burst.", Schema.string.among("true", "false").standard("false"))

    static let routes: [Route] = [
        Route(
            "/api/duplicates", "duplicates", "Groups of photos that show the same, the best file of each first.",
            description: """
                The first answer may take minutes, until all photos were compared; that ends when nobody waits for it any more, and what was found out of thumbnails \
                goes on to be known. The other pages are of the same `report`: in each group is what is still there and was not kept apart since. A group of which \
                fewer than two are left is told with none.
                """, needs: .comparing,
            parameters: [
                similar, .query("report", "Which report this is a page of; without it what is there now.", .id),
                .query("offset", .whole(from: 0).standard(0)), .query("limit", .whole(from: 0, to: longestPage).standard(20)),
            ],
            answers: [.json(.named("Duplicates"), "Fewer than asked for at the end."), .notModified, .problem(.gone)]
        ) { request, _, context in
            let parameters = try QueryParameters(request.uri.query), key = try Self.searched(parameters, context)
            let offset = try parameters.number("offset", in: 0 ... .max, standard: 0)
            let limit = try parameters.number("limit", in: 0...longestPage, standard: 20)
            let report = try await Self.found(parameters["report"], key, context)
            return Response.json(
                try await context.work.run(.search(context.session)) { try DuplicateAnswer.json(report, offset, limit, context) }, for: request)
        },
        Route(
            "/api/duplicates/progress", "duplicateProgress", "How far the search for duplicates is that goes on.", needs: .comparing, parameters: [similar],
            answers: [.json(.named("DuplicateProgress"), "Thumbnails are compared first, then the pixels of those that look the same."), .notModified]
        ) { request, _, context in
            let progress = try context.duplicates.progress(of: Self.searched(QueryParameters(request.uri.query), context))
            var json = JSONWriter()
            json.object { json in
                json.field("isUnderWay", progress != nil)
                json.field("done", progress?.done ?? 0)
                json.field("total", progress?.total ?? 0)
            }
            return Response.json(json.bytes, for: request)
        },
        Route(
            "/api/duplicates/preview", by: .post, "previewMerge", "Says what the act “merge” would do, and changes nothing.", needs: .comparing,
            body: .object(["assets": .list(.id).atLeast(2), "keeping": Schema.id.orNull.described("Whose file stays; null is the best one's.").optional], isOpen: true),
            answers: [.json(.named("MergePlan"), "What would stay, and why."), .problem(.unsupportedMediaType)]
        ) { request, _, context in
            let (assets, keeping) = try await ActRoutes.decode(PreviewRequest.self, request).merge()
            let bytes = try await context.work.run(.search(context.session)) { try DuplicateAnswer.plan(of: assets, keeping: keeping, context) }
            return Response.json(bytes, for: request)
        },
    ]

    private struct PreviewRequest: Decodable {
        var assets: [String]
        var keeping: String?

        func merge() throws(Problem) -> ([UUID], UUID?) {
            let assets = try ActRequest.severalIdentifiers(assets, for: "A merge")
            return (assets, try ActRequest.kept(keeping, among: assets))
        }
    }

    private static func searched(_ parameters: QueryParameters, _ context: GalleryContext) throws(Problem) -> DuplicateSearches.Key {
        let text = parameters["similar"] ?? "false"
        guard let similar = Bool(text) else { throw Problem(parameter: "similar", "Write true or false.") }
        return DuplicateSearches.Key(grant: context.session.grant, similar: similar)
    }

    private static func found(_ text: String?, _ key: DuplicateSearches.Key, _ context: GalleryContext) async throws -> DuplicateSearches.Report {
        guard let text else { return try await context.duplicates.report(key, context) }
        guard let id = UUID(uuidString: text) else { throw Problem(parameter: "report", "“\(text.prefix(40))” is no identifier of a report.") }
        guard let report = context.duplicates.report(id, of: key) else {
            throw Problem(
                .gone, "expired", title: "It is no longer kept", detail: "The server has forgotten what that search for duplicates found. Ask again without “report”.")
        }
        return report
    }
}
