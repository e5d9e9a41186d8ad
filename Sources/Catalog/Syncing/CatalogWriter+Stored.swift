import Foundation
import GRDB
import PhotoModel
import Support

/// Writes rows as another machine has them, column by column, whatever columns a schema has.
extension CatalogWriter {
    /// Adds an asset.
    /// - Parameters:
    ///   - row: without its id; columns that it does not say hold nothing.
    ///   - resources: of its files, in order.
    /// - Returns: its row id.
    package func insert(stored row: [StoredRow.Field], uuid: UUID, keywords: [String], resources: [[StoredRow.Field]]) throws -> Int64 {
        let columns = try tableColumns("asset")
        let id = try insert(row + [StoredRow.Field("uuid", .blob(uuid.bytes)), StoredRow.Field("revision", .int(1))], columns, owner: nil)
        for resource in resources { _ = try insert(resource, try tableColumns("resource"), owner: id) }
        try setKeywords(keywords, ofAsset: id)
        try refreshRaw(assetID: id)
        try noteWords(assetID: id)
        changes.note(.asset, uuid, .inserted, [.content, .metadata], row: id)
        return id
    }

    private func noteWords(assetID id: Int64) throws {
        if let record = try asset(id: id) { try noteWords(AssetWords(record), assetID: id) }
    }

    /// Sets columns of an asset.
    /// - Parameters:
    ///   - names: the columns; those that `fields` does not say hold nothing afterwards.
    package func update(assetID id: Int64, stored names: [String], to fields: [StoredRow.Field], aspects: ChangeItem.Aspects) throws {
        try update(id, tableColumns("asset"), names, fields)
        if names.contains(where: AssetWords.columns.contains) { try noteWords(assetID: id) }
        changes.note(.asset, try uuid(ofAsset: id), .updated, aspects, row: id)
    }

    package func update(assetID id: Int64, keywords: [String]) throws {
        try db.run("DELETE FROM asset_keyword WHERE assetID = ?", [.int(id)])
        try setKeywords(keywords, ofAsset: id)
        changes.note(.asset, try uuid(ofAsset: id), .updated, .metadata, row: id)
    }

    /// Gives an asset other files. Those that it has already stay as they are, so that what is here is still here.
    /// - Returns: managed ones that no row uses any more.
    package func replaceResources(ofAsset id: Int64, with rows: [[StoredRow.Field]]) throws -> [ResourceRecord] {
        let before = try resources(assetID: id), table = try tableColumns("resource")
        var removed: [ResourceRecord] = [], kept: [ResourceRecord] = []
        func path(_ row: [StoredRow.Field]) -> StoredValue? { row.first { $0.name == "path" }?.value }
        func type(_ row: [StoredRow.Field]) -> StoredValue? { row.first { $0.name == "type" }?.value }
        for resource in before {
            if rows.contains(where: { path($0) == .text(resource.location.path) && type($0) == .int(Int64(resource.type.rawValue)) }) {
                kept.append(resource)
            } else {
                try db.run("DELETE FROM resource WHERE id = ?", [.int(resource.id)])
                removed.append(resource)
            }
        }
        for row in rows {
            let same = kept.first { path(row) == .text($0.location.path) && type(row) == .int(Int64($0.type.rawValue)) }
            guard let same else {
                _ = try insert(row, table, owner: id)
                continue
            }
            // What it is called may be another, as others say it; where its bytes are is for this machine to know.
            let told = table.columns.map(\.name).filter { ["filename", "uniformType", "size", "sha256", "fileOffset"].contains($0) }
            try update(same.id, table, told, row)
        }
        // Pictures that were made of the files before are of another version.
        try db.run("UPDATE asset SET revision = revision + 1 WHERE id = ?", [.int(id)])
        try refreshRaw(assetID: id)
        changes.note(.asset, try uuid(ofAsset: id), .updated, .content, row: id)
        return try withoutUsers(removed)
    }

    /// Adds a file to an asset.
    package func insert(resource row: [StoredRow.Field], ofAsset id: Int64) throws {
        _ = try insert(row, tableColumns("resource"), owner: id)
        try refreshRaw(assetID: id)
        changes.note(.asset, try uuid(ofAsset: id), .updated, .content, row: id)
    }

    /// All files of an asset are in the store.
    package func noteInStore(assetID id: Int64) throws {
        try db.run("UPDATE resource SET isInCloud = 1 WHERE assetID = ? AND isInCloud = 0 AND rootID IS NULL", [.int(id)])
        if db.changesCount > 0 { changes.note(.asset, try uuid(ofAsset: id), .updated, .metadata, row: id) }
    }

    /// Gives an asset another UUID: to everybody else the old one is gone and the new one has come.
    package func update(assetID id: Int64, uuid new: UUID) throws {
        let old = try uuid(ofAsset: id)
        try db.run("UPDATE asset SET uuid = ? WHERE id = ?", [.uuid(new), .int(id)])
        changes.note(.asset, old, .deleted, [], row: id)
        changes.note(.asset, new, .inserted, [.content, .metadata], row: id)
    }

