import Catalog
import Foundation
import PhotoModel
import PhotosServer
import PhotosTesting
@testable import LibraryEngine

/// A small library of records without files, whose facts a test chooses.
struct ServedLibrary: Sendable {
    let temporary: TemporaryLibrary
    var catalog: Catalog { temporary.library.catalog }

    /// - Parameter gazetteer: folder of its files; without one places have no names.
    init(gazetteer: URL? = nil) throws { temporary = try TemporaryLibrary(gazetteer: gazetteer) }

    /// Adds an asset taken at a moment (ISO 8601; `nil` for none).
    @discardableResult
    func add(_ date: String?, _ name: String = "IMG.JPG", _ change: (inout AssetRecord) -> Void = { _ in }) throws -> UUID {
        try catalog.write(author: "test") { writer in
            var record = AssetRecord(
                uuid: temporary.library.environment.makeUUID(), mediaType: .image, addedDate: temporary.clock.now.timeIntervalSinceReferenceDate,
                filename: name, uniformType: "public.jpeg")
            record.creationDate = date.flatMap { ISO8601DateFormatter().date(from: $0) }?.timeIntervalSinceReferenceDate
            (record.pixelWidth, record.pixelHeight, record.playbackStyle) = (4032, 3024, .image)
            change(&record)
            _ = try writer.insert(record, resources: [])
            return record.uuid
        }
    }

    @discardableResult
    func addAlbum(_ title: String, _ members: [UUID] = []) throws -> UUID {
        let uuid = temporary.library.environment.makeUUID()
        try catalog.write(author: "test") { writer in
            let id = try writer.insert(CollectionRecord(uuid: uuid, type: .album(.albumRegular), title: title))
            try writer.addMembers(members.compactMap { try writer.assetID(uuid: $0) }, to: id)
        }
        return uuid
    }

    func update(_ uuid: UUID, in catalog: Catalog? = nil, _ change: (inout AssetRecord) -> Void) throws {
        try (catalog ?? self.catalog).write(author: "test") { writer in
            if let id = try writer.assetID(uuid: uuid) { try writer.update(assetID: id, change) }
        }
    }

    func trash(_ uuids: [UUID], in catalog: Catalog? = nil) throws {
        try (catalog ?? self.catalog).write(author: "test") { writer in
            try writer.trash(assetIDs: uuids.compactMap { try writer.assetID(uuid: $0) })
        }
    }

    /// Serves it while `body` runs.
    func served<T: Sendable>(_ configure: (inout ServerOptions) -> Void = { _ in }, _ body: (TestServer) async throws -> T) async throws -> T {
        try await TestServer.run(temporary, configure, body)
    }
}

extension TestServer {
    /// The ids of a whole list, read in pages.
    func ids(_ view: String = "", page: Int = 1_000) async throws -> [String] {
        var ids: [String] = []
        let connection = try await connect()
        defer { connection.close() }
        while true {
            let reply = try await connection.get("/api/assets?\(view)&offset=\(ids.count)&limit=\(page)")
            let answer = try reply.decoded(PageAnswer.self)
            ids += answer.assets.map(\.id)
            if ids.count >= answer.count || answer.assets.isEmpty { return ids }
        }
    }

    func page(_ query: String) async throws -> PageAnswer { try await get("/api/assets?" + query).decoded() }
    func timeline(_ query: String) async throws -> TimelineAnswer { try await get("/api/timeline?" + query).decoded() }
}

struct PageAnswer: Decodable, Sendable {
    struct Tile: Decodable, Sendable, Equatable {
        var id: String
        var revision: Int
        var date: Double?
        var offset: Int?
        var width: Int, height: Int
        var kind: String
        var subtypes: [String]
        var duration: Double
        var isFavorite: Bool, isHidden: Bool, isDamaged: Bool, burst: Bool, raw: Bool
        var filename: String
        var title: String?
        var placeholder: String?
    }

    var position: Int
    var count: Int
    var offset: Int
    var assets: [Tile]
}

struct TimelineAnswer: Decodable, Sendable {
    struct Bucket: Decodable, Sendable, Equatable {
        var day: String?
        var count: Int

        init(_ day: String?, _ count: Int) { (self.day, self.count) = (day, count) }

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            (day, count) = try (values.decode(String?.self), values.decode(Int.self))
        }
    }

    struct Search: Decodable, Sendable, Equatable {
        var kind: String
        var predicate: String
        var understood: [Understanding] = []
    }

    struct Understanding: Decodable, Sendable, Equatable {
        struct Span: Decodable, Sendable, Equatable { var from: String?, to: String? }
        var type: String
        var text: String
        var rest: String
        var kind: String?
        var spans: [Span]?
        var month: Int?, day: Int?
        var to: DayOfYear?

        struct DayOfYear: Decodable, Sendable, Equatable { var month: Int, day: Int? }
    }

    var position: Int
    var count: Int
    var by: String
    var order: String
    var buckets: [Bucket]
    var search: Search
}
