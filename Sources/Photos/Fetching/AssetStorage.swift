import Foundation
import LibraryEngine
import Query
import Synchronization

/// The row ids of a fetch, 8 bytes an asset, and the few batches of records around the indexes last asked for.
///
/// Ids and count never change. Records are read when asked for and say what is true then; an asset purged meanwhile leaves a tombstone.
final class AssetStorage: FetchStorage {
    /// Assets read at once: about a screen of thumbnails, and well under a millisecond.
    static let batchSize = 128
    /// Batches kept: the screens around the one in sight.
    static let batchesKept = 8

    let ids: ContiguousArray<Int64>
    let session: LibrarySession

    private struct Cache {
        /// Most recently used last.
        var batches: [(number: Int, assets: [PHAsset])] = []
        /// Assets that were read alone, until their batch is.
        var lone: [(index: Int, asset: PHAsset)] = []
        var counts: [PHAssetMediaType: Int] = [:]
    }

    private let cache = Mutex(Cache())

    init(ids: ContiguousArray<Int64>, session: LibrarySession) { (self.ids, self.session) = (ids, session) }

    var count: Int { ids.count }

    func object(at index: Int) -> PHObject {
        precondition(ids.indices.contains(index), "index \(index) is outside a fetch result of \(ids.count)")
        let number = index / Self.batchSize, offset = index % Self.batchSize
        if let asset = cached(number, offset) ?? cachedLone(index) { return asset }
        // Read without the lock: another thread may read the same batch, which costs time and nothing else.
        let rows = ids[(number * Self.batchSize)..<min(ids.count, (number + 1) * Self.batchSize)]
        let (assets, isKnown) = load(Array(rows))
        // What could not be read now may be read next time.
        if isKnown {
            cache.withLock { cache in
                var assets = assets
                // What somebody holds already stays the same object.
                for (index, asset) in cache.lone where index / Self.batchSize == number { assets[index % Self.batchSize] = asset }
                cache.lone.removeAll { $0.index / Self.batchSize == number }
                cache.batches.removeAll { $0.number == number }
                cache.batches.append((number, assets))
                if cache.batches.count > Self.batchesKept { cache.batches.removeFirst() }
            }
        }
        return assets[offset]
    }

    /// The first or the last of a result, say: a batch of records is memory, and time, for a screen that nobody shows.
    func lone(at index: Int) -> PHObject {
        precondition(ids.indices.contains(index), "index \(index) is outside a fetch result of \(ids.count)")
        if let asset = cached(index / Self.batchSize, index % Self.batchSize) ?? cachedLone(index) { return asset }
        let (assets, isKnown) = load([ids[index]])
        if isKnown { cache.withLock { $0.lone.append((index, assets[0])) } }
        return assets[0]
    }

    private func cachedLone(_ index: Int) -> PHAsset? { cache.withLock { cache in cache.lone.first { $0.index == index }?.asset } }

    func objects(at indexes: some Collection<Int>) -> [PHObject] {
        // Neighbours come with their batch; few that are far apart are read alone.
        let isFew = indexes.count < ids.count / Self.batchSize || indexes.count < Self.batchesKept
        guard let first = indexes.first, isFew else { return indexes.map(object(at:)) }
        precondition(ids.indices.contains(first), "index \(first) is outside a fetch result of \(ids.count)")
        let known = indexes.map { cached($0 / Self.batchSize, $0 % Self.batchSize) }
        let missing = zip(indexes, known).compactMap { $1 == nil ? ids[$0] : nil }
        var read = load(missing).assets.makeIterator()
        return known.compactMap { $0 ?? read.next() }
    }

    private func cached(_ number: Int, _ offset: Int) -> PHAsset? {
        cache.withLock { cache in
            guard let index = cache.batches.lastIndex(where: { $0.number == number }) else { return nil }
            if index != cache.batches.count - 1 { cache.batches.append(cache.batches.remove(at: index)) }
            return cache.batches[cache.batches.count - 1].assets[offset]
        }
    }

    /// Tombstones where nothing could be read, even at the second attempt: `isKnown` false.
    private func load(_ rows: [Int64]) -> (assets: [PHAsset], isKnown: Bool) {
        let read = { self.session.read { try $0.assets(ids: rows) } }
        let records = (try? read().get()) ?? (try? read().get())
        guard let records else { return (rows.map { PHAsset(purgedRow: $0, session: session) }, false) }
        let batch = rows.count > 1 ? ResourceBatch(rows) : nil
        let assets = zip(rows, records).enumerated().map { index, each in
            each.1.map { PHAsset(record: $0, session: session, batch: batch, at: index) } ?? PHAsset(purgedRow: each.0, session: session)
        }
        return (assets, true)
    }

    func index(of object: PHObject, in range: Range<Int>) -> Int? {
        guard let asset = object as? PHAsset ?? resolve(object) else { return nil }
        let row = asset.session === session ? asset.record.id : resolve(asset)?.record.id
        return row.flatMap { ids[range].firstIndex(of: $0) }
    }

    /// The asset that a placeholder, or an asset of another session on the library, stands for.
    private func resolve(_ object: PHObject) -> PHAsset? {
        let record = try? session.read { try $0.asset(uuid: object.uuid) }.get()
        return record.map { PHAsset(record: $0, session: session) }
    }

    /// Media types never change, so one pass over an index tells which of our ids have it; only purged ones are missed.
    func count(of mediaType: PHAssetMediaType) -> Int {
        if let known = cache.withLock({ $0.counts[mediaType] }) { return known }
        let counted = session.read { reader -> Int in
            let condition = try Query.Predicate(format: "mediaType == %d", arguments: [.int(Int64(mediaType.rawValue))])
            var everything = AssetQuery(scope: .library, predicate: condition)
            (everything.includesHidden, everything.includesAllBursts, everything.sourceTypes) = (true, true, .all)
            let living = try reader.assetIDs(everything)
            let trashed = try reader.assetIDs(AssetQuery(scope: .trash, predicate: condition))
            let having = Set(living).union(trashed)
            return self.ids.count { having.contains($0) }
        }
        guard case .success(let count) = counted else { return 0 }
        cache.withLock { $0.counts[mediaType] = count }
        return count
    }
}
