import HTTPTypes
import Hummingbird
import LibraryEngine
import NIOCore
import Support
import WebDAV

/// PROPFIND and OPTIONS: what is there, and what can be done with it.
struct DAVAsking: Sendable {
    /// Photos, or files that were put, that are looked up at a time.
    private static let page = 500
    /// Bytes of an answer that are sent at a time: what is told of one photo may be long.
    private static let piece = 64 << 10

    static let multiStatus = HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status")

    let tree: DAVTree
    let path: DAVPath
    private var context: GalleryContext { tree.context }

    // MARK: PROPFIND

    func properties(_ request: Request) async throws -> Response {
        let depth = request.headers.text(.depth)
        guard depth == "0" || depth == "1" else {
            guard depth == nil || depth?.lowercased() == "infinity" else {
                throw Problem(.badRequest, "depth", title: "The depth makes no sense", detail: "Depth is 0 or 1.")
            }
            throw DAVRefusal.infinite
        }
        let wish: PropfindWish
        do { wish = try PropfindWish(try await DAVBody.read(request, context)) } catch let error as XMLError { throw Problem.davXML(error) }
        let disk = disk(for: wish)
        let answer = PropfindAnswer(wish: wish, isBrief: Self.isBrief(request.headers), now: context.now().timeIntervalSince1970)
        let (own, listing, names) = try await tree.read { [tree, path] reader -> (DAVResource, DAVTree.Listing, FolderNames?) in
            guard let node = try tree.node(path, reader) else { throw Problem.davMissing(path) }
            let own = tree.resource(node, at: path, disk: disk)
            guard depth == "1", case .folder(let folder) = node else { return (own, DAVTree.Listing(), nil) }
            let listing = try tree.listing(of: folder, at: path, reader)
            return (own, listing, try listing.photos.map { try tree.names(of: $0, reader) })
        }
        var xml = XMLWriter()
        xml.declare()
        xml.begin("multistatus", isRoot: true)
        answer.write(own, to: &xml)
        let first = xml.take()
        return Response(
            status: Self.multiStatus, headers: [.contentType: DAVRefusal.xml, .cacheControl: "no-store"],
            body: ResponseBody { writer in
                var xml = XMLWriter()
                try await writer.write(ByteBuffer(bytes: first))
                try await tell(listing.folders.lazy.map { tree.resource($0, in: path, disk: disk) }, answer, &xml, &writer)
                for stretch in listing.puts {
                    let keys = stretch.keys
                    for start in stride(from: keys.startIndex, to: keys.endIndex, by: Self.page) {
                        let entries = try await tree.entries(keys[start..<min(start + Self.page, keys.endIndex)], in: stretch.folder)
                        try await tell(entries.lazy.map { tree.resource(.put($0), at: path.appending($0.name)) }, answer, &xml, &writer)
                    }
                }
                try await tell(listing.files, answer, &xml, &writer)
                if let photos = listing.photos, let names {
                    let ids = photos.ids
                    for start in stride(from: ids.startIndex, to: ids.endIndex, by: Self.page) {
                        let resources = try await context.read { [tree, path] reader in
                            try tree.resources(of: ids[start..<min(start + Self.page, ids.endIndex)], names, at: path, besides: listing.taken, reader)
                        }
                        try await tell(resources, answer, &xml, &writer)
                    }
                }
                xml.end("multistatus")
                try await writer.write(ByteBuffer(bytes: xml.take()))
                try await writer.finish(nil)
            })
    }

    private func tell(
        _ resources: some Sequence<DAVResource>, _ answer: PropfindAnswer, _ xml: inout XMLWriter, _ writer: inout any ResponseBodyWriter
    ) async throws {
        for resource in resources {
            answer.write(resource, to: &xml)
            if xml.bytes.count >= Self.piece { try await writer.write(ByteBuffer(bytes: xml.take())) }
        }
    }

    /// Whoever may add is told what the disk has, where it is asked for.
    private func disk(for wish: PropfindWish) -> DiskSpace.Figures? {
        let names: [XMLName] =
            switch wish {
            case .all(let more): more
            case .properties(let names): names
            case .names: []
            }
        let quota: Set<XMLName> = [.dav("quota-available-bytes"), .dav("quota-used-bytes")]
        guard tree.mayAdd, names.contains(where: { quota.contains($0) }) else { return nil }
        return context.library.originals.space.known
    }

    private static func isBrief(_ headers: HTTPFields) -> Bool {
        headers.text(.brief)?.lowercased() == "t" || headers.text(.prefer)?.lowercased().contains("return=minimal") == true
    }

    // MARK: OPTIONS

    func options() -> Response {
        Response(
            status: .ok,
            headers: [.dav: "1, 2", .allow: Self.methods(mayAdd: tree.mayAdd).joined(separator: ", "), .msAuthorVia: "DAV", .contentLength: "0", .cacheControl: "no-store"])
    }

    static func methods(mayAdd: Bool) -> [String] {
        let reading = ["OPTIONS", "GET", "HEAD", "PROPFIND"]
        return mayAdd ? reading + ["PUT", "DELETE", "MKCOL", "MOVE", "COPY", "PROPPATCH", "LOCK", "UNLOCK"] : reading
    }
}

/// A body with XML, which is short.
enum DAVBody {
    static let longest = 64 << 10

    static func read(_ request: Request, _ context: GalleryContext) async throws -> [UInt8] {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > longest { throw tooLong }
        context.connection.goOn()
        var bytes: [UInt8] = []
        for try await piece in request.body {
            guard bytes.count + piece.readableBytes <= longest else { throw tooLong }
            bytes += piece.readableBytesView
        }
        return bytes
    }

    private static let tooLong = Problem(
        .contentTooLarge, "too-large", title: "The request is too long", detail: "A body with XML has at most 64 KiB here. Ask for fewer properties.")
}

extension HTTPFields {
    /// A header's value without space around it.
    func text(_ name: HTTPField.Name) -> String? { self[name].map { String($0[...].trimmed) } }
}

extension HTTPField.Name {
    static let dav = named("DAV"), depth = named("Depth"), brief = named("Brief"), prefer = named("Prefer"), msAuthorVia = named("MS-Author-Via"), ifHeader = named("If"),
        destination = named("Destination"), overwrite = named("Overwrite"), lockToken = named("Lock-Token"), timeout = named("Timeout"), ocMtime = named("X-OC-Mtime"),
        expectedLength = named("X-Expected-Entity-Length"), ocLength = named("OC-Total-Length")
}
