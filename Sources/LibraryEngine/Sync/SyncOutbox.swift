import Catalog
import Foundation
import PhotoModel

/// What this machine has changed and others have not heard of, object by object.
struct SyncOutbox {
    /// Those still to be looked at. Most have nothing to tell.
    private var assets: [UUID] = []
    private var collections: [UUID] = []
    /// When all of them were looked at, everything up to this change has been told.
    let position: ChangePosition
    /// Photos that nobody hears of yet.
    private(set) var waiting: Set<UUID> = []

    var isEmpty: Bool { assets.isEmpty && collections.isEmpty }

    /// - Parameter start: the change up to which all has been told; `nil` looks at everything.
    init(_ reader: CatalogReader, since start: ChangePosition?) throws {
        position = try reader.position
        if let start, try reader.oldestPosition <= start {
            var seenAssets: Set<UUID> = [], seenCollections: Set<UUID> = []
            try reader.forEachChangedPage(after: start) { items in
                for item in items {
                    switch item.entity {
                    case .asset: if seenAssets.insert(item.uuid).inserted { assets.append(item.uuid) }
                    case .collection, .list: if seenCollections.insert(item.uuid).inserted { collections.append(item.uuid) }
                    case .access: break
                    }
                }
            }
        } else {
            var last: Int64 = 0
            while case let page = try reader.everyAssetID(after: last, limit: 10_000), let end = page.last {
                assets += try reader.uuids(assetIDs: page).compactMap { $0 }
                last = end
            }
            collections = try reader.everyCollectionID().compactMap { try reader.collection(id: $0)?.uuid }
            assets += try reader.syncedAndGone(.asset, limit: .max)
            collections += try reader.syncedAndGone(.collection, limit: .max)
        }
        if !collections.isEmpty { collections.append(SyncObject.top) }
        // The last is taken first.
        assets.reverse()
        collections.reverse()
    }

    /// The next objects to be told of, assets before the albums that hold them and folders before what they hold.
    mutating func next(_ reader: CatalogReader, limit: Int) throws -> [SyncObject] {
        let source = SyncSource(reader: reader)
        var batch: [SyncObject] = [], bytes = 0, names: [SyncKind: Set<UUID>] = [:], again: [UUID] = []
        func isTold(_ kind: SyncKind, _ uuid: UUID) throws -> Bool { try names[kind]?.contains(uuid) == true || source.isKnown(kind, uuid) }
        while batch.count < limit, bytes < SyncSegment.mostBytes, let uuid = assets.popLast() {
            waiting.remove(uuid)
            guard let (base, isKnown) = try source.base(.asset, uuid) else { continue }
            guard let local = try source.asset(uuid) else {
                if isKnown, try reader.assetID(uuid: uuid) == nil { batch.append(.removed(.asset, uuid)) }
                continue
            }
            guard let changed = source.changes(of: local.object, since: base, isKnown: isKnown) else { continue }
            guard local.isInStore else {
                waiting.insert(uuid)
                continue
            }
            // Its thumbnail goes with it. Whoever makes that notes it as a change.
            if changed.groups[SyncObject.content] != nil, try reader.pictureToMake(assetID: local.id) != nil {
                continue
            }
            batch.append(changed)
            bytes += changed.byteCount
            names[.asset, default: []].insert(uuid)
            if !isKnown { again += try reader.collectionsContaining(assetID: local.id).map(\.uuid) }
        }
        collections = again.reversed() + collections
        guard assets.isEmpty else { return batch }
        while batch.count < limit, bytes < SyncSegment.mostBytes, let uuid = collections.popLast() {
            guard names[.collection]?.contains(uuid) != true, let (base, isKnown) = try source.base(.collection, uuid) else { continue }
            // A folder that nobody knows comes before what is in it.
            let parent = try reader.collection(uuid: uuid)?.parentID.flatMap { try reader.collection(id: $0)?.uuid }
            if let parent, try !isTold(.collection, parent) {
                collections += [uuid, parent]
                continue
            }
            guard let local = try source.collection(uuid, isTold: isTold) else {
                if isKnown { batch.append(.removed(.collection, uuid)) }
                continue
            }
            guard let changed = source.changes(of: local.object, since: base, isKnown: isKnown) else { continue }
            batch.append(changed)
            bytes += changed.byteCount
            names[.collection, default: []].insert(uuid)
            // It has a place in a list by now that others could not be told of before.
            if !isKnown, uuid != SyncObject.top { collections.insert(parent ?? SyncObject.top, at: 0) }
        }
        return batch
    }
}

extension SyncObject {
    static func removed(_ kind: SyncKind, _ uuid: UUID) -> SyncObject {
        var object = SyncObject(kind, uuid)
        object.isRemoved = true
        return object
    }
}
