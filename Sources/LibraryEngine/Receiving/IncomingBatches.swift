import Foundation
import Synchronization

/// The batches of a store, in memory; the store guards them.
///
/// Each is changed where it lies, by `change`, which brings up to date what is known of all of them. So whoever puts a file looks at the batches that have to do with it, and
/// at none of the others, however many these are.
struct IncomingBatches {
    private final class Visits: Sendable { let count = Atomic<Int>(0) }

    private var batches: [UUID: IncomingBatch] = [:]
    /// Of files that are put one by one: where their batches are found.
    private(set) var puts = PutIndex()
    /// Those of which something can come in, by now or once it is tried again.
    private(set) var ready: Set<UUID> = []
    private let visits = Visits()

    /// How often one of them was looked at, in all: what a question costs, whatever else the machine does.
    var visited: Int { visits.count.load(ordering: .relaxed) }

    subscript(id: UUID) -> IncomingBatch? {
        visits.count.add(1, ordering: .relaxed)
        return batches[id]
    }

    /// All of them, which takes the longer the more they are.
    var values: Dictionary<UUID, IncomingBatch>.Values {
        visits.count.add(batches.count, ordering: .relaxed)
        return batches.values
    }

    mutating func insert(_ batch: IncomingBatch) {
        if batches[batch.id] != nil { remove(batch.id) }
        var batch = batch
        // All of it is new to the index.
        _ = batch.takeChanges()
        batches[batch.id] = batch
        puts.insert(batch)
        if batch.hasReady { ready.insert(batch.id) }
    }

    @discardableResult
    mutating func remove(_ id: UUID) -> IncomingBatch? {
        guard let batch = batches.removeValue(forKey: id) else { return nil }
        puts.remove(batch)
        ready.remove(id)
        return batch
    }

    /// Changes a batch where it lies, where there is one.
    mutating func change(_ id: UUID, _ body: (inout IncomingBatch) -> Void) { _ = changing(id, body) }

    /// The result of `body`, which changes a batch where it lies; `nil` where there is none.
    mutating func changing<T>(_ id: UUID, _ body: (inout IncomingBatch) -> T) -> T? {
        visits.count.add(1, ordering: .relaxed)
        guard let index = batches.index(forKey: id) else { return nil }
        let result = body(&batches.values[index])
        let changes = batches.values[index].takeChanges(), batch = batches.values[index]
        puts.follow(batch, changes)
        if batch.hasReady { ready.insert(id) } else { ready.remove(id) }
        return result
    }

    /// What is listed nowhere any more goes from where it is looked for.
    /// - Parameters:
    ///   - now: in seconds since 1970.
    ///   - listing: seconds for which what came in is listed.
    mutating func expirePuts(at now: Double, after listing: TimeInterval) { puts.expire(at: now, after: listing) }
}
