import Foundation

/// Edits an ordered list by positions in the list as its caller fetched it, so that they mean what the caller saw, whatever others did to the
/// stored list meanwhile.
///
/// Both lists are edited side by side. What left the stored list meanwhile is passed over; what came to it stays where it is. A row arrives before
/// the one that the caller saw at its position, or the next one behind that is still there, or at the end.
package struct ListEdit {
    package enum Failure: Error, Equatable {
        case countsDiffer(positions: Int, rows: Int)
        case positionOutside(Int, count: Int)
        case twice
    }

    /// As the caller sees it.
    package private(set) var seen: [Int64]
    /// As it shall be stored.
    package private(set) var stored: [Int64]

    package init(seen: [Int64], stored: [Int64]) { (self.seen, self.stored) = (seen, stored) }

    /// Appends; what is in the list stays where it is.
    package mutating func add(_ rows: [Int64]) {
        for row in rows where !stored.contains(row) {
            stored.append(row)
            if !seen.contains(row) { seen.append(row) }
        }
    }

    /// Each row gets one position in ascending order, counted in the list as it is afterwards; what is in the list stays where it is.
    package mutating func insert(_ rows: [Int64], at positions: IndexSet) throws(Failure) {
        guard rows.count == positions.count else { throw .countsDiffer(positions: positions.count, rows: rows.count) }
        for (row, position) in zip(rows, positions) {
            let isStored = stored.contains(row)
            // One that was seen and left meanwhile comes back at its new position only.
            if !isStored, let old = seen.firstIndex(of: row) { seen.remove(at: old) }
            try check(position, through: seen.count)
            if !isStored { stored.insert(row, at: index(before: position)) }
            if !isStored || !seen.contains(row) { seen.insert(row, at: position) }
        }
    }

    package mutating func remove(_ rows: [Int64]) {
        let gone = Set(rows)
        stored.removeAll(where: gone.contains)
        seen.removeAll(where: gone.contains)
    }

    package mutating func remove(at positions: IndexSet) throws(Failure) { remove(try rows(at: positions)) }

    /// One row for each position, in ascending order. A row that has another place in the list leaves it.
    package mutating func replace(at positions: IndexSet, with rows: [Int64]) throws(Failure) {
        let leaving = try self.rows(at: positions)
        guard rows.count == positions.count else { throw .countsDiffer(positions: positions.count, rows: rows.count) }
        guard Set(rows).count == rows.count else { throw .twice }
        let arriving = Set(rows), replacements = Dictionary(uniqueKeysWithValues: zip(positions, rows))
        let gone = Set(leaving).union(arriving)
        let result = seen.enumerated().compactMap { offset, row in replacements[offset] ?? (arriving.contains(row) ? nil : row) }
        // What stays keeps its place; every new row comes before the next one that stays.
        var left = stored.filter { !gone.contains($0) }
        var next: Int64?
        let staying = Set(left)
        var behind: [Int64?: [Int64]] = [:]
        for row in result.reversed() {
            if arriving.contains(row) { behind[next, default: []].insert(row, at: 0) } else if staying.contains(row) { next = row }
        }
        left = left.flatMap { (behind[$0] ?? []) + [$0] } + (behind[nil] ?? [])
        (seen, stored) = (result, left)
    }

    /// Takes the rows out first; the target counts in what is left.
    package mutating func move(at positions: IndexSet, to target: Int) throws(Failure) {
        let chosen = try rows(at: positions)
        let moving = Set(chosen), present = Set(stored)
        try check(target, through: seen.count - chosen.count)
        seen.removeAll(where: moving.contains)
        stored.removeAll(where: moving.contains)
        stored.insert(contentsOf: chosen.filter(present.contains), at: index(before: target))
        seen.insert(contentsOf: chosen, at: target)
    }

    private func rows(at positions: IndexSet) throws(Failure) -> [Int64] {
        if let last = positions.last { try check(last, through: seen.count - 1) }
        return positions.map { seen[$0] }
    }

    private func check(_ position: Int, through last: Int) throws(Failure) {
        guard position >= 0, position <= last else { throw .positionOutside(position, count: seen.count) }
    }

    /// Where in the stored list something belongs that comes to a position of the seen one.
    private func index(before position: Int) -> Int {
        guard position < seen.count else { return stored.count }
        for row in seen[position...] { if let index = stored.firstIndex(of: row) { return index } }
        return stored.count
    }
}
