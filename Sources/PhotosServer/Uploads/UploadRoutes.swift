import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine

/// Where files are sent to: the owner's own address, or a link's.
struct UploadSite: Sendable {
    let path: String
    let need: Need
    /// What varies in the path.
    let parameters: [Route.Parameter]
    /// What batches are called in the API's description, and what begins one.
    let batch: String, request: String

    static let own = UploadSite(path: UploadRoutes.path, need: .uploading, parameters: [], batch: "UploadBatch", request: "UploadRequest")
    static let link = UploadSite(
        path: SharedRoutes.page + UploadRoutes.path, need: .sending, parameters: [.link], batch: "SentBatch", request: "SentRequest")

    var isLink: Bool { need == .sending }

    func with(_ more: Route.Parameter...) -> [Route.Parameter] { parameters + more }

    /// A route's name: `beginUpload`, and by a link `sharedBeginUpload`.
    func name(_ name: String) -> String { isLink ? "shared" + name.prefix(1).uppercased() + name.dropFirst() : name }

    /// Whether an address is one of a batch, or below one.
    static func isBelow(_ uri: String) -> Bool {
        if uri.hasPrefix(own.path + "/") { return true }
        guard uri.hasPrefix(ShareStore.start) else { return false }
        return uri.dropFirst(ShareStore.start.count).drop { $0 != "/" && $0 != "?" }.hasPrefix(UploadRoutes.path + "/")
    }
}

/// Files that are sent here, in batches of what was chosen together. Their bytes come by `TusRoutes`.
enum UploadRoutes {
    static let path = "/api/uploads"
    /// Files that one request announces.
    static let mostFiles = 2_000

    static let routes: [Route] = [list] + rows(at: .own)

    private static let list = Route(
        path, "uploads", "Batches of files that are being sent here, and those that came in lately.", needs: .uploading,
        answers: [.json(.named("Uploads"), "The one that something happened to last comes first."), .notModified]
    ) { request, _, context in
        Response.json(try await context.work.run(.upload) { [uploads = context.uploads] in UploadAnswer.batches(try uploads.batches()) }, for: request)
    }

    static func rows(at site: UploadSite) -> [Route] {
        [
            Route(
                site.path, by: .post, site.name("beginUpload"), "Begins a batch of files.",
                description: """
                    Says what will be sent. Each file gets a number, and its bytes go to …/BATCH/files/NUMBER by tus 1.0.0. What may be one picture’s (the halves of a \
                    Live Photo, a RAW and its JPEG, a text beside them) comes in together, when all of it is here and the batch is complete.
                    """,
                needs: site.need, parameters: site.parameters, body: .named(site.request),
                answers: [
                    .json(.named(site.batch), "The batch, with the files in the order in which they were announced."), .problem(.badRequest), .problem(.contentTooLarge),
                    .problem(.unsupportedMediaType),
                ]
            ) { request, _, context in
                let wanted = try await ActRoutes.decode(UploadRequest.self, request), files = try wanted.announced, link = context.session.share?.record.uuid
                // What comes by a link comes into its album.
                let album = try link == nil ? wanted.albumID : nil
                return answer(
                    try await context.uploading { store in
                        let id = try link.map { try store.begin(by: $0) } ?? store.begin(album: album)
                        do {
                            return try add(files, after: nil, isComplete: wanted.isComplete ?? false, to: id, store, site)
                        } catch {
                            // Nobody hears of it, so nobody could go on with it.
                            if link != nil { try? store.cancel(id) }
                            throw error
                        }
                    })
            },
            Route(
                "\(site.path)/{batch}", site.name("upload"), "How far a batch is.", needs: site.need,
                parameters: site.with(.batch, .query("since", "A revision of the batch: only files that changed since are told.", .whole(from: 0).standard(0))),
                answers: [.json(.named(site.batch), "The batch, and the files that changed."), .notModified]
            ) { request, parameters, context in
                let id = try batch(parameters), since = try QueryParameters(request.uri.query).number("since", in: 0...Int.max, standard: 0)
                return Response.json(
                    try await context.uploading(in: id, isReading: true) { store in
                        let (batch, files) = try store.status(of: id, since: since)
                        return UploadAnswer.batch(batch, files, isByLink: site.isLink)
                    }, for: request)
            },
            Route(
                "\(site.path)/{batch}", by: .post, site.name("addToUpload"), "Announces more files of a batch, or that it is complete.",
                description: """
                    Whoever heard no answer asks again: with after, files that were announced before keep their numbers, and a batch that is complete is so once more.
                    """,
                needs: site.need, parameters: site.with(.batch),
                body: .named(site.request),
                answers: [
                    .json(.named(site.batch), "The batch, with the files that were announced, in their order."), .problem(.badRequest), .problem(.conflict),
                    .problem(.contentTooLarge), .problem(.unsupportedMediaType),
                ]
            ) { request, parameters, context in
                let id = try batch(parameters), wanted = try await ActRoutes.decode(UploadRequest.self, request), files = try wanted.announced
                return answer(try await context.uploading(in: id) { try add(files, after: wanted.after, isComplete: wanted.isComplete ?? false, to: id, $0, site) })
            },
            Route(
                "\(site.path)/{batch}", by: .delete, site.name("cancelUpload"), "Gives a batch up: what is in the library stays, all else of it goes.", needs: site.need,
                parameters: site.with(.batch),
                answers: [.status(.noContent, "It is gone."), .problem(.conflict)]
            ) { _, parameters, context in
                let id = try batch(parameters)
                try await context.uploading(in: id, isReading: true) { try $0.cancel(id) }
                return Response(status: .noContent, headers: [.cacheControl: "no-store"])
            },
        ]
    }

    /// The batch that a path names.
    static func batch(_ parameters: Parameters) throws(IncomingError) -> UUID {
        guard let id = parameters.get("batch").flatMap({ UUID(uuidString: $0) }) else { throw .missingBatch }
        return id
    }

    private static func add(_ files: [AnnouncedFile], after: Int?, isComplete: Bool, to id: UUID, _ store: IncomingStore, _ site: UploadSite)
        throws -> [UInt8]
    {
        let numbers = try files.isEmpty ? [] : store.announce(files, in: id, after: after)
        if isComplete { try store.close(id) }
        let (batch, all) = try store.status(of: id), wanted = Set(numbers)
        return UploadAnswer.batch(batch, all.filter { wanted.contains($0.number) }, isByLink: site.isLink)
    }

    private static func answer(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store", .contentLength: "\(bytes.count)"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private struct UploadRequest: Decodable {
        struct File: Decodable {
            var name: String
            var folder: String?
            var size: Int64
            var modified: Double?
            var sha256: String?
        }

        var album: String?
        var files: [File]?
        var isComplete: Bool?
        var after: Int?

        var announced: [AnnouncedFile] {
            get throws(Problem) {
                let files = files ?? []
                guard files.count <= mostFiles else {
                    throw Problem(.badRequest, "upload", title: "So it can't be sent", detail: "A request announces at most \(mostFiles) files. Announce the rest in further ones.")
                }
                return files.map { AnnouncedFile(name: $0.name, folder: $0.folder ?? "", size: $0.size, modified: $0.modified, sha256: $0.sha256) }
            }
        }

        var albumID: UUID? {
            get throws(Problem) {
                guard let album else { return nil }
                guard let id = UUID(uuidString: album) else {
                    throw Problem(.badRequest, "upload", title: "So it can't be sent", detail: "“\(album.prefix(60))” is no identifier of an album.")
                }
                return id
            }
        }
    }
}
