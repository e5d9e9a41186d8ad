import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import LibraryEngine
import Metadata
import PhotoModel
import Support

/// The answer to a request for a file of an asset, or a part of it.
struct FileAnswer: Sendable {
    private let context: GalleryContext
    /// Of the library, when it was asked.
    private let changes: UInt64

    init(_ context: GalleryContext) { (self.context, changes) = (context, context.files.changes) }

    /// A resource as it is: the one the asset shows, or the one of a number.
    func original(_ request: Request, _ parameters: Parameters) async throws -> Response {
        let rest = request.uri.query.map { "?" + $0 } ?? "", query = try QueryParameters(request.uri.query)
        let number = query["resource"] == nil ? nil : try query.number("resource", in: 0...Int.max, standard: 0)
        let asset = try await AddressedAsset.find(parameters, "original", rest, in: context)
        if let redirection = asset.redirection { return AddressedAsset.redirect(to: redirection) }
        let resource: ResourceRecord?
        if let number {
            resource = asset.resources.indices.contains(number) ? asset.resources[number] : nil
        } else {
            resource = asset.resources.current(of: asset.record)
        }
        guard let resource else {
            throw Problem(
                .notFound, "missing", title: "It is not there",
                detail: "\(asset.record.filename) has \(asset.resources.count) files, numbered from 0 in the order of its \"resources\". Ask for one of them.")
        }
        let isAttachment = query["download"] != nil || !Self.isShown(resource)
        return try await answer(request, resource, type: UniformTypes.mimeType(of: resource.uniformType), isAttachment: isAttachment, isPlayed: !isAttachment)
    }

    /// The video that the asset is.
    func video(_ request: Request, _ parameters: Parameters) async throws -> Response {
        let asset = try await AddressedAsset.find(parameters, "video", "", in: context)
        if let redirection = asset.redirection { return AddressedAsset.redirect(to: redirection) }
        guard let resource = asset.resources.movie(.current) else {
            throw Problem(.notFound, "no-video", title: "There is no video", detail: "\(asset.record.filename) is no video. /image gives its picture.")
        }
        return try await answer(request, resource, type: Self.playedType(resource), isAttachment: false, isPlayed: true)
    }

    /// The video that moves a Live Photo.
    func livePhoto(_ request: Request, _ parameters: Parameters) async throws -> Response {
        let asset = try await AddressedAsset.find(parameters, "live", "", in: context)
        if let redirection = asset.redirection { return AddressedAsset.redirect(to: redirection) }
        guard let resource = asset.resources.pairedMovie(.current) else {
            throw Problem(.notFound, "no-video", title: "There is no video", detail: "\(asset.record.filename) is no Live Photo. /image gives its picture.")
        }
        return try await answer(request, resource, type: Self.playedType(resource), isAttachment: false, isPlayed: true)
    }

