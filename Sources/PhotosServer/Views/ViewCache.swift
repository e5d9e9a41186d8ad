import Foundation
import LibraryEngine
import PhotoModel
import Query
import Support
import Synchronization

/// The lists that clients look at, so that a page deep inside a million assets costs that page only.
///
/// A list is good as long as nothing was committed that can have changed it. The oldest go when all together have more than `capacity` assets.
final class ViewCache: Sendable {
    private struct Entry {
        var snapshot: ViewSnapshot
        /// When it was fetched, for lists that change with the clock.
        var fetched: Date
    }

    /// A list is that of one grant: what another one sees is another list.
    private struct Key: Hashable {
        var grant: Grant
        var query: AssetQuery
    }

    private final class Turn: Sendable {
        let lock = Mutex(())
    }

    private struct State {
        var entries: RecentValues<Key, Entry>
        /// Lists that are being fetched, and how many hold or await each turn.
        var turns: [Key: (turn: Turn, users: Int)] = [:]
    }

    /// How long a list that changes with the clock is good for.
    static let patience: TimeInterval = 60
    /// Small lists cost more than their assets.
    private static let listCost = 128

    private let state: Mutex<State>
    private let capacity: Int

    /// - Parameter capacity: assets of all lists kept, 8 bytes each, and 9 where a page asked for their shapes.
    init(capacity: Int = 4_200_000) {
        self.capacity = capacity
        state = Mutex(State(entries: RecentValues(budget: capacity)))
    }

    /// The list as `reader` has it, which reads what `grant` allows.
    func snapshot(for grant: Grant, _ view: ResolvedView, _ reader: LibraryReader, now: Date) throws -> ViewSnapshot {
        let key = Key(grant: grant, query: view.query)
        if let known = try known(key, view, reader, now: now) { return known }
        // Nobody waits here for a search: it may take seconds, and it ends when those who asked for it are gone.
        guard view.query.predicate == nil else { return try fetched(key, reader, now: now) }
        // A page asks for a list's timeline and its first tiles at once. Each fetch of a million assets holds 40 MB for a moment.
        return try inTurn(key) { try known(key, view, reader, now: now) ?? fetched(key, reader, now: now) }
    }

    private func known(_ key: Key, _ view: ResolvedView, _ reader: LibraryReader, now: Date) throws -> ViewSnapshot? {
        let position = try reader.position
        guard let known = state.withLock({ $0.entries.use(key) }), try isGood(known, view, reader, at: position, now: now) else { return nil }
        let snapshot = ViewSnapshot(list: known.snapshot.list, position: position)
        if known.snapshot.position != position { store(snapshot, key, fetched: known.fetched) }
        return snapshot
    }

    private func fetched(_ key: Key, _ reader: LibraryReader, now: Date) throws -> ViewSnapshot {
        let snapshot = ViewSnapshot(list: ViewList(try reader.assetIDs(key.query)), position: try reader.position)
        store(snapshot, key, fetched: now)
        return snapshot
    }

    /// Lets one after another fetch the same list.
    private func inTurn(_ key: Key, _ fetch: () throws -> ViewSnapshot) throws -> ViewSnapshot {
        let turn = state.withLock { state in
            let (turn, users) = state.turns[key] ?? (turn: Turn(), users: 0)
            state.turns[key] = (turn: turn, users: users + 1)
            return turn
        }
        defer {
            state.withLock { state in
                let users = (state.turns[key]?.users ?? 1) - 1
                state.turns[key] = users > 0 ? (turn: turn, users: users) : nil
            }
        }
        return try turn.lock.withLock { _ in try fetch() }
    }

    private func isGood(_ entry: Entry, _ view: ResolvedView, _ reader: LibraryReader, at position: ChangePosition, now: Date) throws -> Bool {
        if view.dependsOnClock, abs(now.timeIntervalSince(entry.fetched)) > Self.patience { return false }
        let known = entry.snapshot.position
        guard known < position else { return known == position }
        guard try reader.remembers(known), try !reader.hasAssetChanges(after: known, through: position) else { return false }
        return try !view.dependsOnAlbums || !reader.hasCollectionChanges(after: known, through: position)
    }

    private func store(_ snapshot: ViewSnapshot, _ key: Key, fetched: Date) {
        guard snapshot.count + Self.listCost <= capacity else { return }
        // Let go of outside the lock: a million ids are freed with the last who holds them.
        let released = state.withLock { state -> [Entry] in
            // An old snapshot's reader must not displace what a newer one found.
            if let known = state.entries[key], known.snapshot.position > snapshot.position { return [] }
            return state.entries.insert(Entry(snapshot: snapshot, fetched: fetched), for: key, cost: snapshot.count + Self.listCost)
        }
        _ = released
    }

    /// Lists that are being fetched, for tests.
    var turnCount: Int { state.withLock { $0.turns.count } }

    /// Assets of all lists kept, for tests.
    var heldCount: Int { state.withLock { $0.entries.values.reduce(0) { $0 + $1.snapshot.count } } }
}
