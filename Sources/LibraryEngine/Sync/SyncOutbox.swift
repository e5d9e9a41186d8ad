import Catalog
import Foundation
import PhotoModel

/// What this machine has changed and others have not heard of, object by object.
struct SyncOutbox {
    /// Those still to be looked at. Most have nothing to tell.
    private var assets: [UUID] = []
    private var collections: [UUID] = []
    /// Those that are among them: an album that holds a thousand new photos is looked at once behind these, and not a thousand times.
    private var queued: Set<UUID> = []
    /// When all of them were looked at, everything up to this change has been told.
    let position: ChangePosition
    /// Photos that nobody hears of yet.
    private(set) var waiting: Set<UUID> = []

    var isEmpty: Bool { assets.isEmpty && collections.isEmpty }

    /// - Parameters:
    ///   - start: the change up to which all has been told; `nil` looks at everything.
    ///   - settled: what was taken in meanwhile, and need not be looked at for that.
    init(_ reader: CatalogReader, since start: ChangePosition?, but settled: SyncSettled? = nil) throws {
        position = try reader.position
        if let start, try reader.oldestPosition <= start {
            var seenAssets: Set<UUID> = [], seenCollections: Set<UUID> = []
            func add(_ items: [ChangeItem], but settled: Set<UUID> = []) {
                for item in items {
                    switch item.entity {
                    case .asset: if !settled.contains(item.uuid), seenAssets.insert(item.uuid).inserted { assets.append(item.uuid) }
                    case .collection, .list: if seenCollections.insert(item.uuid).inserted { collections.append(item.uuid) }
                    case .access: break
                    }
                }
            }
            if let settled, !settled.assets.isEmpty, start <= settled.start {
                try reader.forEachChangedPage(after: start, leavingOut: (author: PhotoLibrary.syncAuthor, after: settled.start)) { add($0) }
                try reader.forEachChangedPage(after: settled.start) { add($0, but: settled.assets) }
            } else {
                try reader.forEachChangedPage(after: start) { add($0) }
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
        queued = Set(collections)
    }

    private mutating func popCollection() -> UUID? {
        guard let uuid = collections.popLast() else { return nil }
        queued.remove(uuid)
        return uuid
    }

    /// The next objects to be told of, assets before the albums that hold them and folders before what they hold.
    mutating func next(_ reader: CatalogReader, limit: Int) throws -> [SyncObject] {
        let source = SyncSource(reader: reader)
        var batch: [SyncObject] = [], bytes = 0, names: [SyncKind: Set<UUID>] = [:], again: [UUID] = [], later: [UUID] = []
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
            if !isKnown { again += try reader.collectionsContaining(assetID: local.id).map(\.uuid).filter { queued.insert($0).inserted } }
        }
        collections = again.reversed() + collections
        guard assets.isEmpty else { return batch }
        while batch.count < limit, bytes < SyncSegment.mostBytes, let uuid = popCollection() {
            if names[.collection]?.contains(uuid) == true {
                // It was told before what it holds, whose order comes with the next ones.
                later.append(uuid)
                continue
            }
            guard let (base, isKnown) = try source.base(.collection, uuid) else { continue }
            // A folder that nobody knows comes before what is in it.
            let parent = try reader.collection(uuid: uuid)?.parentID.flatMap { try reader.collection(id: $0)?.uuid }
            if let parent, try !isTold(.collection, parent) {
                collections += [uuid, parent]
                queued.formUnion([uuid, parent])
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
            if !isKnown, uuid != SyncObject.top, queued.insert(parent ?? SyncObject.top).inserted { collections.insert(parent ?? SyncObject.top, at: 0) }
        }
        collections += later.reversed()
        queued.formUnion(later)
        return batch
    }
}

/// Assets that a round has taken changes of in, and that say now what all machines agree on: who looks for what is to be told need not look at them for that.
///
/// Others knew of these before, nothing was said of their files, and no group was kept as it is here. What the change log has of them besides, from before the
/// round or by other hands than the round's, is looked at all the same.
struct SyncSettled: Sendable {
    /// The change before the round.
    let start: ChangePosition
    private(set) var assets: Set<UUID> = []
    /// Of which something may be to be told, whatever is said of them later.
    private var others: Set<UUID> = []
    /// The segment that was taken in last; `nil` where something else came in between.
    private var applied: Int64?

    /// - Parameter applied: the segment before the round.
    init(start: ChangePosition, applied: Int64) { (self.start, self.applied) = (start, applied) }

    mutating func add(_ outcome: SyncMerge.Outcome, of number: Int64) {
        others.formUnion(outcome.unsettled)
        assets.subtract(outcome.unsettled)
        assets.formUnion(outcome.settled.subtracting(others))
        applied = applied == number - 1 ? number : nil
    }

    /// Whether the round alone has taken in what came up to this segment, and not another process of this machine.
    func isWhole(upTo number: Int64) -> Bool { applied == number }
}

extension SyncObject {
    static func removed(_ kind: SyncKind, _ uuid: UUID) -> SyncObject {
        var object = SyncObject(kind, uuid)
        object.isRemoved = true
        return object
    }
}
