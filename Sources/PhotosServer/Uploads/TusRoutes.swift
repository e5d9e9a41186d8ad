import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import NIOCore
import NIOHTTP1
import Synchronization

/// The bytes of files that are sent here, by tus 1.0.0 with its extensions creation, termination, expiration and checksum.
enum TusRoutes {
    static let version = "1.0.0"
    private static let extensions = "creation,termination,expiration,checksum"

    static let offset = HTTPField.Name.named("Upload-Offset")
    private static let resumable = HTTPField.Name.named("Tus-Resumable"), length = HTTPField.Name.named("Upload-Length"), metadata = HTTPField.Name.named("Upload-Metadata"),
        expires = HTTPField.Name.named("Upload-Expires"), checksum = HTTPField.Name.named("Upload-Checksum"), override = HTTPField.Name.named("X-HTTP-Method-Override"),
        versions = HTTPField.Name.named("Tus-Version"), spoken = HTTPField.Name.named("Tus-Extension"), algorithms = HTTPField.Name.named("Tus-Checksum-Algorithm")

    private static let versioned = Route.Parameter.header("Tus-Resumable", "The protocol’s version.", isRequired: true, .constant(version))

    static let routes: [Route] = rows(at: .own)

    static func rows(at site: UploadSite) -> [Route] {
        let files = "\(site.path)/{batch}/files", file = files + "/{file}"
        return [
            Route(
                files, by: .options, site.name("uploadOptions"), "What of tus is spoken here: Tus-Version, Tus-Extension and Tus-Checksum-Algorithm say so.", needs: site.need,
                parameters: site.with(.batch),
                answers: [.status(.noContent, "The headers say it.")]
            ) { _, _, _ in
                Response(status: .noContent, headers: [resumable: version, versions: version, spoken: extensions, algorithms: "sha1,sha256"])
            },
            Route(
                files, by: .post, site.name("createUpload"), "Announces one file, as tus has it.",
                description: """
                    Upload-Metadata has its filename and may have relativePath, lastModified (seconds since 1970, or milliseconds as browsers count them) and sha256. \
                    Location is where its bytes go. A batch has to be begun before, and completed after its last file: until then nothing of it comes in.
                    """,
                needs: site.need,
                parameters: site.with(
                    .batch, versioned, .header("Upload-Length", "Bytes.", isRequired: true, .whole(from: 0)),
                    .header("Upload-Metadata", "Pairs of a key and its value in base64, with commas between them.", isRequired: true, .string)
                ),
                answers: [
                    .status(.created, "Location, Upload-Offset and Upload-Expires say the rest."), .problem(.badRequest), .problem(.preconditionFailed), .problem(.contentTooLarge),
                ]
            ) { request, parameters, context in
                try await speaking(request) {
                    let id = try UploadRoutes.batch(parameters), announced = try announced(request.headers)
                    let (number, progress) = try await context.uploading(in: id) { store in
                        let number = try store.announce([announced], in: id)[0]
                        return (number, try store.progress(of: number, in: id))
                    }
                    return Response(
                        status: .created,
                        headers: [
                            .location: "\(request.uri.path)/\(number)", offset: "\(progress.offset)", expires: HTTPDate.text(Int(progress.expires)), .contentLength: "0",
                        ])
                }
            },
            Route(
                file, by: .head, site.name("uploadOffset"), "How far a file is: Upload-Offset and Upload-Length say so.", needs: site.need,
                parameters: site.with(.batch, .upload, versioned),
                answers: [.status(.ok, "The headers say it."), .problem(.preconditionFailed)]
            ) { request, parameters, context in try await speaking(request) { try await progress(parameters, context) } },
            Route(
                file, by: .patch, site.name("sendUpload"), "Sends bytes of a file, from where those end that are here. Another connection that sends the same file ends.",
                description: "What came before the connection ended is kept, but for bytes with an Upload-Checksum, which have to come whole.",
                needs: site.need,
                parameters: site.with(
                    .batch, .upload, versioned, .header("Upload-Offset", "Where they belong.", isRequired: true, .whole(from: 0)),
                    .header("Upload-Checksum", "sha1 or sha256, a space, and the hash of the bytes in base64.", .text(matching: "^(sha1|sha256) [A-Za-z0-9+/]+=*$"))
                ), body: .string, bodyType: octets,
                answers: [
                    .status(.noContent, "Upload-Offset says how far it is."), .problem(.badRequest), .problem(.conflict), .problem(.preconditionFailed), .problem(.contentTooLarge),
                    .problem(.unsupportedMediaType), .problem(mismatch),
                ]
            ) { request, parameters, context in try await speaking(request) { try await send(request, parameters, context) } },
            Route(
                file, by: .delete, site.name("withdrawUpload"), "Gives a file up; what may belong with it no longer waits for it.", needs: site.need,
                parameters: site.with(.batch, .upload, versioned),
                answers: [.status(.noContent, "It is gone."), .problem(.conflict), .problem(.preconditionFailed)]
            ) { request, parameters, context in try await speaking(request) { try await withdraw(parameters, context) } },
            Route(
                file, by: .post, site.name("overrideUpload"), "One of the other three, for clients that have no such methods: X-HTTP-Method-Override says which.", needs: site.need,
                parameters: site.with(.batch, .upload, versioned, .header("X-HTTP-Method-Override", "Which.", isRequired: true, .one(of: "HEAD", "PATCH", "DELETE"))),
                body: .string, bodyType: octets,
                answers: [.status(.ok, "As HEAD."), .status(.noContent, "As PATCH or DELETE."), .problem(.badRequest), .problem(.conflict), .problem(.preconditionFailed)]
            ) { request, parameters, context in
                try await speaking(request) {
                    switch request.headers[override] {
                    case "HEAD": try await progress(parameters, context)
                    case "PATCH": try await send(request, parameters, context)
                    case "DELETE": try await withdraw(parameters, context)
                    default: throw wrong("X-HTTP-Method-Override is none of HEAD, PATCH and DELETE.")
                    }
                }
            },
        ]
    }

