import PhotoModel

extension CatalogWriter {
    /// Forgets the oldest changes, as long as they were made before a date. The newest change always stays, so that positions never go back.
    /// - Parameters:
    ///   - date: seconds since 2001-01-01T00:00:00Z.
    ///   - end: the last change that may go, whatever its date.
    ///   - items: how many at most, so that other writers need not wait; a single change with more goes as a whole.
    /// - Returns: false where older ones than `date` are left.
    @discardableResult
    package func pruneChanges(before date: Double, through end: ChangePosition? = nil, atMost items: Int = .max) throws -> Bool {
        let newest = min(try position.rawValue, end.map { $0.rawValue + 1 } ?? .max)
        var last: Int64 = 0, count = 0, isDone = true
        // By position and not by date alone: where the clock was set back, a hole in the log would tell less than happened.
        while let (position, size) = try oldest(after: last, before: newest, madeBefore: date) {
            if count > 0, count + size > items {
                isDone = false
                break
            }
            (last, count) = (position, count + size)
        }
        if count > 0 { try db.run("DELETE FROM change WHERE position <= ?", [.int(last)]) }
        return isDone
    }

    /// The next change and its number of items (with itself); `nil` where it is not older than `date`.
    private func oldest(after last: Int64, before newest: Int64, madeBefore date: Double) throws -> (Int64, Int)? {
        try db.first(
            """
            SELECT position, date, (SELECT count(*) FROM change_item WHERE change_item.position = change.position)
            FROM change WHERE position > ? AND position < ? ORDER BY position LIMIT 1
            """, [.int(last), .int(newest)]
        ) { row in row.double(1) < date ? (row.int64(0), row.int(2) + 1) : nil } ?? nil
    }
}
