import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import NIOCore
import NIOHTTP1
import Support
import Synchronization

/// What a phone's share sheet sends to the installed page: a form with files, each of which becomes one of a batch of uploads.
enum ShareTargetRoutes {
    /// As the page's manifest has it.
    static let path = "/share-target"
    /// Where the gallery tells what became of a batch; `none` is that there was no file.
    private static let told = "/?shared="

    static let routes: [Route] = [
        Route(
            path, "shareTarget", "Leads to the gallery, for whoever loads the address anew to which something was shared.", needs: .gallery,
            answers: [.status(.seeOther, "The gallery.")]
        ) { _, _, _ in lead(to: "/") },
        Route(
            path, by: .post, "receiveShared", "Takes files from a phone’s share sheet, as the page’s manifest has the browser send them.",
            description: """
                A browser sends it when a person chooses the installed page in the share sheet. Parts with a filename are files, in whatever field; others are left out. The \
                files are a batch of uploads that is complete at the form’s end, or where it is cut off; of a form without any there is none. Sec-Fetch-Site has to be none or \
                same-origin: no page of another site can send it. Content-Length has to say how long the form is.
                """,
            needs: .uploading,
            parameters: [.header("Sec-Fetch-Site", "Who leads here, as browsers say it.", isRequired: true, .one(of: "none", "same-origin"))],
            // A form without a file is led to the gallery, too: browsers send titles, texts and addresses where the manifest asks for them.
            body: .object(["files": Schema.anything.described("What the manifest calls files; any other name does as well.").optional], isOpen: true),
            bodyType: "multipart/form-data",
            answers: [
                .status(.seeOther, "The gallery, which tells what became of them."), .problem(.badRequest), .problem(.forbidden), .problem(.lengthRequired),
                .problem(.contentTooLarge), .problem(.unsupportedMediaType),
            ]
        ) { request, _, context in try await receive(request, context) },
    ]

    // MARK: Heads

    static func isHere(_ uri: String) -> Bool { uri.hasPrefix(path) && (uri.utf8.count == path.utf8.count || uri.hasPrefix(path + "?")) }

    /// Whether a request’s body is a form of files.
    static func isSending(_ head: HTTPRequestHead) -> Bool { head.method == .POST && isHere(head.uri) }

    /// Whether a browser sends it for a person and for no page: then there is no origin that it could name. `none` is said of nothing that a page leads to, of a frame without
    /// an origin neither.
    static func isShared(_ head: HTTPRequestHead, _ facts: HeadFacts) -> Bool { isSending(head) && facts.origin == "null" && facts.fetchSite == "none" }

    // MARK: Receiving

    private static func lead(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store", .contentLength: "0"])
    }

    private static let fetchSite = HTTPField.Name.named("Sec-Fetch-Site")

    private static func receive(_ request: Request, _ context: GalleryContext) async throws -> Response {
        guard let boundary = request.headers[.contentType].flatMap({ MultipartReader.boundary(of: $0) }) else {
            throw Problem(.unsupportedMediaType, "content-type", title: "This is no form with files", detail: "Send it with Content-Type: multipart/form-data and a boundary.")
        }
        // A form may be sent by any page of any site without asking first. A browser that does not say which is none that can share.
        guard ["none", "same-origin"].contains(request.headers[fetchSite]) else { throw RequestGuard.foreignOrigin }
        guard let length = request.headers[.contentLength].flatMap({ Int64($0) }), length >= 0 else {
            throw Problem(.lengthRequired, "length", title: "Its length is not known", detail: "Send the form with Content-Length; a proxy before the gallery has to pass it on.")
        }
        let sharing = Sharing(try await context.uploading { try $0.beginForm(of: length) }, boundary: boundary, context)
        do {
            for try await piece in request.body { try await sharing.take(piece) }
        } catch {
            // What came whole before stays.
            _ = try? await sharing.end()
            throw error
        }
        let (isThere, isWhole) = try await sharing.end()
        guard isThere || isWhole else { throw Sharing.malformed(MultipartReader.cutOff) }
        return lead(to: told + (isThere ? sharing.batch.uuidString : "none"))
    }
}

/// A form on its way from a connection to the files of a batch. Only what was just read of it is in memory.
private final class Sharing: Sendable {
    private struct State {
        var reader: MultipartReader
        /// The name of the file at hand; `nil` for a part that is none.
        var name: String?
    }

    private let form: IncomingForm
    private let work: SessionWork
    private let state: Mutex<State>

    var batch: UUID { form.batch }

    init(_ form: IncomingForm, boundary: String, _ context: GalleryContext) {
        (self.form, work) = (form, context.work)
        state = Mutex(State(reader: MultipartReader(boundary: boundary)))
    }

    /// Returns when what came is written, so that no more is taken from the connection before.
    /// - Throws: where its session was taken back meanwhile, where it is no form, and what keeps files from being written.
    func take(_ piece: ByteBuffer) async throws {
        try work.session.require(.uploading)
        try await doing { [self] in
            try state.withLock { state in
                var (reader, name) = (state.reader, state.name)
                defer { (state.reader, state.name) = (reader, name) }
                try piece.withUnsafeReadableBytes { bytes in
                    try reader.read(bytes) { event in
                        switch event {
                        case .part(let part):
                            name = part.filename.flatMap { SharedFileName.of($0) }
                            if name != nil { try form.beginFile() }
                        case .bytes(let bytes): if name != nil { try form.write(bytes) }
                        case .end: if let name { try form.endFile(as: name) }
                        }
                    }
                }
            }
        }
    }

    /// - Returns: whether any file is there, and whether nothing of the form is missing.
    func end() async throws -> (isThere: Bool, isWhole: Bool) {
        let isThere = try await doing { [form] in try form.end() }
        return (isThere, state.withLock { $0.reader.isWhole })
    }

    static func malformed(_ error: MultipartError) -> Problem {
        Problem(.badRequest, "upload", title: "So it can't be sent", detail: "The form can't be read. \(error.message)")
    }

    /// What has come when a connection ends is still written: that work belongs to no request any more.
    private func doing<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        let work = work
        do { return try await Task { try await work.run(.upload, body) }.value } catch let error as MultipartError { throw Self.malformed(error) }
    }
}

/// What a file that was shared is called here. Phones give paths, texts of other systems, and more than a file's name may have.
enum SharedFileName {
    private static let longest = 200

    /// `nil` where there is no file: a field for files of which none was chosen has an empty name.
    static func of(_ filename: String) -> String? {
        guard !filename.isEmpty else { return nil }
        // A slash with a mark on it is one all the same.
        let last = filename.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map { Array($0) } ?? []
        var name = String(String.UnicodeScalarView(last.filter { $0.properties.generalCategory != .control }))
        if name.utf8.count > longest {
            // Its ending says which files may belong together.
            let ending = name.lastIndex(of: ".").map { name[$0...] }.flatMap { $0.utf8.count <= 16 ? String($0) : nil } ?? ""
            while name.utf8.count > longest - ending.utf8.count { name.removeLast() }
            name += ending
        }
        return name.isEmpty || name == "." || name == ".." ? "shared" : name
    }
}