    private static let octets = "application/offset+octet-stream"
    private static let mismatch = HTTPResponse.Status(code: 460, reasonPhrase: "Checksum Mismatch")

    // MARK: Heads

    /// Whether a method that only these routes have is served at an address.
    static func takes(_ method: HTTPMethod, at uri: String) -> Bool {
        guard UploadSite.isBelow(uri), method == .PATCH || method == .DELETE || method == .OPTIONS else { return false }
        return RouteTable.methods(at: String(uri.prefix { $0 != "?" })).contains(method.rawValue)
    }

    /// Whether a request's body is a file's bytes.
    static func isSending(_ head: HTTPRequestHead) -> Bool {
        guard UploadSite.isBelow(head.uri) else { return false }
        return head.method == .PATCH || (head.method == .POST && head.headers.first(name: override.rawName) == "PATCH")
    }

    /// Everything but a question for the version has to say it, and is answered with it.
    private static func speaking(_ request: Request, _ body: () async throws -> Response) async throws -> Response {
        do {
            guard request.headers[resumable] == version else {
                var problem = Problem(.preconditionFailed, "tus-version", title: "Another version is spoken here", detail: "Send Tus-Resumable: \(version).")
                problem.headers[versions] = version
                throw problem
            }
            var response = try await body()
            response.headers[resumable] = version
            response.headers[.cacheControl] = "no-store"
            return response
        } catch let error where error is CancellationError || error.isOfConnection {
            throw error
        } catch {
            throw AnsweredError(cause: error, headers: [resumable: version])
        }
    }

    private static func wrong(_ detail: String) -> Problem { Problem(.badRequest, "upload", title: "So it can't be sent", detail: detail) }

    private static func number(_ parameters: Parameters) throws(IncomingError) -> Int {
        guard let number = parameters.get("file").flatMap({ Int($0) }), number > 0 else { throw .missingFile }
        return number
    }

    // MARK: Creation

    private static func announced(_ headers: HTTPFields) throws -> AnnouncedFile {
        guard let size = headers[length].flatMap({ Int64($0) }) else { throw wrong("Upload-Length is no number of bytes. It has to be known beforehand.") }
        var values: [String: String] = [:]
        for pair in (headers[metadata] ?? "").split(separator: ",") {
            let parts = pair.split(separator: " ", maxSplits: 1)
            guard let key = parts.first, let data = parts.count > 1 ? Data(base64Encoded: String(parts[1])) : Data(), let text = String(validating: data, as: UTF8.self) else {
                throw wrong("Upload-Metadata has something that is no key with a text in base64.")
            }
            values[String(key)] = text
        }
        guard let name = values["filename"] ?? values["name"] else { throw wrong("Upload-Metadata has no filename, which tells files apart that may be one picture’s.") }
        let path = values["relativePath"].flatMap { $0 == "null" ? nil : $0 } ?? ""
        // Of a path the last part is the file’s own name.
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        let modified = values["lastModified"].flatMap { Double($0) }.map { abs($0) > 1e11 ? $0 / 1_000 : $0 }
        return AnnouncedFile(name: name, folder: folder, size: size, modified: modified, sha256: values["sha256"])
    }

    // MARK: Files

    private static func progress(_ parameters: Parameters, _ context: GalleryContext) async throws -> Response {
        let id = try UploadRoutes.batch(parameters), number = try number(parameters)
        let progress = try await context.uploading(in: id) { try $0.progress(of: number, in: id) }
        return Response(status: .ok, headers: [offset: "\(progress.offset)", length: "\(progress.size)", expires: HTTPDate.text(Int(progress.expires))])
    }

    private static func withdraw(_ parameters: Parameters, _ context: GalleryContext) async throws -> Response {
        let id = try UploadRoutes.batch(parameters), number = try number(parameters)
        try await context.uploading(in: id) { try $0.withdraw(number, in: id) }
        return Response(status: .noContent)
    }

