import Query

/// An order by columns: equal rows follow their row ids in the direction of the first key.
package struct ColumnOrder: Sendable {
    struct Part: Sendable {
        var key: ColumnKey
        var ascending: Bool
    }

    let parts: [Part]

    /// - Returns: `nil` when there is no key, or one that the columns don't hold.
    package init?(_ keys: [ResolvedSortKey]) {
        var parts: [Part] = []
        for key in keys {
            guard let column = ColumnKey.at(key.key) else { return nil }
            // A key that was there before decides nothing.
            if !parts.contains(where: { $0.key == column }) { parts.append(Part(key: column, ascending: key.ascending)) }
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    /// The direction, when the order is by this date alone.
    func ascending(by column: RealColumn) -> Bool? { parts.count == 1 && parts[0].key == .real(column) ? parts[0].ascending : nil }
}

extension ColumnKey {
    /// Writes a number for each entry's row that sorts as the key's values do: nil first, and all of it turned around when descending.
    func fill(_ sort: RadixSort, _ table: ColumnTable, ascending: Bool) {
        let entries = sort.entries, turn: UInt64 = ascending ? 0 : ~0
        switch self {
        case .flag(let flag):
            let flags = table.flags
            for i in 0..<sort.count { entries[i].key = (flags[Int(entries[i].row)] & flag.rawValue != 0 ? 1 : 0) ^ turn }
        case .field(let field, _):
            // Where zero is nil it comes first as well.
            let flags = table.flags
            for i in 0..<sort.count { entries[i].key = UInt64(field.value(in: flags[Int(entries[i].row)])) ^ turn }
        case .integer(let column):
            let values = column.values(table)
            for i in 0..<sort.count { entries[i].key = UInt64(values[Int(entries[i].row)]) ^ turn }
        case .real(let column):
            let values = column.values(table)
            for i in 0..<sort.count { entries[i].key = Self.sortable(values[Int(entries[i].row)]) ^ turn }
        }
    }

    /// Adding zero makes one zero of the two. Negative numbers sort against their bits.
    @inline(__always)
    private static func sortable(_ value: Double) -> UInt64 {
        let bits = (value + 0).bitPattern
        return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }

    /// The number that was made sortable.
    static func number(_ sortable: UInt64) -> Double {
        Double(bitPattern: sortable >> 63 == 1 ? sortable & ~(1 << 63) : ~sortable)
    }
}