    /// - Parameters:
    ///   - isPlayed: whether it is looked at here and now: then a movie that is in the cloud only is read there, part by part. What is kept comes here as a whole
    ///     first, since only that is compared with its hash.
    ///   - cacheControl: an address that names a revision never leads to other bytes.
    ///   - modified: what is said of its date, where something is.
    ///   - isKept: whether the address leads to the same bytes until the library changes; `nil` is by `cacheControl`.
    func answer(
        _ request: Request, _ resource: ResourceRecord, type: String?, isAttachment: Bool, isPlayed: Bool = false, cacheControl: String = RenditionRoutes.immutable,
        modified: String? = nil, isKept: Bool? = nil
    ) async throws -> Response {
        let tag = Self.tag(of: resource)
        var headers: HTTPFields = [
            .contentType: type ?? MIMEType.data, .eTag: tag, .cacheControl: cacheControl, .acceptRanges: "bytes",
            .contentDisposition: ContentDisposition.text(filename: resource.filename, isAttachment: isAttachment),
        ]
        headers[.lastModified] = modified
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: headers) }
        if isPlayed, !resource.isLocal, UniformTypes.conforms(resource.uniformType, to: UniformTypes.movie), let parts = try await context.parts(of: resource) {
            if let answer = try await self.answer(request, headers, tag, resource, parts, mask: { _ in PlaceMask() }) { return answer }
        }
        let (file, size) = try await context.open(resource, .file(resource.fileLocation))
        // Of a folder of the user's nothing stays open: its disk may be meant to be taken away.
        if context.session.grant == .owner, isKept ?? (cacheControl == RenditionRoutes.immutable), resource.fileLocation == .library, size > 0 {
            context.files.note(
                KnownFiles.File(row: resource.assetID, file, size: size, tag: tag, headers, resource.fileLocation), at: request.uri.string, since: changes)
        }
        return try answer(request, headers, tag, resource.filename, size, .file(resource.fileLocation), of: resource.assetID) { try Self.read(file, at: $0, $1) }
    }

    /// What tells a file's bytes from all others: their SHA-256.
    static func tag(of resource: ResourceRecord) -> String { "\"\([UInt8](resource.sha256).hexadecimal)\"" }

    /// A file, or the part of it that was asked for.
    /// - Parameters:
    ///   - kind: whose threads read it.
    ///   - row: the asset that its session has to see to the end.
    ///   - read: gives so many bytes from an offset, or fewer.
    func answer(
        _ request: Request, _ headers: HTTPFields, _ tag: String, _ filename: String, _ size: Int64, _ kind: BlockingWork.Kind, of row: Int64,
        _ read: @escaping @Sendable (Int64, Int) throws -> ByteBuffer
    ) throws -> Response {
        let (status, headers, range) = try head(request, headers, tag, filename, size)
        return Response(status: status, headers: headers, body: body(range, kind, of: row, read))
    }

    /// A movie that is in the cloud only, part by part.
    /// - Parameter found: gives what is overwritten in it, asked when a part of it was read; `nil` where only the whole file tells that.
    /// - Returns: `nil` where `found` gives none; then nothing was sent.
    func answer(
        _ request: Request, _ headers: HTTPFields, _ tag: String, _ resource: ResourceRecord, _ parts: ResourceParts, mask found: (ResourceParts) async throws -> PlaceMask?
    ) async throws -> Response? {
        // Parts are compared with no hash of the whole, so no browser keeps them.
        var uncached = headers
        uncached[.cacheControl] = "no-store"
        let (status, headers, range) = try head(request, uncached, tag, resource.filename, parts.size)
        guard request.method != .head, !range.isEmpty else { return Response(status: status, headers: headers) }
        // What stands in the way is said while it can be, and the first bytes come soon.
        let first = try await Self.piece(of: range, at: range.lowerBound, every: 256 << 10, parts)
        guard let mask = try await found(parts) else { return nil }
        // It took its time, and access may have been taken back meanwhile.
        try await context.work.run(.answer) { [session = context.session] in try session.requireSight(of: resource.assetID) }
        return Response(status: status, headers: headers, body: body(range, first, parts, mask, seenWith: resource.assetID))
    }

    /// What is answered of a file, and the part that is sent.
    func head(
        _ request: Request, _ headers: HTTPFields, _ tag: String, _ filename: String, _ size: Int64
    ) throws(Problem) -> (status: HTTPResponse.Status, headers: HTTPFields, range: Range<Int64>) {
        var headers = headers
        switch ByteRange(request.headers[.range], condition: request.headers[.ifRange], entityTag: tag, size: size) {
        case .whole:
            headers[.contentLength] = "\(size)"
            return (.ok, headers, 0..<size)
        case .part(let range):
            headers[.contentLength] = "\(range.count)"
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            return (.partialContent, headers, range)
        case .outside:
            var problem = Problem(.rangeNotSatisfiable, "range", title: "The file is shorter", detail: "\(filename) has \(size) bytes. Ask for a part of those.")
            problem.headers[.contentRange] = "bytes */\(size)"
            throw problem
        }
    }

    /// The next one is asked for when the client has taken this one: whoever pauses a movie or goes away has nothing more fetched.
    private func body(_ range: Range<Int64>, _ first: ByteBuffer, _ parts: ResourceParts, _ mask: PlaceMask, seenWith seen: Int64) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [work = context.work, session = context.session] writer in
            var (piece, offset) = (first, range.lowerBound)
            while true {
                if !mask.isEmpty {
                    let start = Int(offset)
                    piece.withUnsafeMutableReadableBytes { mask.apply(to: $0, at: start) }
                }
                offset += Int64(piece.readableBytes)
                try await writer.write(piece)
                guard offset < range.upperBound else { break }
                try await work.run(.answer) { try session.requireSight(of: seen) }
                piece = try await Self.piece(of: range, at: offset, every: 1 << 20, parts)
                try await work.run(.answer) { try session.requireSight(of: seen) }
            }
            try await writer.finish(nil)
        }
    }

    /// Up to the next multiple of `step`, so that what an encrypted store keeps as a piece is fetched once.
    private static func piece(of range: Range<Int64>, at offset: Int64, every step: Int64, _ parts: ResourceParts) async throws -> ByteBuffer {
        ByteBuffer(bytes: try await parts.bytes(offset..<min(range.upperBound, (offset / step + 1) * step)))
    }

    /// A piece at a time, as fast as the client takes them; no further than its session may see the asset.
    private func body(_ range: Range<Int64>, _ kind: BlockingWork.Kind, of asset: Int64, _ read: @escaping @Sendable (Int64, Int) throws -> ByteBuffer) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [work = context.work, session = context.session] writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let (start, count) = (offset, Int(min(256 << 10, range.upperBound - offset)))
                let piece = try await work.run(kind) {
                    try session.requireSight(of: asset)
                    return try read(start, count)
                }
                offset += Int64(piece.readableBytes)
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }

    static func read(_ file: OpenFile, at offset: Int64, _ count: Int) throws -> ByteBuffer { try read(file.descriptor, named: file.path.display, at: offset, count) }

    /// - Parameter name: what an error calls the file.
    static func read(_ descriptor: Int32, named name: @autoclosure () -> String, at offset: Int64, _ count: Int) throws -> ByteBuffer {
        var (buffer, length) = (ByteBuffer(), 0)
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { memory in
            repeat { length = pread(descriptor, memory.baseAddress, count, off_t(offset)) } while length < 0 && errno == EINTR
            return max(0, length)
        }
        // Somebody made it shorter, or its disk is gone: the length was announced, so all that is left is to hang up.
        guard length > 0 else { throw LibraryError(.unreadable, "\(name()) ended \(count) bytes early.") }
        return buffer
    }

    /// Browsers play what a QuickTime file mostly holds, but not under its own name.
    private static func playedType(_ resource: ResourceRecord) -> String? {
        resource.uniformType == UniformTypes.quickTimeMovie || resource.uniformType == UniformTypes.appleMPEG4Movie
            ? MIMEType.mp4 : UniformTypes.mimeType(of: resource.uniformType)
    }

    /// Pictures, videos and sounds; anything else is for saving, never for opening as a page.
    static func isShown(_ resource: ResourceRecord) -> Bool { isShown(type: resource.uniformType) }

    static func isShown(type: String) -> Bool { [UniformTypes.image, UniformTypes.audiovisualContent].contains { UniformTypes.conforms(type, to: $0) } }
}

