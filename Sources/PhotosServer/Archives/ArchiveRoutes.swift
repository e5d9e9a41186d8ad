import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import PhotoModel
import Query
import Support

/// Many photos as one file: `POST` says which and gives an address, which is good once.
enum ArchiveRoutes {
    /// Files of so many assets are looked for at a time, so that others have their turn between.
    private static let step = 200

    private struct Wish: Decodable {
        var assets: [String]
        /// Whether a photo that stands for its burst brings the other frames along.
        var bursts: Bool?
    }

    static let routes: [Route] = [
        Route(
            "/api/archives", by: .post, "archive",
            "Gets an address at which these assets' files are one ZIP archive: what each shows, with the movie of a Live Photo.", needs: .downloading,
            body: .object(
                [
                    "assets": .someIDs, "bursts": .boolean.optional.described("Whether a photo that stands for its burst brings the other frames along."),
                ], isOpen: true), answers: [.json(.named("Archive"), "What will be in it, and what will not.")]
        ) { request, _, context in
            let wish = try await ActRoutes.decode(Wish.self, request)
            let plan = try await plan(for: try identifiers(wish.assets), bringsFrames: wish.bursts == true, context)
            return try answer(plan, context)
        },
        Route(
            "/archive/{token}", "download", "An archive, once, within ten minutes.", needs: .downloading,
            parameters: [.path("token", "As POST /api/archives gave it.", .text(matching: "^[0-9a-f]{32}$"))],
            answers: [
                .of(
                    "application/zip",
                    """
                    Stored, not compressed, of the length that was announced. A file that turns out to be damaged on the way is left out, and named in “Left out.txt”.
                    """),
                .problem(.gone),
            ]
        ) { request, parameters, context in
            // Whoever only looks at an address does not use it up.
            guard let plan = context.archives.plan(try parameters.require("token"), of: context.session.grant, isUsed: request.method == .get) else {
                throw Problem(
                    .gone, "expired", title: "The download has been fetched already",
                    detail: "The address of an archive is good once, and for ten minutes. Choose the photos and download them again.")
            }
            return response(plan, context)
        },
    ]

    static func response(_ plan: ArchivePlan, _ context: GalleryContext) -> Response {
        let headers: HTTPFields = [
            .contentType: "application/zip", .contentLength: "\(plan.length)", .cacheControl: "no-store", .acceptRanges: "none",
            .contentDisposition: ContentDisposition.text(filename: filename(plan), isAttachment: true),
        ]
        return Response(status: .ok, headers: headers, body: ArchiveBody(plan: plan, context: context).response)
    }

    static func identifiers(_ texts: [String]) throws(Problem) -> [UUID] {
        var (ids, seen) = ([UUID](), Set<UUID>())
        for text in texts {
            guard let id = LocalIdentifier.uuid(from: text) else { throw .badAct("“\(text.prefix(60))” in “assets” is no identifier.") }
            if seen.insert(id).inserted { ids.append(id) }
        }
        guard !ids.isEmpty else { throw .badAct("“assets” is a list of identifiers with at least one in it.") }
        return ids
    }

    /// - Parameter bringsFrames: whether the other frames come with a photo that stands for its burst.
    static func plan(for ids: [UUID], bringsFrames: Bool, _ context: GalleryContext) async throws -> ArchivePlan {
        var (files, absences, assets) = ([ArchivePlan.File](), [ArchivePlan.Absence](), 0)
        var seen: Set<Int64> = []
        var names = ArchiveNames(reserved: [ArchivePlan.note])
        for start in stride(from: 0, to: ids.count, by: step) {
            let some = ids[start..<min(start + step, ids.count)]
            let records = try await context.read { reader in
                try some.flatMap { id in try reader.asset(uuid: id).map { bringsFrames ? [$0] + (try otherFrames(of: $0, reader)) : [$0] } ?? [] }
            }.filter { seen.insert($0.id).inserted }
            let found = try await context.read { reader in try records.map { ($0, try reader.resources(assetID: $0.id)) } }
            // Files of one folder that does not answer wait for no others: each folder's are looked for where it has its turn.
            for (place, group) in Dictionary(grouping: found, by: { $0.1.first?.fileLocation ?? .library }).sorted(by: { "\($0.key)" < "\($1.key)" }) {
                let before = names
                do {
                    let looked = try await context.work.run(.archive(place)) { [access = context.access] in
                        var names = before
                        let result = ArchivePlan.files(of: group.map { (record: $0.0, resources: $0.1) }, &names, access)
                        return (result.files, result.absences, names)
                    }
                    (files, absences, names) = (files + looked.0, absences + looked.1, looked.2)
                } catch is CancellationError {
                    throw CancellationError()
                } catch {
                    absences += group.map { .init(filename: $0.0.filename, reason: Problem(error).detail) }
                }
            }
            assets += found.count
        }
        guard !files.isEmpty else {
            let reason = absences.first.map { "\($0.filename): \($0.reason)" } ?? "The photos are not in this library any more."
            throw Problem(.notFound, "missing", title: "There is nothing to download", detail: reason)
        }
        return ArchivePlan(files, absences: absences, assets: assets, zone: context.library.environment.timeZone, made: context.now().timeIntervalSince1970)
    }

    private static func otherFrames(of asset: AssetRecord, _ reader: LibraryReader) throws -> [AssetRecord] {
        guard asset.representsBurst, let burst = asset.burstIdentifier else { return [] }
        return try reader.assets(ids: reader.assetIDs(burstIdentifier: burst)).compactMap { $0 }.filter { !$0.isTrashed }
    }

    private struct Answer: Encodable {
        var url: String
        var filename: String
        var assets: Int, files: Int
        var bytes: Int64
        var leftOut: [LeftOut]

        struct LeftOut: Encodable {
            var filename: String
            var reason: String
        }
    }

    /// - Parameter start: of the address.
    static func answer(_ plan: ArchivePlan, at start: String = "/archive/", _ context: GalleryContext) throws -> Response {
        let answer = Answer(
            url: "\(start)\(context.archives.add(plan, for: context.session.grant).text)", filename: filename(plan), assets: plan.assets, files: plan.files.count,
            bytes: plan.length,
            leftOut: plan.absences.prefix(100).map { .init(filename: $0.filename, reason: $0.reason) })
        return try Response(json: answer)
    }

    /// `Photos 2026-11-23.zip`, by the day on which it is made.
    private static func filename(_ plan: ArchivePlan) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = plan.zone
        let day = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: plan.made))
        return "Photos \(day.year ?? 0)-\((day.month ?? 0).padded(to: 2))-\((day.day ?? 0).padded(to: 2)).zip"
    }
}
