extension CatalogWriter {
    /// Makes a folder, or the top level for `nil`, contain just these albums and folders in this order. Arriving ones leave the folder they
    /// were in; those that are taken out go to the end of the top level.
    /// - Throws: `.unknownObject`; `.invalid` for an album as the folder, a folder inside itself, one child twice, and for taking something out of
    ///   the top level, which is nowhere.
    package func arrangeChildren(_ ids: [Int64], of folderID: Int64?) throws {
        guard Set(ids).count == ids.count else { throw invalid("An album or folder can't have two places in one folder.") }
        let before = try childIDs(of: folderID)
        guard ids != before else { return }
        let wanted = Set(ids), present = Set(before)
        let leaving = before.filter { !wanted.contains($0) }
        guard folderID != nil || leaving.isEmpty else {
            throw invalid("Albums and folders can't be taken out of the top level. Move them into a folder, or delete them.")
        }
        for id in ids where !present.contains(id) { try move(id, to: folderID) }
        for id in leaving { try move(id, to: nil) }
        try setChildren(of: folderID, to: ids)
        // The top level has no record that could tell of its order: its children do.
        guard folderID == nil else { return }
        for (id, old) in zip(ids, before) where id != old {
            if let child = try collection(id: id) { changes.note(entity(child), child.uuid, .updated, .metadata, row: id) }
        }
    }

    private func move(_ id: Int64, to folderID: Int64?) throws {
        try update(collectionID: id) { ($0.parentID, $0.position) = (folderID, .max) }
    }
}
