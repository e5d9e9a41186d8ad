import Foundation
import PhotoModel

extension CatalogWriter {
    /// Attaches a further file to an asset.
    /// - Returns: its row id.
    package func addResource(_ resource: ResourceRecord, to assetID: Int64) throws -> Int64 {
        let uuid = try uuid(ofAsset: assetID)
        var resource = resource
        resource.assetID = assetID
        let id = try insertRow(ResourceRecord.insertion, resource.encoded())
        try refreshRaw(assetID: assetID)
        changes.note(.asset, uuid, .updated, .content, row: assetID)
        return id
    }

    /// Changes a resource's record; it stays with its asset. What is embedded in its file goes where the file goes.
    package func update(resourceID: Int64, _ change: (inout ResourceRecord) throws -> Void) throws {
        guard let before = try resource(id: resourceID) else { throw unknown("resource of row \(resourceID)") }
        var after = before
        try change(&after)
        guard after.assetID == before.assetID else { throw invalid("A resource stays with its asset; remove it there and add it here.") }
        // What a file looked like says nothing of one at another place.
        if after.location != before.location, after.facts == before.facts { after.facts = nil }
        guard after != before else { return }
        try db.run("UPDATE resource SET \(Self.assignments) WHERE id = ?", after.encoded() + [.int(resourceID)])
        if !before.isEmbedded { try moveParts(of: before, after) }
        try refreshRaw(assetID: before.assetID)
        // Where the bytes are is no change of what they say.
        var elsewhere = after
        (elsewhere.isLocal, elsewhere.isInCloud) = (before.isLocal, before.isInCloud)
        (elsewhere.location, elsewhere.facts, elsewhere.offset, elsewhere.sha1) = (before.location, before.facts, before.offset, before.sha1)
        changes.note(
            .asset, try uuid(ofAsset: before.assetID), .updated, elsewhere == before ? .metadata : .content,
            row: before.assetID)
    }

    /// What is embedded in the file of a resource of the same asset lies where that lies now.
    private func moveParts(of before: ResourceRecord, _ after: ResourceRecord) throws {
        guard after.location != before.location || after.isLocal != before.isLocal || after.isInCloud != before.isInCloud else { return }
        for part in try resources(assetID: before.assetID) where part.isEmbedded && part.location == before.location {
            var moved = part
            (moved.location, moved.isLocal, moved.isInCloud) = (after.location, after.isLocal, after.isInCloud)
            try db.run("UPDATE resource SET \(Self.assignments) WHERE id = ?", moved.encoded() + [.int(part.id)])
        }
    }

    private static let assignments = ResourceRecord.columns.map { "\($0) = ?" }.joined(separator: ", ")

    /// Notes what the file at a location looks like whose bytes were compared. Nobody sees a change in that, so the log has no entry of it.
    package func note(_ facts: FileFacts, at location: ResourceLocation, sha256: Data) throws {
        let (root, path): (SQLValue, String) =
            switch location {
            case .managed(let path): (.null, path)
            case .referenced(let rootID, let path, _): (.int(rootID), path)
            }
        try db.run(
            "UPDATE resource SET inode = ?, modifiedNanoseconds = ?, changedNanoseconds = ? WHERE path = ? AND rootID IS ? AND sha256 = ?",
            [.int(facts.inode), .int(facts.modified), .int(facts.changed), .text(path), root, .blob(sha256)])
    }

    /// Notes the SHA-1 of the content with this SHA-256, wherever its bytes are. Nobody sees a change in that, so the log has no entry of it.
    package func note(sha1: Data, ofContent sha256: Data) throws {
        try db.run("UPDATE resource SET sha1 = ? WHERE sha256 = ? AND sha1 IS NULL", [.blob(sha1), .blob(sha256)])
    }

    /// Detaches a file from its asset.
    /// - Returns: the resource, when it was managed and no other row uses its bytes: they may be removed after the commit.
    @discardableResult
    package func removeResource(id: Int64) throws -> ResourceRecord? {
        guard let resource = try resource(id: id) else { throw unknown("resource of row \(id)") }
        try db.run("DELETE FROM resource WHERE id = ?", [.int(id)])
        try refreshRaw(assetID: resource.assetID)
        changes.note(.asset, try uuid(ofAsset: resource.assetID), .updated, .content, row: resource.assetID)
        return try withoutUsers([resource]).first
    }

    /// - Returns: the root's row id.
    package func addReferenceRoot(_ root: ReferenceRootRecord) throws -> Int64 {
        try insertRow("INSERT INTO reference_root (uuid, path) VALUES (?, ?)", [.uuid(root.uuid), .text(root.path)])
    }

    /// Notes where a root was found, after its disk was mounted elsewhere.
    package func update(rootID: Int64, path newPath: String) throws {
        try db.run("UPDATE reference_root SET path = ? WHERE id = ?", [.text(newPath), .int(rootID)])
        guard db.changesCount == 1 else { throw unknown("reference root of row \(rootID)") }
    }

    func uuid(ofAsset id: Int64) throws -> UUID {
        guard let uuid = try uuids(assetIDs: CollectionOfOne(id))[0] else { throw unknown("asset of row \(id)") }
        return uuid
    }
}
