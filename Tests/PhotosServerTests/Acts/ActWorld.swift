import Catalog
import Foundation
import PhotoModel
import PhotosTesting
import Query
import Testing
@testable import LibraryEngine

/// A served library of records without files, what can be asked of it, and how it stands.
struct ActWorld: Sendable {
    let server: TestServer
    /// Of the assets, in the order they were added.
    let assets: [String]

    var catalog: Catalog { server.library.library.catalog }

    static func run<T: Sendable>(assets count: Int = 6, _ body: (ActWorld) async throws -> T) async throws -> T {
        let library = try TemporaryLibrary()
        try library.insertRecords(count) { (Date(timeIntervalSinceReferenceDate: Double($0) * 3600), $0 % 5 == 4) }
        let ids = try library.library.read { reader in
            try reader.uuids(assetIDs: Array(reader.assetIDs(AssetQuery(scope: .library))).sorted()).compactMap { $0?.uuidString }
        }
        return try await TestServer.run(library) { try await body(ActWorld(server: $0, assets: ids)) }
    }

    // MARK: Asking

    func post(_ path: String, _ body: [String: Any]) async throws -> HTTPReply {
        try await server.post(path, json: String(decoding: JSONSerialization.data(withJSONObject: body), as: UTF8.self))
    }

    @discardableResult
    func act(_ name: String, _ more: [String: Any] = [:], at place: SourceLocation = #_sourceLocation) async throws -> Done {
        try await done(post("/api/acts", more.merging(["act": name]) { first, _ in first }), place)
    }

    @discardableResult
    func undo(_ token: String?, at place: SourceLocation = #_sourceLocation) async throws -> Done {
        try await done(post("/api/undo", ["undo": try #require(token, sourceLocation: place)]), place)
    }

    private func done(_ reply: HTTPReply, _ place: SourceLocation) async throws -> Done {
        try #require(reply.status == 200, "\(reply.text)", sourceLocation: place)
        return try reply.decoded(Done.self)
    }

    struct Done: Decodable, Sendable {
        var position: Int64
        var changed: Int
        var created: String?
        var undo: String?
        var title: String
    }

    // MARK: Looking

    func record(_ id: String) throws -> AssetRecord {
        let uuid = try #require(UUID(uuidString: id))
        return try #require(try catalog.read { reader in try reader.assetID(uuid: uuid).flatMap { try reader.assets(ids: [$0])[0] } })
    }

    func collection(_ id: String?) throws -> CollectionRecord? {
        guard let uuid = id.flatMap({ UUID(uuidString: $0) }) else { return nil }
        return try catalog.read { try $0.collection(uuid: uuid) }
    }

    /// An album's assets in order, as places in `assets`; those in Recently Deleted as well.
    func members(_ album: String?) throws -> [Int] {
        let id = try #require(try collection(album)).id
        let places = Dictionary(uniqueKeysWithValues: zip(assets, assets.indices))
        return try catalog.read { reader in
            try reader.uuids(assetIDs: Array(reader.everyMemberID(of: id))).compactMap { $0.flatMap { places[$0.uuidString] } }
        }
    }

    func ids(_ places: Int...) -> [String] { places.map { assets[$0] } }

    /// Titles of a folder's content, or of the top level.
    func titles(in folder: String? = nil) throws -> [String] {
        let id = try collection(folder)?.id
        return try catalog.read { try $0.children(of: id).map { $0.title ?? "" } }
    }

    func state() throws -> LibraryState { try catalog.read { try LibraryState($0) } }
}

/// Everything that acts change, to be compared.
struct LibraryState: Equatable {
    struct Asset: Equatable {
        var isFavorite, isHidden: Bool
        var trashedDate: Double?
        var title, caption: String?
        var keywords: [String]
    }

    struct Collection: Equatable {
        var title: String?
        var kind: Int, subtype: String, count: Int
        var children: [UUID]
        var members: [Int64]
        var keyAsset: Int64?
    }

    var assets: [Int64: Asset] = [:]
    var topLevel: [UUID] = []
    var collections: [UUID: Collection] = [:]

    init(_ reader: CatalogReader) throws {
        for scope in [AssetQuery.Scope.library, .trash] {
            var query = AssetQuery(scope: scope)
            query.includesHidden = true
            for case let record? in try reader.assets(ids: Array(reader.assetIDs(query))) {
                assets[record.id] = Asset(
                    isFavorite: record.isFavorite, isHidden: record.isHidden, trashedDate: record.trashedDate, title: record.title, caption: record.caption,
                    keywords: record.keywords)
            }
        }
        topLevel = try reader.children(of: nil).map(\.uuid)
        for record in try reader.collections(CollectionQuery()) {
            collections[record.uuid] = Collection(
                title: record.title, kind: record.kind.rawValue, subtype: record.type.name, count: record.count,
                children: record.kind == .folder ? try reader.children(of: record.id).map(\.uuid) : [],
                members: record.kind == .album ? Array(try reader.everyMemberID(of: record.id)) : [], keyAsset: record.keyAssetID)
        }
    }
}
