/// Where a batch of changes goes in a column file.
struct ColumnPlan {
    /// Rows that stay where they are.
    var edits: [(place: Int, row: ColumnRow)] = []
    /// Rows whose asset is gone or stands elsewhere now.
    var removed: [Int] = []
    /// Rows without a place so far, by date.
    var added: [ColumnRow] = []

    /// - Returns: `nil` when the changes are none of this table's: an asset that must be there isn't.
    init?(_ changes: [ColumnChange], in table: ColumnTable) {
        var lost: [Int] = []
        var places = [Int](repeating: -1, count: changes.count)
        for (number, change) in changes.enumerated() where !change.isNew {
            // Most changes leave the date as it is, which says where the row stands.
            if let row = change.row, let place = table.sortedPlace(of: row) { places[number] = place } else { lost.append(number) }
        }
        if !lost.isEmpty {
            let found = table.places(of: lost.map { changes[$0].id })
            for (number, place) in zip(lost, found) {
                guard place >= 0 else { return nil }
                places[number] = place
            }
        }
        for (change, place) in zip(changes, places) {
            guard let row = change.row else {
                if place >= 0 { removed.append(place) }
                continue
            }
            // In the tail, rows stand where they were put whatever their date.
            if place >= 0, place >= table.sortedCount || table.creationDate(at: place) == row.creationDate {
                edits.append((place, row))
            } else {
                if place >= 0 { removed.append(place) }
                added.append(row)
            }
        }
        added.sort(by: ColumnRow.precedes)
    }
}

extension ColumnTable {
    private func isAlive(_ index: Int) -> Bool { flags(at: index) & AssetFlags.alive.rawValue != 0 }

    /// The index of the asset's row among the sorted ones, if its date is still the same.
    package func sortedPlace(of row: ColumnRow) -> Int? {
        var (low, high) = (0, sortedCount)
        while low < high {
            let middle = (low + high) / 2
            let date = creationDate(at: middle)
            if date < row.creationDate || (date == row.creationDate && id(at: middle) < row.id) { low = middle + 1 } else { high = middle }
        }
        return low < sortedCount && id(at: low) == row.id && isAlive(low) ? low : nil
    }

    /// The indexes of assets, by one pass over the ids; -1 for one that isn't there.
    func places(of ids: [UInt32]) -> [Int] {
        if ids.count == 1 { return [place(of: ids[0])] }
        var order: [UInt32: Int] = [:]
        for (number, id) in ids.enumerated() { order[id] = number }
        var places = [Int](repeating: -1, count: ids.count)
        let largest = ids.max() ?? 0
        var wanted = [UInt64](repeating: 0, count: Int(largest >> 6) + 1)
        for id in ids { wanted[Int(id >> 6)] |= 1 << UInt64(id & 63) }
        let known = id
        wanted.withUnsafeBufferPointer { wanted in
            for index in 0..<count {
                let id = known[index]
                guard id <= largest, wanted[Int(id >> 6)] >> UInt64(id & 63) & 1 == 1, isAlive(index), let number = order[id] else { continue }
                places[number] = index
            }
        }
        return places
    }

    private func place(of wanted: UInt32) -> Int {
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
