import Foundation
import Glibc

/// How one list of ids became another: take `removed` out, put `inserted` in, replace `changed`, then make the `moves` one after the other.
///
/// The work is a few passes over the parts of both lists that differ, without hashing: row ids are dense.
package struct ListDifference: Sendable, Equatable {
    package struct Move: Sendable, Hashable {
        /// Where the element is when the moves before this one have been made.
        package var from: Int
        /// Where it is once it has been taken out there and put in here.
        package var to: Int
    }

    /// Indexes in the list before.
    package var removed = IndexSet()
    /// Indexes in the list without what was removed, ascending; the same places in the list after.
    package var inserted = IndexSet()
    /// Indexes of elements of both lists that changed, once removals and insertions are made and before any move.
    package var changed = IndexSet()
    /// The same elements' places in the list after; empty where no moves make them differ.
    package var changedFinally: [Int] = []
    /// As few as the list allows.
    package var moves: [Move] = []
    /// Where what moves is in the list after, ascending.
    package var moved: [Int] = []

    package var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty }

    /// - Parameters:
    ///   - before: no id twice, as in `after`.
    ///   - changed: ids of what changed otherwise than by its place; those that are not in both lists don't count.
    package init(from before: ContiguousArray<Int64>, to after: ContiguousArray<Int64>, changed: IDSet = IDSet([])) {
        before.withUnsafeBufferPointer { before in
            after.withUnsafeBufferPointer { after in
                compare(before, after, changed)
            }
        }
    }

    private mutating func compare(_ before: UnsafeBufferPointer<Int64>, _ after: UnsafeBufferPointer<Int64>, _ changed: IDSet) {
        let head = Self.commonHead(before, after)
        let tail = Self.commonTail(before, after, head)
        let middle = MiddlePart(
            UnsafeBufferPointer(rebasing: before[head..<(before.count - tail)]), UnsafeBufferPointer(rebasing: after[head..<(after.count - tail)]))
        removed = IndexSet(ranges: middle.removed, shiftedBy: head)
        inserted = IndexSet(ranges: middle.inserted, shiftedBy: head)
        let sequence = MoveSequence.moves(of: middle.order)
        moves = sequence.map { Move(from: $0.from + head, to: $0.to + head) }
        moved = sequence.map { $0.finalIndex + head }
        guard !changed.isEmpty else { return }
        var (ranges, targets) = (IndexRanges(), [Int]())
        for index in 0..<head where changed.contains(after[index]) { ranges.append(index) }
        if !moves.isEmpty { targets = ranges.ranges.flatMap { $0 } }
        middle.forEachCommon(where: changed.contains) { index, target in
            ranges.append(index + head)
            if !moves.isEmpty { targets.append(target + head) }
        }
        for index in (after.count - tail)..<after.count where changed.contains(after[index]) {
            ranges.append(index)
            if !moves.isEmpty { targets.append(index) }
        }
        changedFinally = targets
        self.changed = IndexSet(ranges: ranges, shiftedBy: 0)
    }

    /// Ids compared at once.
    private static let block = 512

    private static func commonHead(_ a: UnsafeBufferPointer<Int64>, _ b: UnsafeBufferPointer<Int64>) -> Int {
        let limit = min(a.count, b.count)
        guard let first = a.baseAddress, let second = b.baseAddress else { return 0 }
        var head = 0
        while head + block <= limit, memcmp(first + head, second + head, block * 8) == 0 { head += block }
        while head < limit, first[head] == second[head] { head += 1 }
        return head
    }

    private static func commonTail(_ a: UnsafeBufferPointer<Int64>, _ b: UnsafeBufferPointer<Int64>, _ head: Int) -> Int {
        let limit = min(a.count, b.count) - head
        guard let first = a.baseAddress, let second = b.baseAddress else { return 0 }
        let (firstEnd, secondEnd) = (first + a.count, second + b.count)
        var tail = 0
        while tail + block <= limit, memcmp(firstEnd - tail - block, secondEnd - tail - block, block * 8) == 0 { tail += block }
        while tail < limit, (firstEnd - tail - 1).pointee == (secondEnd - tail - 1).pointee { tail += 1 }
        return tail
    }
}
