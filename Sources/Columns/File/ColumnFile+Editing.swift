/// How an attempt to bring a column file up to date ended.
package enum ColumnEdit {
    case done
    /// The file has no space for the new rows, or too many are unsorted: write a new one with `merged(with:)`.
    case full
    /// The changes don't follow those that the file holds, or it is damaged. Nothing was changed; write a new one.
    case inconsistent
}

extension ColumnFile {
    /// Most rows after the sorted ones.
    package static let tailLimit = 16_384

    /// Changes rows in place, and appends new ones. Call inside `locked`.
    /// - Parameter state: the position and stamp that the file has afterwards.
    /// - Throws: the disk's error. The file is then unusable, and its header shows it.
    package func apply(_ changes: [ColumnChange], state: ColumnIdentity) throws -> ColumnEdit {
        try gate.write {
            guard refresh() else { return .inconsistent }
            let table = table
            guard let plan = ColumnPlan(changes, in: table), fault.load(ordering: .acquiring) == .none else { return .inconsistent }
            let (count, sorted) = (table.count, table.sortedCount)
            let (newCount, newDead) = (count + plan.added.count, Int(header[.dead]) + plan.removed.count)
            // Pictures mostly arrive in the order they were taken; then there is no tail.
            let follows = sorted == count && (count == 0 || plan.added.isEmpty || ColumnRow.precedes(table.row(count - 1), plan.added[0]))
            guard newCount <= layout.capacity, follows || newCount - sorted <= Self.tailLimit, newDead <= max(Self.tailLimit, count / 4) else { return .full }

            var edits: [(index: Int, old: ColumnRow, new: ColumnRow)] = []
            edits.reserveCapacity(plan.edits.count + plan.removed.count)
            for (index, row) in plan.edits { edits.append((index, table.row(index), row)) }
            for index in plan.removed {
                let old = table.row(index)
                var row = old
                row.flags = 0
                edits.append((index, old, row))
            }
            guard fault.load(ordering: .acquiring) == .none else { return .inconsistent }

            var next = header
            next[.count] = UInt64(newCount)
            if follows { next[.sortedCount] = UInt64(newCount) }
            next[.dead] = UInt64(newDead)
            next[.identity] = state.catalog
            next[.stamp] = state.stamp
            next[.position] = UInt64(bitPattern: state.position)
            try write(edits, plan.added, next)
            return .done
        }
    }

    private func write(_ edits: [(index: Int, old: ColumnRow, new: ColumnRow)], _ added: [ColumnRow], _ next: ColumnHeader) throws {
        var next = next
        let writer = RowWriter(descriptor: descriptor, layout: layout), count = header.count, width = ColumnLayout.columns.count
        // Written first: a reader that sees any of the following writes also sees this odd sequence number.
        var changing = header
        changing[.sequence] &+= 1
        try writer.write(changing.sealed)

        var newSums = sums, blocks = IndexRange()
        // Of a row that is edited, only what differs is written and summed anew.
        for (index, old, new) in edits {
            let block = index / ColumnLayout.blockSize, offset = index % ColumnLayout.blockSize
            for (number, column) in ColumnLayout.columns.enumerated() {
                let (before, after) = (old.value(number), new.value(number))
                guard before != after else { continue }
                blocks.include(block)
                try writer.write(after, in: column, at: index)
                newSums[block * width + number] &+= BlockSum.part(after, at: offset) &- BlockSum.part(before, at: offset)
            }
        }
        try added.withUnsafeBufferPointer { try writer.write($0, at: count) }
        for (offset, row) in added.enumerated() {
            let index = count + offset, block = index / ColumnLayout.blockSize
            blocks.include(block)
            for number in 0..<width { newSums[block * width + number] &+= BlockSum.part(row.value(number), at: index % ColumnLayout.blockSize) }
        }
        if let range = blocks.range {
            try writer.write(newSums, of: range)
            next[.total] = BlockSum.total(newSums)
        }
        next[.sequence] = changing[.sequence] &+ 1
        next = next.sealed
        try writer.write(next)

        for (index, _, new) in edits { memory.store(new, at: index) }
        for (offset, row) in added.enumerated() { memory.store(row, at: count + offset) }
        (header, sums) = (next, newSums)
    }

    /// All rows with the changes applied, for a new file that is sorted. Call inside `locked`.
    /// - Returns: `nil` when the changes don't fit the file, or it is damaged.
    package func merged(with changes: [ColumnChange]) -> ColumnBuilder? {
        guard gate.write({ refresh() }) else { return nil }
        return gate.read {
            loadAll()
            let table = table
            guard fault.load(ordering: .acquiring) == .none, let plan = ColumnPlan(changes, in: table) else { return nil }
            return Self.merged(table, plan)
        }
    }

    private static func merged(_ table: ColumnTable, _ plan: ColumnPlan) -> ColumnBuilder {
        var replacements: [Int: ColumnRow] = [:]
        for (index, row) in plan.edits { replacements[index] = row }
        for index in plan.removed { replacements[index] = ColumnRow(id: 0, flags: 0) }
        func row(_ index: Int) -> ColumnRow? {
            let row = replacements[index] ?? table.row(index)
            return row.isAlive ? row : nil
        }
        var others = plan.added
        for index in table.sortedCount..<table.count { if let row = row(index) { others.append(row) } }
        others.sort(by: ColumnRow.precedes)

        var builder = ColumnBuilder(reserving: table.count + plan.added.count)
        var next = 0
        for index in 0..<table.sortedCount {
            guard let row = row(index) else { continue }
            while next < others.count, ColumnRow.precedes(others[next], row) {
                builder.append(others[next])
                next += 1
            }
            builder.append(row)
        }
        others[next...].forEach { builder.append($0) }
        return builder
    }
}

/// The smallest range that holds some indexes.
private struct IndexRange {
    private(set) var range: Range<Int>?

    mutating func include(_ index: Int) {
        range = range.map { min($0.lowerBound, index)..<max($0.upperBound, index + 1) } ?? index..<index + 1
    }
}
