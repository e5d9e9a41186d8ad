import Foundation
import LibraryEngine
import PhotoModel
import Photos
import PhotosTesting
import Testing

/// What a tree is made of.
extension TemporaryLibrary {
    /// Adds a photo that says when it was taken, by the clock at that place.
    /// - Parameters:
    ///   - date: `2023:06:30 23:30:00`; `nil` for one that is to have no date.
    ///   - offset: `-05:00`
    @discardableResult
    func addPhoto(_ name: String, taken date: String?, offset: String? = nil, seed: Int) throws -> String {
        var metadata = FixtureImages.Metadata()
        (metadata.dateTimeOriginal, metadata.offset) = (date, offset)
        let id = try add((.photo, name, FixtureImages.jpeg(seed: seed, metadata: metadata)))
        // A file has one of its own, which would do.
        if date == nil { try change(id) { $0.creationDate = nil } }
        return id
    }

    func rowID(_ id: String) throws -> Int64 {
        let uuid = try #require(UUID(uuidString: id))
        return try #require(try library.read { try $0.assetID(uuid: uuid) })
    }

    func change(_ id: String, _ body: (inout AssetRecord) -> Void) throws {
        let row = try rowID(id)
        try library.performChanges(author: "test") { try $0.update(assetID: row, body) }
    }

    func delete(_ ids: String...) throws {
        let rows = try ids.map { try rowID($0) }
        try library.performChanges(author: "test") { try $0.delete(rows) }
    }

    /// - Parameter parent: the folder of albums that it is in, as this returned it; `nil` at the top level.
    /// - Returns: its row.
    @discardableResult
    func addFolder(_ title: String?, in parent: Int64? = nil) throws -> Int64 { try addCollection(.folder(.regularFolder), title, [], in: parent) }

    /// The same of an album with these photos.
    @discardableResult
    func addAlbum(_ title: String?, _ ids: [String] = [], in parent: Int64? = nil) throws -> Int64 { try addCollection(.album(.albumRegular), title, ids, in: parent) }

    private func addCollection(_ type: CollectionType, _ title: String?, _ ids: [String], in parent: Int64?) throws -> Int64 {
        let rows = try ids.map { try rowID($0) }, uuid = library.environment.makeUUID()
        return try library.performChanges(author: "test") { transaction in
            var record = CollectionRecord(uuid: uuid, type: type, title: title)
            record.parentID = parent
            let row = try transaction.insert(record)
            if !rows.isEmpty { try transaction.addMembers(rows, to: row) }
            return row
        }
    }
}

extension TestServer {
    /// Name and outcome of what the library has, by the name that each came in by.
    func filenames() async throws -> [String] { try await page("").assets.map(\.filename).sorted() }

    /// A client's token for an application, as the owner makes one.
    func admit(_ application: String) async throws -> String {
        let reply = try await post("/api/clients", json: "{\"application\":\"\(application)\"}").object()
        return try #require(reply["token"] as? String)
    }

    /// Of an asset's original, its bytes.
    func original(_ id: String) async throws -> Data {
        let revision = try #require(try await get("/api/assets/\(id)").object()["revision"] as? Int)
        return try await get("/original/\(id)/\(revision)").body
    }
}