    private static func send(_ request: Request, _ parameters: Parameters, _ context: GalleryContext) async throws -> Response {
        let id = try UploadRoutes.batch(parameters), number = try number(parameters), headers = request.headers
        guard headers[.contentType]?.lowercased() == octets else {
            throw Problem(.unsupportedMediaType, "content-type", title: "These are no bytes of a file", detail: "Send them with Content-Type: \(octets).")
        }
        guard let start = headers[offset].flatMap({ Int64($0) }), start >= 0 else { throw wrong("Upload-Offset is no number of bytes.") }
        let checksum = try headers[checksum].map { try UploadChecksum($0) }, announced = headers[.contentLength].flatMap { Int64($0) }
        let reception: Reception
        do {
            reception = try await context.uploading(in: id) { try $0.receive(number, in: id, at: start) }
        } catch let error as IncomingError where error.code == .over && announced == 0 {
            return Response(status: .noContent, headers: [offset: "\(start)"])
        }
        let receiving = ReceivingBody(reception, number: number, of: id, checksum, context)
        if let announced, announced > reception.rest {
            try await receiving.end()
            throw IncomingError.tooMuch(announced, for: reception)
        }
        do {
            for try await piece in request.body { try await receiving.add(piece) }
            try await receiving.flush()
            if let checksum, !checksum.matches {
                try await receiving.drop(from: start)
                throw Problem(
                    mismatch, "upload-checksum", title: "The bytes are not those that were sent", detail: "Their hash is another one, so none of them was kept. Send them again.")
            }
        } catch {
            try? await receiving.flush()
            // Bytes with a hash count only where all have come.
            if checksum != nil { try? await receiving.drop(from: start) }
            try? await receiving.end()
            throw error
        }
        try await receiving.end()
        let progress = try await context.uploading(in: id) { try $0.progress(of: number, in: id) }
        return Response(status: .noContent, headers: [offset: "\(max(reception.offset, start))", expires: HTTPDate.text(Int(progress.expires))])
    }
}

/// Bytes on their way from a connection to a file: what has come is written while more comes, so that little of it is in memory, and nothing waits there for a line that
/// has died.
///
/// What is here when a connection ends is still written: that work belongs to no request any more.
private final class ReceivingBody: Sendable {
    /// Bytes that wait to be written, at most, before no more are taken from the connection.
    private static let most = 2 << 20

    private struct State {
        var pieces: [ByteBuffer] = []
        var count = 0
        /// Writes until nothing is left.
        var writing: Task<Void, any Error>?
        var failure: (any Error)?
    }

    private let reception: Reception
    private let number: Int, batch: UUID
    private let uploads: Uploads
    private let work: SessionWork
    private let checksum: UploadChecksum?
    private let state = Mutex(State())

    init(_ reception: Reception, number: Int, of batch: UUID, _ checksum: UploadChecksum?, _ context: GalleryContext) {
        (self.reception, self.number, self.batch, self.checksum) = (reception, number, batch, checksum)
        (uploads, work) = (context.uploads, context.work)
    }

    /// - Throws: where its session was taken back meanwhile; what kept the bytes before from being written.
    func add(_ bytes: ByteBuffer) async throws {
        try work.session.require(work.session.share == nil ? .uploading : .sending)
        let full = try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.pieces.append(bytes)
            state.count += bytes.readableBytes
            if state.writing == nil { state.writing = Task { [self] in try await work.run(.upload) { [self] in try write() } } }
            return state.count >= Self.most ? state.writing : nil
        }
        try await full?.value
    }

    /// Returns when all that came is written.
    func flush() async throws {
        while let writing = state.withLock({ $0.writing }) { try await writing.value }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func write() throws {
        do {
            while let pieces = take() {
                if let share = work.session.share { try uploads.requireOpen(share) }
                for piece in pieces {
                    try piece.withUnsafeReadableBytes { bytes in
                        checksum?.update(bytes)
                        try reception.write(bytes)
                    }
                }
            }
        } catch {
            let reason = reason(of: error)
            state.withLock { ($0.failure, $0.writing, $0.pieces) = (reason, nil, []) }
            throw reason
        }
    }

    /// Where a link takes nothing any more, that is why a file which came by it ended.
    private func reason(of error: any Error) -> any Error {
        guard let share = work.session.share else { return error }
        do {
            try uploads.requireOpen(share)
            return uploads.toldByLink(error)
        } catch let over {
            return uploads.toldByLink(over)
        }
    }

    /// What waits; where nothing does, whoever comes next begins anew.
    private func take() -> [ByteBuffer]? {
        state.withLock { state in
            guard !state.pieces.isEmpty else {
                state.writing = nil
                return nil
            }
            defer { (state.pieces, state.count) = ([], 0) }
            return state.pieces
        }
    }

    func drop(from offset: Int64) async throws {
        let reception = reception
        try await doing { try reception.cut(to: offset) }
    }

    func end() async throws {
        let (reception, number, batch, uploads) = (reception, number, batch, uploads)
        try await doing { try uploads.store().end(reception, of: number, in: batch) }
    }

    private func doing(_ body: @escaping @Sendable () throws -> Void) async throws {
        let work = work
        do {
            try await Task { try await work.run(.upload, body) }.value
        } catch let error where work.session.share != nil {
            throw uploads.toldByLink(error)
        }
    }
}
