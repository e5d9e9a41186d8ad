import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import NIOCore

/// PUT: a file comes in.
struct DAVPutting: Sendable {
    /// Bytes that are written at once.
    private static let piece = 1 << 20
    /// Bytes of a file that was refused which are read all the same: who sends without asking first hears of it when all is sent.
    private static let mostDropped = 64 << 20

    let tree: DAVTree
    let path: DAVPath
    private var context: GalleryContext { tree.context }

    /// Where a file goes.
    private enum Target: Sendable {
        case clutter(isNew: Bool)
        case file(String, PutFolder, former: PutNode?)
    }

    func put(_ request: Request) async throws -> Response {
        var body = request.body.makeAsyncIterator()
        do {
            return try await take(&body, request)
        } catch {
            if request.headers[.expect] == nil { try await drop(&body, length: request.headers[.contentLength].flatMap { Int64($0) }) }
            throw error
        }
    }

    private func drop(_ body: inout RequestBody.AsyncIterator, length: Int64?) async throws {
        guard length ?? 0 <= Self.mostDropped else { return }
        var count = 0
        while count <= Self.mostDropped, let piece = try? await body.next() { count += piece.readableBytes }
    }

    private func take(_ body: inout RequestBody.AsyncIterator, _ request: Request) async throws -> Response {
        let length = try length(request)
        guard request.headers[.contentRange] == nil else {
            throw Problem(.badRequest, "range", title: "A part of a file is none", detail: "Send the whole file, without Content-Range.")
        }
        let modified = try modified(request)
        // A library that takes nothing says why.
        try await context.uploading { _ in }
        let conditions = try DAVConditions(request, context), target = try await target(conditions)
        try conditions.requireUnlocked(path)
        switch target {
        case .clutter(let isNew): return try await takeClutter(&body, isNew: isNew)
        case .file(let name, let folder, let former):
            let received = try await receive(&body, name, folder, length, modified, conditions)
            var headers: HTTPFields = [.eTag: received.tag, .contentLength: "0", .cacheControl: "no-store"]
            if modified != nil { headers[.ocMtime] = "accepted" }
            return Response(status: received.replaces || former != nil ? .noContent : .created, headers: headers)
        }
    }

    // MARK: What is asked for

    /// What is known of its length: exactly, and by what clients say that send it in chunks.
    private func length(_ request: Request) throws(Problem) -> (exact: Int64?, likely: Int64?) {
        func number(_ name: HTTPField.Name) throws(Problem) -> Int64? {
            guard let text = request.headers.text(name) else { return nil }
            guard let number = Int64(text), number >= 0 else { throw Problem(.badRequest, "length", title: "The length makes no sense", detail: "\(name) is no number of bytes.") }
            return number
        }
        let exact = try number(.contentLength), expected = try number(.expectedLength), total = try number(.ocLength)
        return (exact, expected ?? total)
    }

    private func modified(_ request: Request) throws(Problem) -> Double? {
        guard let text = request.headers.text(.ocMtime) else { return nil }
        guard let seconds = Double(text), seconds.isFinite, abs(seconds) < 9e9 else {
            throw Problem(.badRequest, "date", title: "The date makes no sense", detail: "X-OC-Mtime is no number of seconds since 1970.")
        }
        return seconds
    }

    private func target(_ conditions: DAVConditions) async throws -> Target {
        try await tree.read { [tree, path] reader -> Target in
            guard let name = path.name else { throw Self.isFolder }
            let node = try tree.node(path, reader)
            if node?.isFolder == true { throw Self.isFolder }
            try conditions.require(path, node) { try tree.node($0, reader) }
            if try tree.takesClutter(at: path, reader) {
                guard node.map({ if case .clutter = $0 { true } else { false } }) ?? true else { throw Self.isThere }
                return .clutter(isNew: node == nil)
            }
            guard case .folder(let folder)? = try tree.node(path.parent, reader) else { throw Problem.davParent }
            guard let put = folder.put else { throw Self.takesNothing(folder) }
            if case .incoming(let below) = folder, below.isEmpty, DAVNames.folded(name) == DAVNames.folded(NotImported.name) {
                throw Problem.cannotModify("“\(NotImported.name)” says what could not come in. Give the file another name.")
            }
            return .file(name, put, former: try Self.former(name, put, folder, tree, reader))
        }
    }

    /// What a file of that name would take the place of.
    /// - Throws: where that is to stay.
    static func former(_ name: String, _ put: PutFolder, _ folder: DAVFolder, _ tree: DAVTree, _ reader: LibraryReader) throws -> PutNode? {
        if let former = try tree.put(named: name, in: put, reader) {
            if case .entry(let entry) = former, entry.state == .comingIn {
                throw Problem.cannotModify("“\(entry.name)” is coming into the library at this moment, and stays as it is. Give the file another name.")
            }
            // Perhaps it came in since it was looked up.
            if case .album(_, let photos) = folder, try tree.photo(like: name, among: photos, reader) != nil { throw isThere }
            return former
        }
        switch folder {
        case .album(_, let photos): if try tree.photo(like: name, among: photos, reader) != nil { throw isThere }
        case .incoming(let below):
            if try tree.hasIncomingFolder(like: name, in: below) { throw isFolder }
        case .root, .photos, .year, .month, .albums, .clutter: break
        }
        return nil
    }