extension GalleryContext {
    /// How files are got at for whoever may see them, who may have them fetched too.
    var access: ResourceAccess { ResourceAccess(self.library, network: NetworkUse()) }

    /// A way to parts of a file that is in the cloud only; `nil` where it is here.
    func parts(of resource: ResourceRecord) async throws -> ResourceParts? {
        let (access, row) = (access, resource.assetID)
        return try await work.run(.store) { [session] in
            try session.requireSight(of: row)
            return try access.parts(of: resource)
        }
    }

    /// Opens the store that a file would be fetched from, so that the fetch need not wait for that.
    private func openStore(for resource: ResourceRecord) async throws {
        let (access, row) = (access, resource.assetID)
        try await work.run(.store) { [session] in
            try session.requireSight(of: row)
            try access.openStore(for: resource)
        }
    }

    /// A file of the library, fetched where it is in the cloud, and its size. No thread waits for the download. Whoever asks must
    /// see the asset still when the file is here.
    func open(_ resource: ResourceRecord, _ kind: BlockingWork.Kind) async throws -> (file: OpenFile, size: Int64) {
        let (work, library, row) = (self.work, self.library, resource.assetID)
        if !resource.isLocal { try await openStore(for: resource) }
        return try await FetchingWork.awaited(access.fetch { [resource] }) { [session] in
            try await work.run(kind) { () -> (file: OpenFile, size: Int64) in
                try session.requireSight(of: row)
                let file = try library.openResource(resource)
                return (file, try file.signature().size)
            }
        }
    }
}

extension ResourceRecord {
    /// Whose threads read it.
    var fileLocation: BlockingWork.FileLocation {
        switch location {
        case .managed: .library
        case .referenced(let root, _, _): .root(root)
        }
    }
}
