import Descriptions
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import Metadata
import NIOCore
import PhotoModel
import Pixels
import Support

/// The answer to whoever comes by a link: what it shows, and nothing else.
struct SharedAnswer: Sendable {
    private let context: GalleryContext
    private let share: Share

    /// It is asked for anew each time: what is taken back must not lie in a cache that goes on giving it out.
    private static let cacheControl = "private, no-cache"
    static let mostItems = 500

    init(_ context: GalleryContext) throws {
        guard let share = context.session.share else { throw ShareStore.over }
        (self.context, self.share) = (context, share)
    }

    // MARK: Lists

    func items(_ request: Request) async throws -> Response {
        let query = try QueryParameters(request.uri.query)
        let offset = try query.number("offset", in: 0...Int.max, standard: 0), limit = try query.number("limit", in: 1...Self.mostItems, standard: Self.mostItems)
        let share = share, library = context.library
        let bytes = try await context.read { reader in
            let list = try share.list(), page = list.ids.dropFirst(offset).prefix(limit)
            let records = try reader.assets(ids: page).compactMap { $0 }
            var json = JSONWriter()
            json.object { json in
                json.field("count", list.ids.count)
                json.field("position", list.position.rawValue)
                json.array("items") { json in
                    for (record, colours) in zip(records, Placeholders.colours(of: records, library)) {
                        json.object { Self.write(record, colours, share, library.environment.timeZone, to: &$0) }
                    }
                }
            }
            return json.bytes
        }
        return Response.json(bytes, for: request)
    }

    /// Nothing that only the owner needs: no album, rating, keyword or camera.
    private static func write(_ record: AssetRecord, _ colours: [UInt8]?, _ share: Share, _ zone: TimeZone, to json: inout JSONWriter) {
        json.field("id", record.uuid.uuidString)
        json.field("revision", record.revision)
        json.field("kind", record.mediaType.name)
        // By the clock at that place, as if it were UTC: the offset would tell how far away it was.
        json.field("date", since1970: record.localCreationDate(zone))
        json.field("width", record.pixelWidth)
        json.field("height", record.pixelHeight)
        json.field("duration", record.duration)
        json.field("isLive", record.isLivePhoto)
        json.field("title", record.title)
        json.field("caption", record.caption)
        json.field("filename", share.record.rules.contains(.downloads) ? record.filename : nil)
        if !share.hidesPlaces, let place = record.location {
            json.object("place") { json in
                json.field("latitude", place.latitude)
                json.field("longitude", place.longitude)
            }
        }
        json.field("placeholder", colours.map(Placeholders.text))
    }

    // MARK: Pictures

