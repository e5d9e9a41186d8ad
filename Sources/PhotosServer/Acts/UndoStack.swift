import Foundation
import Synchronization

/// Acts that can be taken back, by tokens that are good once. The oldest are forgotten, so that memory stays bounded.
final class UndoStack: Sendable {
    struct Entry: Sendable {
        /// Takes the act back, or does it again.
        var step: any Step
        /// What was done.
        var facts: ActFacts
        var isRedo = false
        /// How many objects it is about.
        var count: Int
        /// Who did it, and may take it back.
        var grant: Grant
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// Tokens, the oldest first. Those that were used are in it until they are the oldest.
        var order: [String] = []
        var weight = 0

        mutating func forgetOldest() {
            while !order.isEmpty {
                guard let entry = entries.removeValue(forKey: order.removeFirst()) else { continue }
                weight -= entry.step.weight
                return
            }
        }
    }

    private let state = Mutex(State())
    private let mostEntries: Int
    private let mostWeight: Int

    /// - Parameter weight: identifiers in memory, of eight bytes each.
    init(entries: Int = 500, weight: Int = 1_000_000) { (mostEntries, mostWeight) = (entries, weight) }

    func add(_ entry: Entry, token: String) {
        state.withLock { state in
            state.entries[token] = entry
            state.order.append(token)
            state.weight += entry.step.weight
            while state.entries.count > mostEntries || (state.weight > mostWeight && state.entries.count > 1) { state.forgetOldest() }
            if state.order.count > 2 * mostEntries { state.order.removeAll { state.entries[$0] == nil } }
        }
    }

    /// - Returns: `nil` for a token that was used, forgotten, or never given to them.
    func take(_ token: String, of grant: Grant) -> Entry? {
        state.withLock { state in
            guard state.entries[token]?.grant == grant, let entry = state.entries.removeValue(forKey: token) else { return nil }
            state.weight -= entry.step.weight
            return entry
        }
    }
}
