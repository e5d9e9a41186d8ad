/// A set of the catalogue's row ids, a bit for each id up to the greatest.
package struct RowSet: Sendable {
    private var words: ContiguousArray<UInt64> = []

    package init() {}

    /// Ids beyond 32 bits stand in no column and are left out.
    package init(_ ids: some Sequence<Int64>) {
        // As an array: whatever sequence it is would be asked for each through its tables.
        for id in ContiguousArray(ids) { insert(id) }
    }

    /// An id beyond 32 bits is left out.
    package mutating func insert(_ id: Int64) {
        guard id >= 0, id <= Int64(UInt32.max) else { return }
        let word = Int(id >> 6)
        if word >= words.count { words.append(contentsOf: repeatElement(0, count: max(word + 1, words.count * 2) - words.count)) }
        words[word] |= 1 << UInt64(id & 63)
    }

    package mutating func formUnion(_ other: RowSet) {
        guard words.count >= other.words.count else {
            let mine = self
            self = other
            return formUnion(mine)
        }
        for index in other.words.indices { words[index] |= other.words[index] }
    }

    package func union(_ other: RowSet) -> RowSet {
        var both = self
        both.formUnion(other)
        return both
    }

    package func contains(_ id: Int64) -> Bool {
        let word = Int(id >> 6)
        return words.indices.contains(word) && words[word] >> UInt64(id & 63) & 1 != 0
    }

    /// Clears the marks of rows whose id is not in the set.
    func narrow(_ marks: UnsafeMutablePointer<UInt8>, ids: UnsafePointer<UInt32>, count: Int) {
        words.withUnsafeBufferPointer { words in
            for i in 0..<count where marks[i] != 0 {
                let id = ids[i], word = Int(id >> 6)
                marks[i] = word < words.count ? UInt8(truncatingIfNeeded: words[word] >> UInt64(id & 63)) & 1 : 0
            }
        }
    }
}