    private static let isThere = Problem.cannotModify(
        "There is a photo of that name, and photos are not replaced here. Give the file another name, or delete the photo in the gallery.")

    private static let isFolder = Problem(
        .methodNotAllowed, "method", title: "There is no such way to ask", detail: "It is a folder. Put the file into it, or give it another name.")

    static func takesNothing(_ folder: DAVFolder) -> Problem {
        let album: String? = if case .album(let record, _) = folder { record.title ?? DAVNames.untitled } else { nil }
        return .cannotModify(
            album.map { "The album “\($0)” takes nothing in. Put the file into another one, or into Incoming." }
                ?? "Nothing is put there: put the file into Incoming, or into an album.")
    }

    // MARK: Bytes

    /// What is larger than is kept is read to its end all the same: nobody needs it here, but who copies a folder stops at what is refused.
    private func takeClutter(_ body: inout RequestBody.AsyncIterator, isNew: Bool) async throws -> Response {
        context.connection.goOn()
        var bytes: [UInt8] = [], size: Int64 = 0
        while let piece = try await body.next() {
            try context.session.require(.uploading)
            size += Int64(piece.readableBytes)
            if size <= DAVMemory.longestClutter { bytes += piece.readableBytesView } else { bytes = [] }
        }
        try await context.connection.requireWholeBody()
        let file = ClutterFile(content: size <= DAVMemory.longestClutter ? .bytes(bytes) : .dropped(size), modified: context.now().timeIntervalSince1970)
        context.dav.keep(file, at: path)
        var headers: HTTPFields = [.contentLength: "0", .cacheControl: "no-store"]
        headers[.eTag] = file.tag
        return Response(status: isNew ? .created : .noContent, headers: headers)
    }

    private func receive(
        _ body: inout RequestBody.AsyncIterator, _ name: String, _ folder: PutFolder, _ length: (exact: Int64?, likely: Int64?), _ modified: Double?, _ conditions: DAVConditions
    ) async throws -> (tag: String, replaces: Bool) {
        // Desktops put nothing first.
        if length.exact == 0 { return try await putNothing(name, folder, modified, conditions) }
        let put = try await context.uploading { try $0.beginPut(name, in: folder, size: length.exact ?? length.likely, isExact: length.exact != nil) }
        context.uploads.watchPuts()
        do {
            context.connection.goOn()
            var waiting = ByteBuffer()
            while var piece = try await body.next() {
                try context.session.require(.uploading)
                if waiting.readableBytes == 0 { waiting = piece } else { waiting.writeBuffer(&piece) }
                guard waiting.readableBytes >= Self.piece else { continue }
                try await write(waiting, to: put)
                waiting = ByteBuffer()
            }
            if waiting.readableBytes > 0 { try await write(waiting, to: put) }
            try await context.connection.requireWholeBody()
            if let exact = length.exact, put.offset != exact { throw CancellationError() }
            if put.offset == 0 {
                try await doing { put.giveUp() }
                return try await putNothing(name, folder, modified, conditions)
            }
            // Whoever hangs up now has sent all of it.
            return try await doing { [dav = context.dav, path] in
                let (entry, replaces) = try put.finish(modified: modified) { former in
                    try Self.requireStill(conditions, path, former, dav.empty(named: name, in: folder))
                }
                dav.removeEmpty(named: name, in: folder)
                return ("\"\(entry.sha256)\"", replaces)
            }
        } catch {
            try? await doing { put.giveUp() }
            throw error
        }
    }

    private func write(_ bytes: ByteBuffer, to put: PutReception) async throws {
        try await context.work.run(.upload) { try bytes.withUnsafeReadableBytes { try put.write($0) } }
    }

    /// While a file came another one may have come, or somebody have locked its name.
    private static func requireStill(_ conditions: DAVConditions, _ path: DAVPath, _ former: PutEntry?, _ empty: EmptyFile?) throws {
        let tag = former.map { "\"\($0.sha256)\"" } ?? empty.map { _ in DAVNode.emptyTag }
        try conditions.requireTags(tag, exists: tag != nil)
        try conditions.requireUnlocked(path)
    }

    /// A file without content takes the place of what is there, and waits for some in memory.
    private func putNothing(_ name: String, _ folder: PutFolder, _ modified: Double?, _ conditions: DAVConditions) async throws -> (tag: String, replaces: Bool) {
        let file = EmptyFile(folder: folder, name: name, modified: modified ?? context.now().timeIntervalSince1970)
        return try await doing { [dav = context.dav, uploads = context.uploads, path] in
            let empty = dav.empty(named: name, in: folder)
            let replaces = try uploads.store().clear(
                name, in: folder, { try Self.requireStill(conditions, path, $0, dav.empty(named: name, in: folder)) }, then: { dav.keep(file) })
            return (DAVNode.emptyTag, replaces || empty != nil)
        }
    }

    /// Work that belongs to no request any more once it has begun.
    private func doing<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        let work = context.work
        return try await Task { try await work.run(.upload, body) }.value
    }
}
