/// Values that were used lately. Where all together cost more than a budget, what was used longest ago goes first.
package struct RecentValues<Key: Hashable, Value> {
    private struct Entry {
        var value: Value
        let cost: Int
        var used: UInt64
    }

    /// What all may cost together, in whatever unit they are reckoned in.
    package let budget: Int
    package private(set) var cost = 0
    private var entries: [Key: Entry] = [:]
    /// Counts uses.
    private var clock: UInt64 = 0

    package init(budget: Int) { self.budget = budget }

    package var count: Int { entries.count }

    package var values: [Value] { entries.values.map(\.value) }

    /// The value, which has now been used last.
    package mutating func use(_ key: Key) -> Value? {
        guard let value = entries[key]?.value else { return nil }
        clock += 1
        entries[key]?.used = clock
        return value
    }

    /// The value, and this is no use of it.
    package subscript(key: Key) -> Value? { entries[key]?.value }

    /// Changes a value that is kept, which is no use of it either. What it costs stays.
    package mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
        guard let index = entries.index(forKey: key) else { return }
        body(&entries.values[index].value)
    }

    /// Keeps a value in place of the one that its key had; one that alone is over the budget is not kept, and displaces no other key's.
    /// - Returns: what had to go, for those who free it outside of a lock.
    @discardableResult
    package mutating func insert(_ value: Value, for key: Key, cost added: Int) -> [Value] {
        var released: [Value] = []
        if let former = remove(key) { released.append(former) }
        guard added <= budget else { return released }
        let most = budget - added
        if cost > most, let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key, let value = remove(oldest) { released.append(value) }
        // Mostly one makes enough room. Many are put in order once, since looking for the oldest of all for each takes the square of their number.
        if cost > most {
            for entry in entries.sorted(by: { $0.value.used < $1.value.used }) {
                guard cost > most else { break }
                if let value = remove(entry.key) { released.append(value) }
            }
        }
        clock += 1
        entries[key] = Entry(value: value, cost: added, used: clock)
        cost += added
        return released
    }

    @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        cost -= entry.cost
        entries.giveMemoryBack()
        return entry.value
    }

    package mutating func removeAll() { self = RecentValues(budget: budget) }
}
