import Descriptions
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import PhotoModel

/// Many stored thumbnails in one answer: a page that shows a hundred pictures at once waits for one answer, not for a hundred behind each other.
///
/// Only what lies in the table is sent; a `null` says that the picture has to be asked for by its own address, where it is made.
struct ThumbnailSheet: Sendable {
    /// The most thumbnails in one answer.
    static let most = 100

    private struct Wanted {
        let uuid: UUID
        let revision: Int64
    }

    private let wanted: [Wanted]
    private let size: ThumbnailSize

    /// - Parameters:
    ///   - list: `UUID.REVISION`, separated by commas.
    ///   - size: as the pictures' own addresses name it.
    init(_ list: String?, size: String?) throws(Problem) {
        guard let size = RenditionClass(rawValue: size ?? RenditionClass.thumbnail.rawValue)?.thumbnail else {
            throw Problem(parameter: "size", "“\(size?.prefix(60) ?? "")” is no size of thumbnails. Write thumbnail or medium.")
        }
        self.size = size
        var wanted: [Wanted] = []
        for part in (list ?? "").split(separator: ",") {
            let halves = part.split(separator: ".", omittingEmptySubsequences: false)
            guard halves.count == 2, let uuid = UUID(uuidString: String(halves[0])), let revision = Int64(halves[1]), revision >= 0 else {
                throw Problem(parameter: "of", "“\(part.prefix(60))” is no UUID.REVISION, as the API's answers give them.")
            }
            wanted.append(Wanted(uuid: uuid, revision: revision))
        }
        guard (1...Self.most).contains(wanted.count) else { throw Problem(parameter: "of", "Name from 1 to \(Self.most) thumbnails, as UUID.REVISION, separated by commas.") }
        self.wanted = wanted
    }

    func answer(_ request: Request, _ context: GalleryContext) async throws -> Response {
        let (bytes, isWhole) = try await context.work.run(.answer) { try json(context) }
        // What an address with revisions leads to never changes, once all of it is there.
        let headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: isWhole ? RenditionRoutes.immutable : "no-store", .contentLength: "\(bytes.count)",
        ]
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func json(_ context: GalleryContext) throws -> (bytes: [UInt8], isWhole: Bool) {
        let rows = try rows(context)
        var isWhole = true
        var json = JSONWriter()
        json.object { json in
            json.field("type", MIMEType.jpeg)
            json.array("thumbnails") { json in
                for (wanted, row) in zip(wanted, rows) {
                    let picture = row.flatMap { stored($0, wanted, context.library.derivatives) }
                    if picture == nil { isWhole = false }
                    json.element(base64: picture)
                }
            }
        }
        return (json.bytes, isWhole)
    }

    /// Each asset's row in the table; most are known from the answer that the page has its assets from.
    private func rows(_ context: GalleryContext) throws -> [Int64?] {
        let visible = try context.session.gate().visibility()
        var rows = wanted.map { wanted -> Int64? in
            let (high, low) = wanted.uuid.halves
            return context.addresses.address(high: high, low: low).flatMap { visible.includes($0.id) ? $0.id : nil }
        }
        guard rows.contains(nil) else { return rows }
        try context.session.gate().read { reader in
            for index in rows.indices where rows[index] == nil {
                guard let record = try reader.asset(uuid: wanted[index].uuid) else { continue }
                context.addresses.note(record.uuid, id: record.id, revision: record.revision)
                rows[index] = record.id
            }
        }
        return rows
    }

    private func stored(_ row: Int64, _ wanted: Wanted, _ derivatives: DerivativeStore) -> Data? {
        guard let stored = derivatives.storedThumbnail(size, assetID: row, uuid: wanted.uuid, revision: wanted.revision, waits: true) else { return nil }
        var data = Data(count: stored.byteCount)
        return data.withUnsafeMutableBytes { stored.read(into: $0, waits: true) } == .whole ? data : nil
    }
}
