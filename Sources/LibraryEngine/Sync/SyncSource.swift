import Catalog
import Foundation
import PhotoModel

/// What objects are on this machine, and what all machines agree on of them.
struct SyncSource {
    let reader: CatalogReader

    struct Local {
        let id: Int64
        let object: SyncObject
        /// Whether others can fetch all of its files.
        var isInStore = true
    }

    /// - Returns: `nil` where there is none, or one that stays on this machine.
    func asset(_ uuid: UUID) throws -> Local? {
        guard let id = try reader.assetID(uuid: uuid), let stored = try reader.storedAssets(ids: CollectionOfOne(id))[0], let object = SyncObject(stored, uuid: uuid)
        else { return nil }
        return Local(id: id, object: object, isInStore: stored.resources.allSatisfy { $0["isInCloud"] == .int(1) })
    }

    /// What is said of an asset beside its files, which take longer to read than all else.
    /// - Parameter names: the groups that are asked for.
    /// - Returns: `nil` where there is none, or one that stays on this machine.
    func assetWithoutFiles(_ uuid: UUID, id: Int64, only names: [String]) throws -> SyncObject? {
        guard try !reader.hasReferencedFile(assetID: id), let stored = try reader.storedAsset(withoutFiles: id) else { return nil }
        return SyncObject(stored, uuid: uuid, hasFiles: false, only: names)
    }

    /// - Parameters:
    ///   - hasList: whether what it holds is asked for. Of a large album that is nearly all the work.
    ///   - isTold: whether others know of an object, or will with this.
    func collection(_ uuid: UUID, hasList: Bool = true, isTold: (SyncKind, UUID) throws -> Bool) throws -> Local? {
        if uuid == SyncObject.top {
            var object = SyncObject(.collection, uuid)
            object.list = try reader.children(of: nil).map(\.uuid).filter { try isTold(.collection, $0) }
            return Local(id: 0, object: object)
        }
        guard let record = try reader.collection(uuid: uuid), let stored = try reader.storedCollection(id: record.id) else { return nil }
        let parent = try record.parentID.flatMap { try reader.collection(id: $0)?.uuid }
        var key = try record.keyAssetID.flatMap { try reader.uuids(assetIDs: CollectionOfOne($0))[0] }
        if let asset = key, try !isTold(.asset, asset) { key = nil }
        let entries: [UUID]? = try hasList ? list(record).filter { try isTold(record.kind == .folder ? .collection : .asset, $0) } : nil
        return Local(id: record.id, object: SyncObject(stored, uuid: uuid, parent: parent, keyAsset: key, list: entries))
    }

    /// Everything that an album or a folder holds, in its order.
    func list(_ record: CollectionRecord) throws -> [UUID] {
        guard record.kind == .album else { return try reader.children(of: record.id).map(\.uuid) }
        return try reader.uuids(assetIDs: Array(reader.everyMemberID(of: record.id))).compactMap { $0 }
    }

    /// - Returns: `nil` of an object that is gone for good.
    func base(_ kind: SyncKind, _ uuid: UUID) throws -> (base: SyncBase, isKnown: Bool)? {
        switch try reader.syncState(kind, uuid) {
        case .removed: return nil
        case nil: return (SyncBase(kind), false)
        case .known(let bytes): return (SyncBase(kind, bytes) ?? SyncBase(kind), true)
        }
    }

    func isKnown(_ kind: SyncKind, _ uuid: UUID) throws -> Bool { if case .known = try reader.syncState(kind, uuid) { true } else { false } }

    /// The groups of an object that others have not heard of as they are.
    func changes(of object: SyncObject, since base: SyncBase, isKnown: Bool) -> SyncObject? {
        var changed = SyncObject(object.kind, object.uuid)
        for (index, group) in SyncObject.groups(of: object.kind).enumerated() {
            if let fields = object.groups[group], SyncHash.of(fields) != base.hashes[index] { changed.groups[group] = fields }
        }
        if let list = object.list, list != base.list || !isKnown { changed.list = list }
        return changed.groups.isEmpty ? nil : changed
    }
}

extension SyncBase {
    /// All machines agree on what an object says from now on.
    mutating func adopt(_ object: SyncObject) {
        for (index, group) in SyncObject.groups(of: object.kind).enumerated() {
            if let fields = object.groups[group] { hashes[index] = SyncHash.of(fields) }
        }
        if let list = object.list { self.list = list }
    }
}
