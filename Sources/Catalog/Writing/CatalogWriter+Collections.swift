import Foundation
import PhotoModel

extension CatalogWriter {
    /// Adds an album or folder to the folder its `parentID` names, or to the top level.
    /// - Parameter index: its place among its siblings; `nil` is the end. The record's own `position` does not count.
    /// - Returns: its row id.
    package func insert(_ collection: CollectionRecord, at index: Int? = nil) throws -> Int64 {
        try checkParent(collection.parentID, of: nil)
        var siblings = try childIDs(of: collection.parentID)
        guard (0...siblings.count).contains(index ?? siblings.count) else {
            throw invalid("There is no place \(index ?? 0) among \(siblings.count) albums and folders.")
        }
        let id = try insertRow(
            "INSERT INTO collection (uuid, kind, subtype, title, parentID, position, modificationDate) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .uuid(collection.uuid), SQLValue(collection.kind.rawValue), SQLValue(collection.subtypeNumber), SQLValue(collection.title),
                SQLValue(collection.parentID), SQLValue(siblings.count), .double(now),
            ])
        siblings.insert(id, at: index ?? siblings.count)
        try setChildren(of: collection.parentID, to: siblings)
        changes.note(entity(collection), collection.uuid, .inserted, [.metadata, .membership], row: id)
        return id
    }

    /// Changes title, subtype, key asset, parent or place among the siblings (a `position` behind the last is the last).
    /// Count and dates keep themselves and can't be changed.
    package func update(collectionID: Int64, _ change: (inout CollectionRecord) throws -> Void) throws {
        guard let before = try collection(id: collectionID) else { throw unknown("album or folder of row \(collectionID)") }
        var after = before
        try change(&after)
        guard after.uuid == before.uuid, after.kind == before.kind else {
            throw invalid("An album or folder keeps its UUID and kind; add a new one instead.")
        }
        if after.title != before.title || after.type != before.type {
            try db.run("UPDATE collection SET title = ?, subtype = ? WHERE id = ?", [SQLValue(after.title), SQLValue(after.subtypeNumber), .int(collectionID)])
            try note(before, .metadata)
        }
        if after.keyAssetID != before.keyAssetID { try setKeyAsset(after.keyAssetID, of: before) }
        guard after.parentID != before.parentID || after.position != before.position else { return }
        try checkParent(after.parentID, of: collectionID)
        try setChildren(of: before.parentID, to: childIDs(of: before.parentID).filter { $0 != collectionID })
        var siblings = try childIDs(of: after.parentID).filter { $0 != collectionID }
        siblings.insert(collectionID, at: min(max(0, after.position), siblings.count))
        try db.run("UPDATE collection SET parentID = ? WHERE id = ?", [SQLValue(after.parentID), .int(collectionID)])
        try setChildren(of: after.parentID, to: siblings)
        // The one that moved is told of as well: at the top level it has no parent that could be.
        changes.note(entity(before), before.uuid, .updated, .metadata, row: collectionID)
    }

    /// Removes an album, or a folder with everything in it. Assets stay in the library.
    package func deleteCollection(id: Int64) throws {
        guard let collection = try collection(id: id) else { throw unknown("album or folder of row \(id)") }
        try deleteTree(collection)
        try setChildren(of: collection.parentID, to: childIDs(of: collection.parentID))
    }

    /// Children first, as they refer to their folder. Folders can't contain themselves, so this ends.
    private func deleteTree(_ collection: CollectionRecord) throws {
        for child in try children(of: collection.id) { try deleteTree(child) }
        try db.run("DELETE FROM membership WHERE collectionID = ?", [.int(collection.id)])
        try db.run("DELETE FROM collection WHERE id = ?", [.int(collection.id)])
        changes.note(entity(collection), collection.uuid, .deleted, collection.deletionAspects, row: collection.id)
    }

    func childIDs(of folderID: Int64?) throws -> [Int64] { try children(of: folderID).map(\.id) }

    /// Numbers the children from 0 and notes the folder as changed.
    func setChildren(of folderID: Int64?, to ids: [Int64]) throws {
        for (position, id) in ids.enumerated() {
            try db.run("UPDATE collection SET position = ?1 WHERE id = ?2 AND position <> ?1", [SQLValue(position), .int(id)])
        }
        guard let folderID, let folder = try collection(id: folderID) else { return }
        try db.run("UPDATE collection SET count = ? WHERE id = ?", [SQLValue(ids.count), .int(folderID)])
        try note(folder, .membership)
    }

    /// Puts a change of an album or folder into the log, and its time into the record.
    func note(_ collection: CollectionRecord, _ aspects: ChangeItem.Aspects) throws {
        try db.run("UPDATE collection SET modificationDate = ?1 WHERE id = ?2 AND modificationDate IS NOT ?1", [.double(now), .int(collection.id)])
        changes.note(entity(collection), collection.uuid, .updated, aspects, row: collection.id)
    }

    private func setKeyAsset(_ assetID: Int64?, of album: CollectionRecord) throws {
        if let assetID {
            let isMember = try db.first("SELECT 1 FROM membership WHERE assetID = ? AND collectionID = ?", [.int(assetID), .int(album.id)]) { _ in true }
            guard isMember != nil else { throw invalid("Only an asset of the album \"\(album.title ?? "")\" can stand for it; add it first.") }
        }
        try db.run("UPDATE collection SET keyAssetID = ? WHERE id = ?", [SQLValue(assetID), .int(album.id)])
        try note(album, .metadata)
    }

    /// A parent is a folder, and not inside what it shall contain.
    private func checkParent(_ parentID: Int64?, of collectionID: Int64?) throws {
        var next = parentID
        while let id = next {
            guard let folder = try collection(id: id) else { throw unknown("folder of row \(id)") }
            guard folder.kind == .folder else { throw invalid("\"\(folder.title ?? "")\" is an album, and only folders contain albums. Choose a folder.") }
            guard id != collectionID else { throw invalid("A folder can't be moved into itself. Choose another folder.") }
            next = folder.parentID
        }
    }

    func entity(_ collection: CollectionRecord) -> ChangeItem.Entity { collection.kind == .folder ? .list : .collection }
}

extension CollectionRecord {
    /// What the log says of it once it is gone.
    fileprivate var deletionAspects: ChangeItem.Aspects {
        if isProject { return .project }
        return type == .album(.albumCloudShared) ? .sharedAlbum : []
    }
}
