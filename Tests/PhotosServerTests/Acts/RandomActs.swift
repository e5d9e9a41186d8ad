import Catalog
import Foundation
import Query
import TestSupport
import Testing
@testable import LibraryEngine

/// Acts on whatever there is, the same ones for the same seed.
struct RandomActs {
    private var random: LinearRandom

    init(seed: UInt64) { random = LinearRandom(state: seed &* 0x9E37_79B9_7F4A_7C15) }

    private mutating func number(below limit: Int) -> Int { Int((random.next() >> 33) % UInt64(max(limit, 1))) }

    private mutating func some<T>(_ values: [T]) -> [T] { values.filter { _ in number(below: 3) == 0 } }
    private mutating func one<T>(_ values: [T]) -> T? { values.isEmpty ? nil : values[number(below: values.count)] }

    /// An act that may well be refused: then nothing changes, which is right as well.
    mutating func next(_ world: ActWorld) throws -> [String: Any] {
        let collections = try world.catalog.read { try $0.collections(CollectionQuery()) }
        let albums = collections.filter { $0.kind == .album }.map(\.uuid.uuidString)
        let folders = collections.filter { $0.kind == .folder }.map(\.uuid.uuidString)
        let assets = some(world.assets)
        let album = one(albums) ?? UUID().uuidString
        func orNull(_ value: String?) -> Any { value ?? NSNull() }
        switch number(below: 14) {
        case 0: return ["act": "favorite", "assets": assets, "value": number(below: 2) == 0]
        case 1: return ["act": "hide", "assets": assets, "value": number(below: 2) == 0]
        case 2: return ["act": "delete", "assets": assets]
        case 3, 4: return ["act": "restore", "assets": world.assets]
        case 5: return ["act": "createAlbum", "title": "Album \(number(below: 100))", "parent": orNull(number(below: 2) == 0 ? one(folders) : nil), "assets": assets]
        case 6: return ["act": "createFolder", "title": "Folder \(number(below: 100))", "parent": orNull(number(below: 2) == 0 ? one(folders) : nil)]
        case 7: return ["act": "rename", "collection": one(albums + folders) ?? "", "title": "Name \(number(below: 5))"]
        case 8: return ["act": "deleteCollection", "collection": one(albums + folders) ?? ""]
        case 9: return ["act": "moveCollection", "collection": one(albums + folders) ?? "", "parent": orNull(number(below: 2) == 0 ? one(folders) : nil)]
        case 10: return ["act": "moveCollection", "collection": one(albums) ?? "", "before": one(try topLevel(world)) ?? ""]
        case 11: return ["act": "addAssets", "collection": album, "assets": assets]
        case 12: return ["act": "removeAssets", "collection": album, "assets": assets]
        default:
            return number(below: 2) == 0
                ? ["act": "moveAssets", "collection": album, "assets": assets, "before": orNull(one(world.assets))]
                : ["act": "describe", "assets": assets, "title": "T\(number(below: 3))", "keywords": some(["a", "b", "c"])]
        }
    }

    private func topLevel(_ world: ActWorld) throws -> [String] { try world.catalog.read { try $0.children(of: nil).map(\.uuid.uuidString) } }
}

extension ActWorld {
    /// - Returns: `nil` for an act that was refused, which must not be the server's fault.
    @discardableResult
    func act(with body: [String: Any]) async throws -> Done? {
        let reply = try await post("/api/acts", body)
        if reply.status == 200 { return try reply.decoded(Done.self) }
        #expect([400, 404, 409].contains(reply.status), "\(body): \(reply.text)")
        return nil
    }
}
