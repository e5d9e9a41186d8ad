import HTTPTypes
import Hummingbird
import LibraryEngine
import NIOCore
import PhotoModel

/// GET and HEAD: a file's bytes.
struct DAVReading: Sendable {
    /// Nobody keeps what may be another file at its next name.
    private static let cacheControl = "private, no-cache"
    private static let piece: Int64 = 256 << 10

    let tree: DAVTree
    let path: DAVPath
    private var context: GalleryContext { tree.context }

    func file(_ request: Request) async throws -> Response {
        for _ in 0..<3 {
            if let response = try await found(request) { return response }
        }
        throw Problem(
            .serviceUnavailable, "unavailable", title: "It is out of reach for the moment", detail: "“\(path.name ?? "")” is coming into the library. Ask again.")
    }

    /// - Returns: `nil` where the file came in since it was looked up, and is somewhere else.
    private func found(_ request: Request) async throws -> Response? {
        // Before it is looked up: what changes meanwhile may make it another one.
        let answer = FileAnswer(context)
        guard let node = try await tree.read({ [tree, path] reader in try tree.node(path, reader) }) else { throw Problem.davMissing(path) }
        switch node {
        case .folder:
            var problem = Problem(
                .methodNotAllowed, "method", title: "There is no such way to ask", detail: "It is a folder. Open it with a program for network folders; Docs/WebDAV.md names some.")
            problem.headers[.allow] = DAVAsking.methods(mayAdd: tree.mayAdd).filter { $0 != "GET" && $0 != "HEAD" }.joined(separator: ", ")
            throw problem
        case .photo(let file): return try await photo(file, request, answer, isKept: true)
        case .put(let entry): return try await put(entry, request, answer)
        case .empty(let file): return bytes([], tag: DAVNode.emptyTag, type: DAVTree.type(of: file.name), modified: file.modified, request)
        case .note(let note): return bytes(note.bytes, tag: EntityTag.of(note.bytes), type: "text/plain; charset=utf-8", modified: note.modified, request)
        case .clutter(let clutter):
            guard case .bytes(let content) = clutter.content else { throw Self.dropped }
            return bytes(content, tag: EntityTag.of(content), type: MIMEType.data, modified: clutter.modified, request)
        }
    }

    private static let dropped = Problem(
        .notFound, "missing", title: "It is not there",
        detail: "What desktops leave in folders is no photo, and of more than 64 KiB only the size is kept. Read it where it was copied from.")

    private func photo(_ file: PhotoFile, _ request: Request, _ answer: FileAnswer, isKept: Bool) async throws -> Response {
        let modified = DAVResource.text(ofDate: file.modified)
        // What is known needs no file, which might have to be fetched.
        if request.method == .head {
            return Response(
                status: .ok,
                headers: [
                    .contentType: file.type, .eTag: file.tag, .cacheControl: Self.cacheControl, .acceptRanges: "bytes", .lastModified: modified,
                    .contentLength: "\(file.resource.size)",
                ])
        }
        let isAttachment = !FileAnswer.isShown(file.resource)
        return try await answer.answer(request, file.resource, type: file.type, isAttachment: isAttachment, cacheControl: Self.cacheControl, modified: modified, isKept: isKept)
    }

    /// A file that was put here: its own bytes, or those of its photo.
    private func put(_ entry: PutEntry, _ request: Request, _ answer: FileAnswer) async throws -> Response? {
        if case .isIn(let uuid) = entry.state {
            let found = try await context.read { reader -> PhotoFile? in
                guard let record = try reader.asset(uuid: uuid) else { return nil }
                let same = try reader.resources(assetID: record.id).first { !$0.isEmbedded && FileAnswer.tag(of: $0) == "\"\(entry.sha256)\"" }
                return same.map { PhotoFile(name: entry.name, record: record, resource: $0) }
            }
            guard let found else { throw Problem.davMissing(path) }
            return try await photo(found, request, answer, isKept: false)
        }
        let file: OpenFile
        do {
            file = try await context.work.run(.file(.library)) { [uploads = context.uploads] in try uploads.store().open(entry) }
        } catch let error as OriginalsError where error.code == .missing {
            return nil
        } catch let error as IncomingError where error.code == .missing {
            return nil
        }
        let tag = "\"\(entry.sha256)\""
        let fields: HTTPFields = [
            .contentType: DAVTree.type(of: entry.name), .eTag: tag, .cacheControl: Self.cacheControl, .acceptRanges: "bytes",
            .lastModified: DAVResource.text(ofDate: entry.modified),
        ]
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: fields) }
        let (status, headers, range) = try answer.head(request, fields, tag, entry.name, entry.size)
        if request.method == .head { return Response(status: status, headers: headers) }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(contentLength: range.count) { [work = context.work, session = context.session] writer in
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let (start, count) = (offset, Int(min(Self.piece, range.upperBound - offset)))
                    let piece = try await work.run(.file(.library)) {
                        try session.require(.uploading)
                        return try FileAnswer.read(file, at: start, count)
                    }
                    offset += Int64(piece.readableBytes)
                    try await writer.write(piece)
                }
                try await writer.finish(nil)
            })
    }

    private func bytes(_ bytes: [UInt8], tag: String, type: String, modified: Double, _ request: Request) -> Response {
        let headers: HTTPFields = [.contentType: type, .eTag: tag, .cacheControl: Self.cacheControl, .lastModified: DAVResource.text(ofDate: modified)]
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
