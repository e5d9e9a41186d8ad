import Foundation
import PhotoModel

extension CatalogReader {
    /// An asset's resources, in the order they were added.
    package func resources(assetID: Int64) throws -> [ResourceRecord] {
        guard try sees(assetID: assetID) else { return [] }
        return try db.all(Self.ofOneAsset, [.int(assetID)]) { ResourceRecord(row: $0) }
    }

    /// The resources of several assets; an asset without any has no entry.
    package func resources(assetIDs: some Collection<Int64>) throws -> [Int64: [ResourceRecord]] {
        var result: [Int64: [ResourceRecord]] = [:]
        try forEachRow(ofAssets: assetIDs) { row in
            let resource = ResourceRecord(row: row)
            result[resource.assetID, default: []].append(resource)
        }
        return result
    }

    /// The resources of several assets, asset after asset by their row ids, each asset's in the order they were added.
    package func packedResources(ofAssets assetIDs: [Int64]) throws -> PackedResources {
        // Most assets have one, and whoever keeps a resource keeps all of this.
        var packed = PackedResources(capacity: assetIDs.count)
        try forEachRow(ofAssets: assetIDs) { packed.append($0) }
        return packed
    }

    /// An asset's resources, in the order they were added.
    package func packedResources(assetID: Int64) throws -> PackedResources {
        var packed = PackedResources(capacity: 1)
        if try sees(assetID: assetID) { try db.forEach(Self.ofOneAsset, [.int(assetID)]) { packed.append($0) } }
        return packed
    }

    /// In the order of `packedResources(ofAssets:)`.
    private func forEachRow(ofAssets assetIDs: some Collection<Int64>, _ body: (Row) throws -> Void) throws {
        // One statement for many goes through the index once, and comes back to few pages twice.
        var seen: [Int64] = []
        seen.reserveCapacity(assetIDs.count)
        for id in assetIDs.sorted() where try id != seen.last && sees(assetID: id) { seen.append(id) }
        // It has as many parameters as there may be, so that one compiled statement serves them all.
        for start in stride(from: 0, to: seen.count, by: Self.assetsAtOnce) {
            try db.forEach(Self.ofManyAssets, ids: seen[start..<min(start + Self.assetsAtOnce, seen.count)], body)
        }
    }

    private static let assetsAtOnce = 128
    private static let ofOneAsset = "SELECT \(ResourceRecord.selection) FROM resource WHERE assetID = ? ORDER BY id"
    private static let ofManyAssets = """
        SELECT \(ResourceRecord.selection) FROM resource WHERE assetID IN (\(Array(repeating: "?", count: assetsAtOnce).joined(separator: ", ")))
        ORDER BY assetID, id
        """

    /// What `resources(assetID:)` steps, for a measurement beside it.
    package var statementOfResources: String { Self.ofOneAsset }

    package func resource(id: Int64) throws -> ResourceRecord? { try select("WHERE id = ?", [.int(id)]).first }

    /// All resources with this content, which is how duplicates are found.
    package func resource(sha256: Data) throws -> [ResourceRecord] {
        try select("WHERE sha256 = ? ORDER BY id", [.blob(sha256)])
    }

    /// The assets that hold any of these contents, each once.
    package func assetIDs(sha256s: some Collection<Data>) throws -> Set<Int64> {
        // As many as there are values, so that one compiled statement serves every batch of an import.
        let size = 64
        var (ids, rest) = (Set<Int64>(), Array(sha256s))
        let marks = Array(repeating: "?", count: size).joined(separator: ", ")
        while !rest.isEmpty {
            let values = rest.prefix(size).map { SQLValue.blob($0) }
            rest.removeFirst(values.count)
            let arguments = values + Array(repeating: SQLValue.null, count: size - values.count)
            try db.forEach("SELECT assetID FROM resource WHERE sha256 IN (\(marks))", arguments) { ids.insert($0.int64(0)) }
        }
        return ids
    }

    /// All resources at a path inside the library folder; more than one only where they share the bytes.
    package func resources(managedPath: String) throws -> [ResourceRecord] {
        try select("WHERE path = ? AND rootID IS NULL ORDER BY id", [.text(managedPath)])
    }

    /// All resources at a path below a reference root.
    package func resources(rootID: Int64, path: String) throws -> [ResourceRecord] {
        try select("WHERE path = ? AND rootID = ? ORDER BY id", [.text(path), .int(rootID)])
    }

    /// All resources of so many bytes. Looks through all of them.
    package func resources(size: Int64) throws -> [ResourceRecord] { try select("WHERE size = ? ORDER BY id", [.int(size)]) }

    /// Every resource of every asset, trashed ones included, one at a time, in the order of row ids.
    package func forEachResource(_ body: (ResourceRecord) throws -> Void) throws {
        try db.forEach("SELECT \(ResourceRecord.selection) FROM resource ORDER BY id", cached: false) { try body(ResourceRecord(row: $0)) }
    }

    /// Resources in the order of row ids, a page at a time: for walks so long that one snapshot would keep the log from being shortened.
    package func resources(afterID id: Int64, limit: Int) throws -> [ResourceRecord] {
        try select("WHERE id > ? ORDER BY id LIMIT ?", [.int(id), .int(Int64(limit))])
    }

    /// The same of files of the library's own that are to be here: told so, or in no store.
    package func filesToBeHere(afterID id: Int64, limit: Int) throws -> [ResourceRecord] {
        try select("WHERE id > ? AND rootID IS NULL AND fileOffset IS NULL AND (isLocal = 1 OR isInCloud = 0) ORDER BY id LIMIT ?", [.int(id), .int(Int64(limit))])
    }

    /// The highest row id; 0 without resources.
    package func lastResourceID() throws -> Int64 { try db.first("SELECT max(id) FROM resource") { $0.int64(0) } ?? 0 }

    /// The sizes that resources have, each once, smallest first.
    package func resourceSizes() throws -> [Int64] { try db.all("SELECT DISTINCT size FROM resource ORDER BY size") { $0.int64(0) } }

    /// The user's folders that hold referenced originals.
    package func referenceRoots() throws -> [ReferenceRootRecord] {
        try db.all("SELECT id, uuid, path FROM reference_root ORDER BY id") { row in
            var root = ReferenceRootRecord(uuid: row.uuid(1), path: row.text(2))
            root.id = row.int64(0)
            return root
        }
    }

    private func select(_ rest: String, _ arguments: [SQLValue]) throws -> [ResourceRecord] {
        try db.all("SELECT \(ResourceRecord.selection) FROM resource \(rest)", arguments) { ResourceRecord(row: $0) }
    }
}
