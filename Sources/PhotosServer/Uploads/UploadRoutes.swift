import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine

/// Files that are sent here, in batches of what was chosen together. Their bytes come by `TusRoutes`.
enum UploadRoutes {
    static let path = "/api/uploads"
    /// Files that one request announces.
    static let mostFiles = 2_000

    static let routes: [Route] = [
        Route(
            path, "uploads", "Batches of files that are being sent here, and those that came in lately.", needs: .uploading,
            answers: [.json(.named("Uploads"), "The one that something happened to last comes first."), .notModified]
        ) { request, _, context in
            Response.json(try await context.work.run(.upload) { [uploads = context.uploads] in UploadAnswer.batches(try uploads.batches()) }, for: request)
        },
        Route(
            path, by: .post, "beginUpload", "Begins a batch of files.",
            description: """
                Says what will be sent. Each file gets a number, and its bytes go to /api/uploads/BATCH/files/NUMBER by tus 1.0.0. What may be one picture’s (the halves of a \
                Live Photo, a RAW and its JPEG, a text beside them) comes in together, when all of it is here and the batch is complete.
                """,
            needs: .uploading, body: .named("UploadRequest"),
            answers: [
                .json(.named("UploadBatch"), "The batch, with the files in the order in which they were announced."), .problem(.badRequest), .problem(.contentTooLarge),
                .problem(.unsupportedMediaType),
            ]
        ) { request, _, context in
            let wanted = try await ActRoutes.decode(UploadRequest.self, request), files = try wanted.announced, album = try wanted.albumID
            return answer(
                try await context.uploading { store in
                    let id = try store.begin(album: album)
                    return try add(files, after: nil, isComplete: wanted.isComplete ?? false, to: id, store)
                })
        },
        Route(
            "\(path)/{batch}", "upload", "How far a batch is.", needs: .uploading,
            parameters: [.batch, .query("since", "A revision of the batch: only files that changed since are told.", .whole(from: 0).standard(0))],
            answers: [.json(.named("UploadBatch"), "The batch, and the files that changed."), .notModified]
        ) { request, parameters, context in
            let id = try batch(parameters), since = try QueryParameters(request.uri.query).number("since", in: 0...Int.max, standard: 0)
            return Response.json(
                try await context.uploading { store in
                    let (batch, files) = try store.status(of: id, since: since)
                    return UploadAnswer.batch(batch, files)
                }, for: request)
        },
        Route(
            "\(path)/{batch}", by: .post, "addToUpload", "Announces more files of a batch, or that it is complete.",
            description: """
                Whoever heard no answer asks again: with after, files that were announced before keep their numbers, and a batch that is complete is so once more.
                """,
            needs: .uploading, parameters: [.batch],
            body: .named("UploadRequest"),
            answers: [
                .json(.named("UploadBatch"), "The batch, with the files that were announced, in their order."), .problem(.badRequest), .problem(.conflict),
                .problem(.contentTooLarge), .problem(.unsupportedMediaType),
            ]
        ) { request, parameters, context in
            let id = try batch(parameters), wanted = try await ActRoutes.decode(UploadRequest.self, request), files = try wanted.announced
            return answer(try await context.uploading { try add(files, after: wanted.after, isComplete: wanted.isComplete ?? false, to: id, $0) })
        },
        Route(
            "\(path)/{batch}", by: .delete, "cancelUpload", "Gives a batch up: what is in the library stays, all else of it goes.", needs: .uploading, parameters: [.batch],
            answers: [.status(.noContent, "It is gone."), .problem(.conflict)]
        ) { _, parameters, context in
            let id = try batch(parameters)
            try await context.uploading { try $0.cancel(id) }
            return Response(status: .noContent, headers: [.cacheControl: "no-store"])
        },
    ]

    /// The batch that a path names.
    static func batch(_ parameters: Parameters) throws(IncomingError) -> UUID {
        guard let id = parameters.get("batch").flatMap({ UUID(uuidString: $0) }) else { throw .missingBatch }
        return id
    }

    private static func add(_ files: [AnnouncedFile], after: Int?, isComplete: Bool, to id: UUID, _ store: IncomingStore) throws -> [UInt8] {
        let numbers = try files.isEmpty ? [] : store.announce(files, in: id, after: after)
        if isComplete { try store.close(id) }
        let (batch, all) = try store.status(of: id), wanted = Set(numbers)
        return UploadAnswer.batch(batch, all.filter { wanted.contains($0.number) })
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
