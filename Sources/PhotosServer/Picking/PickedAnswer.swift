import Descriptions
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import Metadata
import NIOCore
import PhotoModel
import Pixels

/// Something that was chosen, as the library has it now.
struct PickedItem: Sendable {
    let asset: AddressedAsset?
    private let uuid: UUID

    init(_ item: Picker.Item, _ reader: LibraryReader) throws {
        uuid = item.uuid
        // Purged since, it is nothing but its identifier.
        guard let record = try reader.asset(uuid: item.uuid), !record.isTrashed else {
            asset = nil
            return
        }
        asset = AddressedAsset(record: record, resources: try reader.resources(assetID: record.id), redirection: nil)
    }

    func write(to json: inout JSONWriter, _ index: Int, of picker: Picker) {
        let address = "/api/picker/sessions/\(picker.id.uuidString)/items/\(index)"
        json.field("index", index)
        json.field("isGone", asset == nil)
        guard let asset else { return json.field("localIdentifier", LocalIdentifier.asset(uuid)) }
        AssetDescription(record: asset.record, resources: asset.resources).writeFields(to: &json)
        let hasPicture = asset.record.mediaType == .image || asset.record.mediaType == .video
        json.object("urls") { json in
            json.field("file", "\(address)/file")
            json.field("thumbnail", hasPicture ? "\(address)/image/thumbnail" : nil)
            json.field("preview", hasPicture ? "\(address)/image/preview" : nil)
            json.array("resources") { json in
                for number in asset.resources.indices { json.element("\(address)/resources/\(number)") }
            }
        }
    }
}

/// The answer to a program that gets what was chosen.
struct PickedAnswer: Sendable {
    private let context: GalleryContext
    private let picker: Picker
    private let index: Int
    private let item: Picker.Item

    /// It is asked for anew each time: an edit, and the end of the picker, change what an address leads to.
    private static let cacheControl = "private, no-cache"
    /// What every program and page opens.
    private static let commonPictures: Set<String> = [UniformTypes.jpeg, UniformTypes.png, UniformTypes.gif]

    init(_ parameters: Parameters, _ context: GalleryContext) throws {
        self.context = context
        picker = try PickerRoutes.collected(parameters, context)
        let items = picker.current.items
        guard let index = parameters.get("item").flatMap({ Int($0) }), items.indices.contains(index) else {
            throw Problem(
                .notFound, "no-such-item", title: "There is no such item",
                detail: items.isEmpty ? "Nothing was confirmed yet at this picker." : "\(items.count) items were confirmed at this picker, numbered from 0.")
        }
        (self.index, item) = (index, items[index])
    }

    func file(_ request: Request) async throws -> Response {
        let asset = try await find(), size = picker.current.size
        guard let resource = asset.resources.current(of: asset.record) else { throw gone }
        if asset.record.mediaType == .video {
            guard picker.request.representation == .compatible, let movie = asset.resources.movie(.current) else { return try await answer(request, resource) }
            guard let made = try await compatible(movie, asset) else { return try await answer(request, movie) }
            return try await answer(request, made, filename: Self.name(asset.record, "mp4"), type: MIMEType.mp4)
        }
        let isTooLarge = size.map { max(asset.record.pixelWidth, asset.record.pixelHeight) > $0 } == true
        let isUncommon = picker.request.representation == .compatible && !Self.commonPictures.contains(resource.uniformType)
        guard asset.record.mediaType == .image, isTooLarge || isUncommon else { return try await answer(request, resource) }
        let bytes = try await retrying { try await ImageAnswer(context).picture(of: $0, side: size, isStated: true) }
        return picture(request, bytes, filename: Self.name(asset.record, "jpg"))
    }

    func resource(_ request: Request, _ text: String?) async throws -> Response {
        let asset = try await find()
        guard let number = text.flatMap({ Int($0) }), asset.resources.indices.contains(number) else {
            throw Problem(
                .notFound, "missing", title: "It is not there", detail: "\(asset.record.filename) has \(asset.resources.count) files, numbered from 0. Ask for one of them.")
        }
        return try await answer(request, asset.resources[number])
    }

    func image(_ request: Request, _ text: String?) async throws -> Response {
        guard let size = text.flatMap(RenditionClass.init) else {
            throw Problem(.notFound, "not-found", title: "There is nothing here", detail: "Pictures come as thumbnail, medium, preview, full and unadjusted.")
        }
        let bytes = try await retrying { try await ImageAnswer(context).bytes(of: $0, size) }
        return picture(request, bytes, filename: nil)
    }

    // MARK: Finding

    private func find() async throws -> AddressedAsset {
        let item = item
        guard let asset = try await context.read({ try PickedItem(item, $0) }).asset else { throw gone }
        return asset
    }

    private var gone: Problem {
        Problem(.gone, "item-gone", title: "It is not there any more", detail: "Item \(index) was deleted after it had been chosen. Ask the person to choose again.")
    }

    /// What was edited just now is looked up once more.
    private func retrying(_ body: (AddressedAsset) async throws -> ByteBuffer) async throws -> ByteBuffer {
        do { return try await body(try await find()) } catch is ImageAnswer.Outdated { return try await body(try await find()) }
    }

    // MARK: Answering

    private static func name(_ record: AssetRecord, _ pathExtension: String) -> String {
        (record.filename as NSString).deletingPathExtension + "." + pathExtension
    }

    private func answer(_ request: Request, _ resource: ResourceRecord) async throws -> Response {
        try await FileAnswer(context).answer(
            request, resource, type: UniformTypes.mimeType(of: resource.uniformType), isAttachment: !FileAnswer.isShown(resource), cacheControl: Self.cacheControl)
    }

    private func picture(_ request: Request, _ bytes: ByteBuffer, filename: String?) -> Response {
        let tag = EntityTag.of(Array(bytes.readableBytesView))
        var headers: HTTPFields = [.contentType: MIMEType.jpeg, .eTag: tag, .cacheControl: Self.cacheControl]
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: headers) }
        headers[.contentLength] = "\(bytes.readableBytes)"
        if let filename { headers[.contentDisposition] = ContentDisposition.text(filename: filename, isAttachment: false) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }

    private func answer(_ request: Request, _ made: MadeFile, filename: String, type: String) async throws -> Response {
        let tag = "\"\(made.id.uuidString)\""
        let headers: HTTPFields = [
            .contentType: type, .eTag: tag, .cacheControl: Self.cacheControl, .acceptRanges: "bytes",
            .contentDisposition: ContentDisposition.text(filename: filename, isAttachment: false),
        ]
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: headers) }
        return try FileAnswer(context).answer(request, headers, tag, filename, made.size, .file(.library), of: item.row) { try made.read(at: $0, $1) }
    }

    // MARK: Videos that everything plays

    /// A video as H.264 and AAC, made once for a picker; `nil` where it is that already.
    private func compatible(_ resource: ResourceRecord, _ asset: AddressedAsset) async throws -> MadeFile? {
        if let known = picker.made(resource.id) { return known }
        guard let made = try await context.commonFilm(of: resource, asset) else { return nil }
        return picker.keep(made, resource.id)
    }
}
