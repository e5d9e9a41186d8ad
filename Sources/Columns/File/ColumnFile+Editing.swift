import Synchronization

/// How an attempt to bring a column file up to date ended.
package enum ColumnEdit {
    case done
    /// There is no room for the new rows, or too many stand in no order: `merged(with:)` makes a file of them.
    case full
    /// The changes are not those that follow what the file holds. Nothing was changed; make it anew.
    case inconsistent
}

extension ColumnFile {
    /// Rows behind the sorted ones, at most.
    package static let tailLimit = 16_384

    /// Changes rows in place, and puts new ones behind. Call inside `locked`.
    /// - Parameter state: the position and stamp that the file has afterwards.
    /// - Throws: what the disk said. The file is then unusable, and says so to its readers.
    package func apply(_ changes: [ColumnChange], state: ColumnIdentity) throws -> ColumnEdit {
        guard !header.isChanging else { return .inconsistent }
        let table = table
        guard let plan = ColumnPlan(changes, in: table) else { return .inconsistent }
        let (count, sorted) = (table.count, table.sortedCount)
        let (newCount, newDead) = (count + plan.added.count, Int(truncatingIfNeeded: header[.dead]) + plan.removed.count)
        // Pictures mostly arrive in the order they were taken; then there is no tail.
        let follows = sorted == count && (count == 0 || plan.added.isEmpty || ColumnRow.precedes(table.row(count - 1), plan.added[0]))
        guard newCount <= layout.capacity, follows || newCount - sorted <= Self.tailLimit, newDead <= max(Self.tailLimit, count / 4) else { return .full }

        let writer = RowWriter(descriptor: descriptor, layout: layout)
        var sum = header[.sum]
        header[.sequence] &+= 1
        // A reader that sees any of what follows sees that.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        func replace(_ place: Int, _ row: ColumnRow) throws {
            let old = table.row(place)
            try writer.overwrite(old, with: row, at: place)
            sum = sum &- old.checksum(at: place) &+ row.checksum(at: place)
        }
        for (place, row) in plan.edits { try replace(place, row) }
        for place in plan.removed {
            var row = table.row(place)
            row.flags = 0
            try replace(place, row)
        }
        try plan.added.withUnsafeBufferPointer { try writer.write($0, at: count) }
        for (offset, row) in plan.added.enumerated() { sum &+= row.checksum(at: count + offset) }

        header[.count] = UInt64(newCount)
        if follows { header[.sortedCount] = UInt64(newCount) }
        header[.dead] = UInt64(newDead)
        header[.sum] = sum
        header[.stamp] = state.stamp
        header[.position] = UInt64(bitPattern: state.position)
        header[.sequence] &+= 1
        return .done
    }

    /// All rows with the changes among them, for a file in which they stand in order. Call inside `locked`.
    /// - Returns: `nil` when the changes are none of this file's.
    package func merged(with changes: [ColumnChange]) -> ColumnBuilder? {
        let table = table
        guard !header.isChanging, let plan = ColumnPlan(changes, in: table) else { return nil }
        var replacements: [Int: ColumnRow] = [:]
        for (place, row) in plan.edits { replacements[place] = row }
        for place in plan.removed { replacements[place] = ColumnRow(id: 0, flags: 0) }
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
