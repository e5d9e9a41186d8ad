import Catalog
import Foundation
import Query
import Testing

/// What a library says of each of its assets, by the name it came with.
struct LibraryState: Equatable {
    struct Asset: Equatable {
        var rating: Int
        var isHidden: Bool
        var isTrashed: Bool
    }

    var assets: [String: Asset] = [:]

    /// Reads the catalogue, as every program of ours does, and compares the column file with it on the way.
    /// - Returns: `nil` where there is no library yet.
    static func read(_ library: URL, _ label: String = "") throws -> LibraryState? {
        let database = library.appending(path: "database/catalog.sqlite")
        guard FileManager.default.fileExists(atPath: library.appending(path: "library.json").path),
            FileManager.default.fileExists(atPath: database.path)
        else { return nil }
        let catalog = try Catalog.open(at: database, options: CatalogOptions())
        defer { catalog.close() }
        var query = AssetQuery()
        query.includesHidden = true
        let listed = try catalog.read { Array(try $0.assetIDs(query)) }
        let state = try catalog.read { reader in
            let records = try reader.assets(ids: (1...200).map { Int64($0) }).compactMap { $0 }
            #expect(listed.sorted() == records.filter { $0.trashedDate == nil }.map(\.id).sorted(), "\(label): a fetch lists what the catalogue holds")
            return LibraryState(
                assets: Dictionary(
                    records.map {
                        ($0.filename, Asset(rating: $0.rating, isHidden: $0.isHidden, isTrashed: $0.trashedDate != nil))
                    }
                ) { first, _ in
                    Issue.record("\(label): a picture is there twice")
                    return first
                })
        }
        if case .differs(let count) = try catalog.checkColumns() { Issue.record("\(label): the columns believe something else of \(count) assets") }
        return state
    }

    /// Whether each asset is as it was before a command, or as it is after it, and there or not there as before or after.
    func isBetween(_ before: LibraryState, _ after: LibraryState) -> Bool {
        Set(assets.keys).union(before.assets.keys).union(after.assets.keys).allSatisfy { name in
            assets[name] == before.assets[name] || assets[name] == after.assets[name]
        }
    }
}