    /// Adds an album or a folder at the end of the top level.
    package func insert(storedCollection row: [StoredRow.Field], uuid: UUID, isFolder: Bool) throws -> Int64 {
        let id = try insert(
            row + [StoredRow.Field("uuid", .blob(uuid.bytes))], tableColumns("collection"), owner: nil, extra: ["position": .int(Int64(childIDs(of: nil).count))])
        changes.note(isFolder ? .list : .collection, uuid, .inserted, [.metadata, .membership], row: id)
        return id
    }

    package func update(collectionID id: Int64, stored names: [String], to fields: [StoredRow.Field]) throws {
        guard let collection = try collection(id: id) else { throw unknown("album or folder of row \(id)") }
        try update(id, tableColumns("collection"), names, fields)
        changes.note(entity(collection), collection.uuid, .updated, .metadata, row: id)
    }

    /// When an album says that it was changed, whatever was done to it just now.
    package func update(collectionID id: Int64, modificationDate: Double?) throws {
        try db.run("UPDATE collection SET modificationDate = ? WHERE id = ?", [SQLValue(modificationDate), .int(id)])
    }

    package func setProject(_ data: Data?, preview: Data?, ofCollection id: Int64) throws {
        try db.run("DELETE FROM project WHERE collectionID = ?", [.int(id)])
        guard let data else { return }
        try db.run("INSERT INTO project (collectionID, extensionData, preview) VALUES (?, ?, ?)", [.int(id), .blob(data), preview.map { .blob($0) } ?? .null])
    }

    /// Makes an album hold these assets in this order, those in Recently Deleted among them.
    package func setEveryMember(_ ids: [Int64], of collectionID: Int64) throws {
        let album = try album(collectionID)
        let before = try everyMemberID(of: collectionID)
        guard !before.elementsEqual(ids) else { return }
        let wanted = Set(ids), kept = before.filter { wanted.contains($0) }
        if ids.starts(with: kept) {
            // Some went and others came at the end: what a large album keeps is not written again.
            try unplace(before.filter { !wanted.contains($0) }, collectionID)
            try place(Array(ids.dropFirst(kept.count)), in: collectionID, at: nil)
        } else {
            try db.run("DELETE FROM membership WHERE collectionID = ?", [.int(collectionID)])
            try place(ids, in: collectionID, at: nil)
        }
        try note(album, .membership)
    }

    /// Puts children into an order. Those that are not named come behind, in the order they have.
    package func order(children ids: [Int64], of folderID: Int64?) throws {
        let before = try childIDs(of: folderID), present = Set(before), named = Set(ids)
        let after = ids.filter { present.contains($0) } + before.filter { !named.contains($0) }
        guard after != before else { return }
        try setChildren(of: folderID, to: after)
        guard folderID == nil else { return }
        for (id, old) in zip(after, before) where id != old {
            if let child = try collection(id: id) { changes.note(entity(child), child.uuid, .updated, .metadata, row: id) }
        }
    }

    // MARK: Rows

    private func setKeywords(_ keywords: [String], ofAsset id: Int64) throws {
        for (position, name) in keywords.enumerated() {
            try db.run("INSERT INTO keyword (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [.text(name)])
            try db.run("INSERT INTO asset_keyword (assetID, position, keywordID) SELECT ?, ?, id FROM keyword WHERE name = ?", [.int(id), SQLValue(position), .text(name)])
        }
        try db.run("UPDATE asset SET keywordCount = ? WHERE id = ?", [SQLValue(keywords.count), .int(id)])
    }

    private func insert(_ fields: [StoredRow.Field], _ table: TableColumns, owner: Int64?, extra: [String: SQLValue] = [:]) throws -> Int64 {
        var names = table.columns.map(\.name), values = try table.columns.map { try value(of: $0, fields) }
        if let owner { (names, values) = (names + ["assetID"], values + [.int(owner)]) }
        for (name, value) in extra { (names, values) = (names + [name], values + [value]) }
        return try insertRow(
            "INSERT INTO \(table.table) (\(names.map { "\"\($0)\"" }.joined(separator: ", "))) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))", values)
    }

    private func update(_ id: Int64, _ table: TableColumns, _ names: [String], _ fields: [StoredRow.Field]) throws {
        let wanted = Set(names), columns = table.columns.filter { wanted.contains($0.name) }
        guard !columns.isEmpty else { return }
        try db.run(
            "UPDATE \(table.table) SET \(columns.map { "\"\($0.name)\" = ?" }.joined(separator: ", ")) WHERE id = ?",
            try columns.map { try value(of: $0, fields) } + [.int(id)])
    }

    private func value(of column: TableColumns.Column, _ fields: [StoredRow.Field]) throws -> SQLValue {
        switch fields.first(where: { $0.name == column.name })?.value {
        case nil: return column.isNullable ? .null : .int(0)
        case .int(let value)?: return .int(value)
        case .double(let value)?: return .double(value)
        case .blob(let data)?: return .blob(data)
        case .text(let text)? where column.isBlob:
            guard let bytes = [UInt8](hexadecimal: text) else { throw invalid("\"\(text)\" is no value of \"\(column.name)\", which is written in hexadecimal digits.") }
            return .blob(Data(bytes))
        case .text(let text)?: return .text(text)
        }
    }
}

extension UUID {
    fileprivate var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}
