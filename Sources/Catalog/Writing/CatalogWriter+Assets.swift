import Foundation
import PhotoModel

extension CatalogWriter {
    /// Adds an asset with its resources and keywords (each once).
    /// - Returns: its row id.
    /// - Throws: `.constraint` when there is an asset of this UUID.
    package func insert(_ asset: AssetRecord, resources: [ResourceRecord]) throws -> Int64 {
        var asset = asset
        asset.keywords = unique(asset.keywords)
        let raw = isRawType(asset.uniformType) || resources.contains { isRawType($0.uniformType) }
        let id = try insertRow(AssetRecord.insertion, asset.encoded() + [SQLValue(raw)])
        try insertKeywords(asset.keywords, assetID: id)
        for var resource in resources {
            resource.assetID = id
            _ = try insertRow(ResourceRecord.insertion, resource.encoded())
        }
        try joinSelection(assetID: id)
        try noteWords(AssetWords(asset), assetID: id)
        changes.note(.asset, asset.uuid, .inserted, [.content, .metadata], row: id)
        return id
    }

    /// Changes an asset's record. Row id and UUID stay; what did not change is not written.
    /// - Throws: `.unknownObject`, `.invalid` for another UUID, and what `change` throws.
    package func update(assetID: Int64, _ change: (inout AssetRecord) throws -> Void) throws {
        guard let before = try asset(id: assetID) else { throw unknown("asset of row \(assetID)") }
        var after = before
        try change(&after)
        guard after.uuid == before.uuid else { throw invalid("An asset keeps its UUID \(before.uuid.uuidString); add a new asset instead.") }
        if after.keywords != before.keywords { after.keywords = unique(after.keywords) }

        var columns: [Int] = []
        var values: [SQLValue] = []
        let (old, new) = (before.encoded(), after.encoded())
        for index in old.indices where old[index] != new[index] {
            columns.append(index)
            values.append(new[index])
        }
        guard !columns.isEmpty || after.keywords != before.keywords else { return }
        var aspects: ChangeItem.Aspects = []
        if !columns.isEmpty {
            let update = update(of: columns)
            values.append(.int(assetID))
            try db.run(update.sql, values)
            if update.setsType { try refreshRaw(assetID: assetID) }
            aspects = update.aspects
            if update.setsWords { try noteWords(AssetWords(after), assetID: assetID) }
        }
        if after.keywords != before.keywords {
            try db.run("DELETE FROM asset_keyword WHERE assetID = ?", [.int(assetID)])
            try insertKeywords(after.keywords, assetID: assetID)
            aspects.insert(.metadata)
        }
        changes.note(.asset, after.uuid, .updated, aspects, row: assetID)
    }

    /// A block that changes thousands of assets mostly sets the same columns of each.
    private func update(of columns: [Int]) -> AssetColumnUpdate {
        if let known = assetUpdates[columns] { return known }
        let update = AssetColumnUpdate(columns: columns)
        assetUpdates[columns] = update
        return update
    }

    /// Moves assets to Recently Deleted. Those that are there already, or are gone, stay as they are.
    package func trash(assetIDs: some Sequence<Int64>) throws {
        try setTrashed(.double(now), assetIDs, "trashedDate IS NULL")
    }

    /// Takes assets out of Recently Deleted; they are where they were in every album.
    package func restore(assetIDs: some Sequence<Int64>) throws {
        try setTrashed(.null, assetIDs, "trashedDate IS NOT NULL")
    }

    private func setTrashed(_ date: SQLValue, _ assetIDs: some Sequence<Int64>, _ condition: String) throws {
        for id in assetIDs {
            let found = try db.first("SELECT uuid, burstIdentifier FROM asset WHERE id = ? AND \(condition)", [.int(id)]) { ($0.uuid(0), $0.optionalText(1)) }
            guard let (uuid, burst) = found else { continue }
            try db.run("UPDATE asset SET trashedDate = ? WHERE id = ?", [date, .int(id)])
            changes.note(.asset, uuid, .updated, .trashed, row: id)
            if let burst { burstsWithOtherFrames.insert(burst) }
        }
    }

    /// Removes assets for good, with their resources and memberships. Those that are gone already are passed over.
    /// - Returns: managed resources whose bytes may be removed after the commit: asked in this transaction, no other row uses their path.
    ///   Referenced files are the user's, and never among them.
    package func purge(assetIDs: some Sequence<Int64>) throws -> [ResourceRecord] {
        var removed: [ResourceRecord] = []
        for id in assetIDs {
            guard let uuid = try uuids(assetIDs: CollectionOfOne(id))[0] else { continue }
            removed += try resources(assetID: id)
            try db.run("DELETE FROM asset WHERE id = ?", [.int(id)])
            try noteWords(nil, assetID: id)
            changes.note(.asset, uuid, .deleted, [], row: id)
        }
        return try withoutUsers(removed)
    }

    /// The managed ones among removed resources whose path no row uses any more, one for each path.
    func withoutUsers(_ removed: [ResourceRecord]) throws -> [ResourceRecord] {
        var seen: Set<String> = []
        return try removed.filter { resource in
            guard case .managed(let path) = resource.location, seen.insert(path).inserted else { return false }
            return try resources(managedPath: path).isEmpty
        }
    }

    /// `raw` is whether any part of the asset is a camera's RAW file.
    func refreshRaw(assetID: Int64) throws {
        guard let type = try db.first("SELECT uniformType FROM asset WHERE id = ?", [.int(assetID)], { $0.text(0) }) else { return }
        let isRaw = try isRawType(type) || resources(assetID: assetID).contains { isRawType($0.uniformType) }
        try db.run("UPDATE asset SET raw = ?1 WHERE id = ?2 AND raw <> ?1", [SQLValue(isRaw), .int(assetID)])
    }

    private func insertKeywords(_ keywords: [String], assetID: Int64) throws {
        for (position, name) in keywords.enumerated() {
            try db.run(
                "INSERT INTO asset_keyword (assetID, position, keywordID) VALUES (?, ?, ?)",
                [.int(assetID), SQLValue(position), .int(try keywordID(name))])
        }
    }

    private func keywordID(_ name: String) throws -> Int64 {
        let bytes = Array(name.utf8)
        if let known = keywordIDs[bytes] { return known }
        let id =
            try db.first("SELECT id FROM keyword WHERE name = ?", [.text(name)]) { $0.int64(0) }
            ?? insertRow("INSERT INTO keyword (name) VALUES (?)", [.text(name)])
        keywordIDs[bytes] = id
        return id
    }

    private func unique(_ keywords: [String]) -> [String] {
        // By bytes, as SQLite compares: "é" in its two spellings is two keywords.
        var seen: Set<[UInt8]> = []
        return keywords.filter { seen.insert(Array($0.utf8)).inserted }
    }
}
