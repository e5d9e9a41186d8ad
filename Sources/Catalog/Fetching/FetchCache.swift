import Support
import Synchronization

/// Results of recent fetches, each with the change position it was read at. A result is given out again only to a reader that
/// sees the same position, so another process' commit outdates it as well as our own.
///
/// Kept results share their storage with those that were handed out. The first one of a newer position takes the place of all before: nobody who begins to read
/// would see theirs, and a program that saves and asks for what it saved would fill the memory with them.
final class FetchCache: Sendable {
    struct Key: Hashable {
        var sql: String
        var arguments: [SQLValue]

        /// Bytes, roughly: a list of identifiers may be longer than what it finds.
        var size: Int {
            arguments.reduce(sql.utf8.count) { sum, argument in
                switch argument {
                case .text(let text): sum + text.utf8.count
                case .blob(let data): sum + data.count
                case .null, .int, .double, .uuid: sum + 16
                }
            }
        }
    }

    private struct State {
        var entries: RecentValues<Key, ContiguousArray<Int64>>
        /// Of all entries.
        var position: Int64 = .min
        var keptStatements: Set<String> = []
        var counts: [Key: (position: Int64, count: Int)] = [:]
    }

    let moments = MomentCache()
    private let state: Mutex<State>
    private let capacity: Int
    /// Different statements that connections may keep compiled.
    private static let statementCount = 256
    /// Counts kept at most; they are few and small.
    private static let countLimit = 256

    /// - Parameter capacity: bytes of ids to keep at most.
    init(capacity: Int) {
        self.capacity = capacity
        state = Mutex(State(entries: RecentValues(budget: capacity)))
    }

    func result(for key: Key, at position: Int64) -> ContiguousArray<Int64>? {
        state.withLock { state in
            guard state.position == position else { return nil }
            return state.entries.use(key)
        }
    }

    func store(_ ids: ContiguousArray<Int64>, for key: Key, at position: Int64) {
        let cost = ids.count * 8 + key.size + 256
        guard cost <= capacity else { return }
        state.withLock { state in
            // An old snapshot's reader must not displace what a newer one found.
            guard position >= state.position else { return }
            if position > state.position {
                state.entries.removeAll()
                state.position = position
            }
            state.entries.insert(ids, for: key, cost: cost)
        }
    }

    func count(for key: Key, at position: Int64) -> Int? {
        state.withLock { state in
            guard let known = state.counts[key], known.position == position else { return nil }
            return known.count
        }
    }

    func store(count: Int, for key: Key, at position: Int64) {
        guard capacity > 0, key.size < 10_000 else { return }
        state.withLock { state in
            if let known = state.counts[key], known.position > position { return }
            if state.counts.count >= Self.countLimit { state.counts.removeAll() }
            state.counts[key] = (position, count)
        }
    }

    /// Whether connections shall keep this statement compiled. The first few hundred are kept, which are those that an application asks
    /// again and again; what comes later (a search typed letter by letter) must not fill the memory.
    func keepsStatement(_ sql: String) -> Bool {
        state.withLock { state in
            if state.keptStatements.contains(sql) { return true }
            guard state.keptStatements.count < Self.statementCount else { return false }
            state.keptStatements.insert(sql)
            return true
        }
    }
}
