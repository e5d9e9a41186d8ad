import Foundation
import PhotoModel
import Support
import Synchronization

/// Results of recent fetches, each with the change position it was read at. A result is given out again only to a reader that
/// sees the same position, so another process' commit outdates it as well as our own.
///
/// Kept results share their storage with those that were handed out. The first one of a newer position takes the place of all before: nobody who begins to read
/// would see theirs, and a program that saves and asks for what it saved would fill the memory with them.
final class FetchCache: Sendable {
    /// The statement and its arguments as one text. By a type of its own a dictionary would be one more that the runtime makes in each process that fetches,
    /// and goes through all conformances of all libraries for.
    struct Key {
        let text: String

        init(sql: String, arguments: [SQLValue]) {
            guard !arguments.isEmpty else {
                text = sql
                return
            }
            // With the lengths of what may hold anything, so that no two are written alike.
            var text = "\(sql.utf8.count) \(sql)"
            for argument in arguments {
                switch argument {
                case .null: text += " null"
                case .int(let number): text += " int \(number)"
                case .double(let number): text += " double \(number.bitPattern)"
                case .text(let value): text += " text \(value.utf8.count) \(value)"
                case .blob(let data): text += " blob \(data.hexadecimal)"
                case .uuid(let uuid): text += " uuid \(uuid.uuidString)"
                }
            }
            self.text = text
        }

        /// Bytes: a list of identifiers may be longer than what it finds.
        var size: Int { text.utf8.count }
    }

    private struct State {
        var entries: RecentValues<String, ContiguousArray<Int64>>
        /// Of all entries.
        var position: Int64 = .min
        var keptStatements: Set<String> = []
        var counts: [String: (position: Int64, count: Int)] = [:]
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
            return state.entries.use(key.text)
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
            state.entries.insert(ids, for: key.text, cost: cost)
        }
    }

    func count(for key: Key, at position: Int64) -> Int? {
        state.withLock { state in
            guard let known = state.counts[key.text], known.position == position else { return nil }
            return known.count
        }
    }

    func store(count: Int, for key: Key, at position: Int64) {
        guard capacity > 0, key.size < 10_000 else { return }
        state.withLock { state in
            if let known = state.counts[key.text], known.position > position { return }
            if state.counts.count >= Self.countLimit { state.counts.removeAll() }
            state.counts[key.text] = (position, count)
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

/// The last index of moments that was made, with the change position it was made at. Shares its storage with those that were handed out.
final class MomentCache: Sendable {
    struct Entry: Sendable {
        var position: Int64
        /// Name of the time zone that assets without one were read in.
        var zone: String
        var index: MomentIndex
    }

    private let state = Mutex<Entry?>(nil)

    var entry: Entry? { state.withLock { $0 } }

    func store(_ entry: Entry) {
        state.withLock { known in
            // An old snapshot's reader must not displace what a newer one made.
            if let known, known.zone == entry.zone, known.position > entry.position { return }
            known = entry
        }
    }
}
