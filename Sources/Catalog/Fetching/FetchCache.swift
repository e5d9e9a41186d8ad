import Synchronization

/// Results of recent fetches, each with the change position it was read at. A result is given out again only to a reader that
/// sees the same position, so another process' commit outdates it as well as our own.
///
/// Kept results share their storage with those that were handed out.
final class FetchCache: Sendable {
    struct Key: Hashable {
        var sql: String
        var arguments: [SQLValue]
    }

    private struct Entry {
        var position: Int64
        var ids: ContiguousArray<Int64>
        var used: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var clock: UInt64 = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// - Parameter capacity: bytes of ids to keep at most.
    init(capacity: Int) { self.capacity = capacity }

    func result(for key: Key, at position: Int64) -> ContiguousArray<Int64>? {
        state.withLock { state in
            guard var entry = state.entries[key], entry.position == position else { return nil }
            state.clock += 1
            entry.used = state.clock
            state.entries[key] = entry
            return entry.ids
        }
    }

    func store(_ ids: ContiguousArray<Int64>, for key: Key, at position: Int64) {
        guard cost(ids) <= capacity else { return }
        state.withLock { state in
            // An old snapshot's reader must not displace what a newer one found.
            if let known = state.entries[key] {
                guard known.position <= position else { return }
                state.bytes -= cost(known.ids)
            }
            state.clock += 1
            state.entries[key] = Entry(position: position, ids: ids, used: state.clock)
            state.bytes += cost(ids)
            while state.bytes > capacity, let oldest = state.entries.min(by: { $0.value.used < $1.value.used }) {
                state.entries[oldest.key] = nil
                state.bytes -= cost(oldest.value.ids)
            }
        }
    }

    /// An empty result costs its entry.
    private func cost(_ ids: ContiguousArray<Int64>) -> Int { ids.count * 8 + 256 }
}
