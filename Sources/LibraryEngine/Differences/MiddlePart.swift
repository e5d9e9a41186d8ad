import Glibc

/// What is left of two lists without their common beginning and end.
struct MiddlePart {
    /// In the list before.
    private(set) var removed = IndexRanges()
    /// In the list after.
    private(set) var inserted = IndexRanges()
    /// Once removals and insertions are made: where the elements will be in the list after. One run when all are in their places.
    private(set) var order: [IndexRun] = []

    private let after: UnsafeBufferPointer<Int64>
    /// 1 for each element that was not in the list before.
    private var isInserted: [UInt8]

    /// Valid as long as the buffers are.
    init(_ before: UnsafeBufferPointer<Int64>, _ after: UnsafeBufferPointer<Int64>) {
        self.after = after
        isInserted = [UInt8](repeating: 1, count: after.count)
        let indexes = IDIndexes(after)
        // What is in both, in the order of the list before.
        var common: [IndexRun] = []
        isInserted.withUnsafeMutableBufferPointer { isInserted in
            var index = 0
            while index < before.count {
                guard let found = indexes.index(of: before[index]), isInserted[Int(found)] == 1 else {
                    removed.append(index)
                    index += 1
                    continue
                }
                // What followed an element mostly follows it still, so this is where nearly all the work is done.
                let (start, first) = (Int(found), index)
                var end = start
                repeat {
                    isInserted[end] = 0
                    end += 1
                    index += 1
                } while index < before.count && end < after.count && before[index] == after[end] && isInserted[end] == 1
                IndexRun(start: start, count: index - first).join(&common)
            }
        }
        findInserted()
        order = Self.order(common, inserted.ranges)
    }

    private mutating func findInserted() {
        isInserted.withUnsafeBufferPointer { isInserted in
            guard let base = isInserted.baseAddress else { return }
            var index = 0
            while index < isInserted.count, let found = memchr(base + index, 1, isInserted.count - index) {
                index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
                inserted.append(index)
                index += 1
            }
        }
    }

    /// Inserted elements are in their places; the others fill the rest in the order they had.
    private static func order(_ common: [IndexRun], _ inserted: [Range<Int>]) -> [IndexRun] {
        var runs: [IndexRun] = []
        var insertions = inserted.makeIterator()
        var insertion = insertions.next()
        var filled = 0
        for run in common {
            var rest = run
            while rest.count > 0 {
                while let range = insertion, range.lowerBound == filled {
                    IndexRun(start: range.lowerBound, count: range.count).join(&runs)
                    filled += range.count
                    insertion = insertions.next()
                }
                let free = min(rest.count, (insertion?.lowerBound ?? Int.max) - filled)
                IndexRun(start: rest.start, count: free).join(&runs)
                (rest.start, rest.count, filled) = (rest.start + free, rest.count - free, filled + free)
            }
        }
        while let range = insertion {
            IndexRun(start: range.lowerBound, count: range.count).join(&runs)
            insertion = insertions.next()
        }
        return runs
    }

    /// Calls `body` for what is in both lists and satisfies a condition, with its index once removals and insertions are made, and that in the
    /// list after.
    func forEachCommon(where condition: (Int64) -> Bool, _ body: (Int, Int) -> Void) {
        var index = 0
        for run in order {
            for target in run.start..<(run.start + run.count) {
                if condition(after[target]), isInserted[target] == 0 { body(index, target) }
                index += 1
            }
        }
    }
}
