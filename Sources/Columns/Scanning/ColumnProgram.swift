import Query
import Support

/// A fetch's condition, ready to run over the columns.
///
/// Runs may see rows that another process is just writing. The caller drops such a run's result, so it need not be right, but every
/// index stays within the table.
package struct ColumnProgram: Sendable {
    /// What must hold of any row.
    let test: ColumnTest
    /// What remains to be tested of the sorted rows, within `dates`.
    let testWithinDates: ColumnTest
    /// Creation dates that can match; nil is `ColumnTable.none`.
    let dates: ClosedRange<Double>
    private static let furthestOffset = 16.0 * 3_600
    /// Runs end early once it is used up; drop their results then.
    let budget: QueryBudget

    /// - Parameters:
    ///   - tests: all of which must hold; rows without an asset never pass.
    ///   - budget: of the query, which each run spends from.
    package init(_ tests: [ColumnTest], _ budget: QueryBudget = QueryBudget()) {
        self.budget = budget
        test = ColumnTest.allOf(tests + [.has(.alive)])
        var dates = ColumnTable.none...Double.infinity, localDates = dates
        var rest: [ColumnTest] = []
        for part in test.conjuncts {
            switch part {
            case .real(.creationDate, let range, true): dates = range
            case .real(.localCreationDate, let range, true):
                // No clock on Earth is further from GMT.
                localDates = range.lowerBound - Self.furthestOffset...range.upperBound + Self.furthestOffset
                rest.append(part)
            default: rest.append(part)
            }
        }
        // What is left where the two exclude each other lies in `dates`, which nothing else tests.
        self.dates = localDates.clamped(to: dates)
        testWithinDates = ColumnTest.allOf(rest)
    }

    /// Whether no row can pass.
    package var isEmpty: Bool { if case .constant(false) = test { true } else { false } }

    /// How many assets pass.
    package func count(in table: ColumnTable) -> Int {
        guard !isEmpty else { return 0 }
        return RowBits(table, sortedRows(table), testWithinDates, budget).count + RowBits(table, table.tailRows, test, budget).count
    }

    /// The sorted rows that can match, found by binary search.
    func sortedRows(_ table: ColumnTable) -> Range<Int> {
        let all = 0..<table.orderedCount
        // Where nothing limits the dates, their column need not be read.
        guard dates.lowerBound != ColumnTable.none || dates.upperBound != .infinity else { return all }
        let column = table.creationDate
        let first = dates.lowerBound == ColumnTable.none ? 0 : all.partitioningIndex { column[$0] >= dates.lowerBound }
        let end = dates.upperBound == .infinity ? all.upperBound : all.partitioningIndex { column[$0] > dates.upperBound }
        return first..<max(first, end)
    }
}

extension ColumnTable {
    /// `sortedCount`, within the table also where the two numbers were read at different times.
    var orderedCount: Int { max(0, min(sortedCount, count)) }

    var tailRows: Range<Int> { orderedCount..<max(orderedCount, count) }
}

extension Range<Int> {
    /// The first index from which on `isBehind` holds, as `partitioningIndex`, where it is likely near the start.
    func partitioningIndexNearby(_ isBehind: (Int) -> Bool) -> Int {
        var low = lowerBound, step = 1
        while low < upperBound {
            let probe = Swift.min(low + step, upperBound) - 1
            if isBehind(probe) { return (low..<probe).partitioningIndex(where: isBehind) }
            low = probe + 1
            step *= 2
        }
        return upperBound
    }
}