    func image(_ request: Request, _ id: String?, _ text: String?) async throws -> Response {
        guard let size = text.flatMap(RenditionClass.init), size != .unadjusted else {
            throw Problem(.notFound, "not-found", title: "There is nothing here", detail: "Pictures come as thumbnail, medium, preview and full.")
        }
        // All its pixels are the photo itself.
        if size == .full { try context.session.require(.taking) }
        let asset = try await find(id)
        let tag = "\"\(asset.record.uuid.uuidString)-\(asset.record.revision)-\(size.rawValue)\(share.hidesPlaces ? "-p" : "")\""
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: Self.cacheControl]) }
        let bytes = try await retrying(id) { try await ImageAnswer(context).bytes(of: $0, size) }
        return try await picture(bytes, tag: tag, of: asset.record.id, filename: nil)
    }

    private func picture(_ bytes: ByteBuffer, tag: String, of row: Int64, filename: String?) async throws -> Response {
        var bytes = bytes
        // What was made of pixels says nothing; a gain map that was copied along might.
        if share.hidesPlaces {
            let read = bytes
            bytes = try await context.work.run(.picture) {
                var copy = read
                guard let mask = copy.withUnsafeReadableBytes({ PlaceMask(of: $0, type: UniformTypes.jpeg) }) else { throw Self.unmaskable }
                copy.withUnsafeMutableReadableBytes { mask.apply(to: $0, at: 0) }
                return copy
            }
        }
        try await context.work.run(.answer) { [session = context.session] in try session.requireSight(of: row) }
        var headers: HTTPFields = [.contentType: MIMEType.jpeg, .eTag: tag, .cacheControl: Self.cacheControl, .contentLength: "\(bytes.readableBytes)"]
        if let filename { headers[.contentDisposition] = ContentDisposition.text(filename: filename, isAttachment: true) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }

    // MARK: Files

    /// What the asset shows, as it came in.
    func file(_ request: Request, _ id: String?) async throws -> Response {
        let asset = try await find(id)
        guard let resource = asset.resources.current(of: asset.record) else { throw Self.missing }
        do {
            return try await answer(request, resource, type: UniformTypes.mimeType(of: resource.uniformType), isAttachment: true)
        } catch let error as CodecError where error.code == .unsupported && share.hidesPlaces && asset.record.mediaType == .image {
            // A type from which places can't be taken: its picture is handed on, and not the file.
            let bytes = try await retrying(id) { try await ImageAnswer(context).picture(of: $0, side: nil) }
            let name = (resource.filename as NSString).deletingPathExtension + ".jpg"
            return try await picture(bytes, tag: Self.tag(of: resource, "jpeg"), of: asset.record.id, filename: name)
        }
    }

    /// A video, or the one that moves a Live Photo, as every browser plays it.
    func film(_ request: Request, _ id: String?, isLive: Bool) async throws -> Response {
        let asset = try await find(id), context = context
        guard let resource = isLive ? asset.resources.pairedMovie(.current) : asset.resources.movie(.current) else {
            throw Problem(.notFound, "no-video", title: "There is no video", detail: "The photo has no video, or none of this kind.")
        }
        let keepsPlace = !share.hidesPlaces
        let key = SharedFilms.Key(of: resource, asset.record, keepsPlace: keepsPlace)
        let film = try await context.doors.shares.films.film(key, context) {
            try await context.commonFilm(of: resource, asset, keepsPlace: keepsPlace).map { .made($0) } ?? .asItIs
        }
        guard case .made(let made) = film else { return try await answer(request, resource, type: UniformTypes.mimeType(of: resource.uniformType), isAttachment: false) }
        let tag = Self.tag(of: resource, "film\(made.size)\(key.said)"), name = (resource.filename as NSString).deletingPathExtension + ".mp4"
        let headers = headers(MIMEType.mp4, tag, name, isAttachment: false)
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: headers) }
        return try FileAnswer(context).answer(request, headers, tag, name, made.size, .file(.library), of: resource.assetID) { try made.read(at: $0, $1) }
    }

    /// - Parameter isAttachment: false for a movie that is played: then one that is in the cloud only is read there, part by part.
    private func answer(_ request: Request, _ resource: ResourceRecord, type: String?, isAttachment: Bool) async throws -> Response {
        guard share.hidesPlaces else {
            return try await FileAnswer(context).answer(request, resource, type: type, isAttachment: isAttachment, isPlayed: !isAttachment, cacheControl: Self.cacheControl)
        }
        // Other bytes than the file's have another validator, so that no cache puts parts of both together.
        let tag = Self.tag(of: resource, "masked"), headers = headers(type, tag, resource.filename, isAttachment: isAttachment)
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: headers) }
        if !isAttachment, let parts = try await context.movieParts(of: resource) {
            let answer = try await FileAnswer(context).answer(request, headers, tag, resource, parts, mask: { try await context.placeMask(of: resource, $0) })
            if let answer { return answer }
        }
        let location = BlockingWork.Kind.file(resource.fileLocation), (file, size) = try await context.open(resource, location)
        guard let mask = try await context.placeMask(of: resource, file) else { throw Self.unmaskable }
        return try FileAnswer(context).answer(request, headers, tag, resource.filename, size, location, of: resource.assetID) { offset, count in
            var piece = try FileAnswer.read(file, at: offset, count)
            piece.withUnsafeMutableReadableBytes { mask.apply(to: $0, at: Int(offset)) }
            return piece
        }
    }

    private func headers(_ type: String?, _ tag: String, _ filename: String, isAttachment: Bool) -> HTTPFields {
        [
            .contentType: type ?? MIMEType.data, .eTag: tag, .cacheControl: Self.cacheControl, .acceptRanges: "bytes",
            .contentDisposition: ContentDisposition.text(filename: filename, isAttachment: isAttachment),
        ]
    }

    private static func tag(of resource: ResourceRecord, _ what: String) -> String {
        "\"\(TokenHash(of: Array(resource.sha256) + Array(what.utf8)).bytes.prefix(16).hexadecimal)\""
    }

    // MARK: Archives

    /// - Parameter ids: `nil` is all that the link shows.
    func archive(_ ids: [String]?, token: String) async throws -> Response {
        let share = share, wanted = try ids.map { try ArchiveRoutes.identifiers($0) }
        let uuids = try await context.read { reader -> [UUID] in
            let list = try share.list()
            guard let wanted else { return try reader.uuids(assetIDs: list.ids).compactMap { $0 } }
            return try wanted.filter { uuid in try reader.assetID(uuid: uuid).map { list.contains($0) } ?? false }
        }
        guard !uuids.isEmpty else { throw Self.missing }
        let plan = try await ArchiveRoutes.plan(for: uuids, bringsFrames: false, context)
        return try ArchiveRoutes.answer(plan, at: "\(ShareStore.start)\(token)/archive/", context)
    }

    // MARK: Finding

    /// - Throws: a `Problem` for what the link does not show, which is as if it were not there.
    private func find(_ text: String?) async throws -> AddressedAsset {
        guard let uuid = text.flatMap({ UUID(uuidString: $0) }) else { throw Self.missing }
        let share = share
        let found = try await context.read { reader -> AddressedAsset? in
            guard let record = try reader.asset(uuid: uuid), try share.list().contains(record.id), !record.isHidden, !record.isTrashed else { return nil }
            return AddressedAsset(record: record, resources: try reader.resources(assetID: record.id), redirection: nil)
        }
        guard let found else { throw Self.missing }
        return found
    }

    /// What was edited just now is looked up once more.
    private func retrying(_ id: String?, _ body: (AddressedAsset) async throws -> ByteBuffer) async throws -> ByteBuffer {
        do { return try await body(try await find(id)) } catch is ImageAnswer.Outdated { return try await body(try await find(id)) }
    }

    private static let missing = Problem(.notFound, "missing", title: "It is not there", detail: "The photo is not among those that may be seen here any more.")
    private static let unmaskable = Problem(
        .unsupportedMediaType, "place", title: "It can’t be handed on without its place", detail: "Where it was taken can’t be taken out of this file.")
}

extension GalleryContext {
    /// What to overwrite in a file for this session; `nil` where its places may be seen. May take as long as decoding does.
    /// - Throws: a `CodecError` of the code `.unsupported` for a file that must not be handed on so.
    func placeMask(of resource: ResourceRecord, _ file: OpenFile) async throws -> PlaceMask? {
        guard session.share?.hidesPlaces == true else { return nil }
        let (masks, library) = (self.doors.shares.masks, self.library)
        return try await self.work.run(.picture) { try masks.mask(of: resource, file, library) }
    }
}
