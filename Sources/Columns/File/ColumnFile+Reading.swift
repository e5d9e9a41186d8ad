import Synchronization

/// How an attempt to read a column file ended.
package enum ColumnReading<T> {
    case value(T)
    /// The file holds an earlier state than the one that was asked for.
    case behind
    /// It holds a later one.
    case ahead
    /// A writer was at work meanwhile.
    case changing
    /// It is damaged, or another catalogue's. A new one must be made.
    case damaged
}

extension ColumnFile {
    /// Runs `body` on the rows if they are those of `state`.
    ///
    /// Where a block that `body` needs can't be read, `body` sees arbitrary values, and its result or error is dropped.
    package func read<T>(at state: ColumnIdentity, _ body: (borrowing ColumnTable) throws -> T) throws -> ColumnReading<T> {
        guard let written, !written.isChanging else { return .changing }
        guard written.position == state.position else { return written.position < state.position ? .behind : .ahead }
        guard written.state == state else { return .damaged }
        if let reading = try readKnown(written, body) { return reading }
        guard gate.write({ refresh() }) else { return fault.load(ordering: .acquiring) == .damaged ? .damaged : .changing }
        return try readKnown(written, body) ?? .changing
    }

    /// - Returns: `nil` where the copy has another state.
    private func readKnown<T>(_ written: ColumnHeader, _ body: (borrowing ColumnTable) throws -> T) throws -> ColumnReading<T>? {
        try gate.read {
            guard header == written, fault.load(ordering: .acquiring) == .none else { return nil }
            let table = table
            let result = withExtendedLifetime(self) { Result { try body(table) } }
            switch fault.load(ordering: .acquiring) {
            case .none: return .value(try result.get())
            case .outdated: return .changing
            case .damaged: return .damaged
            }
        }
    }

    /// The rows that are known; call where `gate` is held.
    var table: ColumnTable { ColumnTable(count: header.count, sortedCount: header.sortedCount, memory, loader: self) }
}
