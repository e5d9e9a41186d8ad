import Support

/// Which rows of a column file a batch of changes edits, removes and adds.
struct ColumnPlan {
    /// Rows that keep their index.
    var edits: [(index: Int, row: ColumnRow)] = []
    /// Rows whose asset is gone or has another index now.
    var removed: [Int] = []
    /// New rows, by date.
    var added: [ColumnRow] = []

    /// - Returns: `nil` when the changes don't fit the table: an asset that must be there isn't.
    init?(_ changes: [ColumnChange], in table: ColumnTable) {
        var lost: [Int] = []
        var indexes = [Int](repeating: -1, count: changes.count)
        for (number, change) in changes.enumerated() where !change.isNew {
            // Most changes leave the date as it is, which says where the row stands.
            if let row = change.row, let index = table.sortedIndex(of: row) { indexes[number] = index } else { lost.append(number) }
        }
        if !lost.isEmpty {
            let found = table.indexes(of: lost.map { changes[$0].id })
            for (number, index) in zip(lost, found) {
                guard index >= 0 else { return nil }
                indexes[number] = index
            }
        }
        for (change, index) in zip(changes, indexes) {
            guard let row = change.row else {
                if index >= 0 { removed.append(index) }
                continue
            }
            // Rows of the tail are in no order, so a date may change there.
            if index >= 0, index >= table.sortedCount || table.creationDate(at: index) == row.creationDate {
                edits.append((index, row))
            } else {
                if index >= 0 { removed.append(index) }
                added.append(row)
            }
        }
        added.sort(by: ColumnRow.precedes)
    }
}

extension ColumnTable {
    private func isAlive(_ index: Int) -> Bool { flags(at: index) & AssetFlags.alive.rawValue != 0 }

    /// The index of the asset's row among the sorted ones, if its date is still the same.
    package func sortedIndex(of row: ColumnRow) -> Int? {
        let index = (0..<sortedCount).partitioningIndex { (creationDate(at: $0), id(at: $0)) >= (row.creationDate, row.id) }
        return index < sortedCount && id(at: index) == row.id && isAlive(index) ? index : nil
    }

    /// The indexes of assets, by one pass over the ids; -1 for one that isn't there.
    func indexes(of ids: [UInt32]) -> [Int] {
        if ids.count == 1 { return [index(of: ids[0])] }
        var order: [UInt32: Int] = [:]
        for (number, id) in ids.enumerated() { order[id] = number }
        var indexes = [Int](repeating: -1, count: ids.count)
        let largest = ids.max() ?? 0
        var wanted = [UInt64](repeating: 0, count: Int(largest >> 6) + 1)
        for id in ids { wanted[Int(id >> 6)] |= 1 << UInt64(id & 63) }
        let known = id
        wanted.withUnsafeBufferPointer { wanted in
            for index in 0..<count {
                let id = known[index]
                guard id <= largest, wanted[Int(id >> 6)] >> UInt64(id & 63) & 1 == 1, isAlive(index), let number = order[id] else { continue }
                indexes[number] = index
            }
        }
        return indexes
    }

    private func index(of wanted: UInt32) -> Int {
        let id = id, raw = UnsafeRawPointer(id)
        let needle = SIMD16<UInt32>(repeating: wanted)
        var index = 0
        while index < count {
            if index + 16 <= count, !any(raw.loadUnaligned(fromByteOffset: index * 4, as: SIMD16<UInt32>.self) .== needle) {
                index += 16
                continue
            }
            let end = min(count, index + 16)
            while index < end {
                if id[index] == wanted, isAlive(index) { return index }
                index += 1
            }
        }
        return -1
    }
}
