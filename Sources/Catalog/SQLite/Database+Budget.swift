import GRDB
import GRDBSQLite
import Query

extension Database {
    /// Instructions of SQLite's machine between two looks at the budget, and what they cost of it.
    private static let stride: Int32 = 4_000, strideWork = 40

    /// Runs `body`, whose statements end early once the budget is over; also the functions of ours that they call spend from it.
    ///
    /// Connections are lent to one reader after another: what watches over this one's statements is taken away before `body`'s end is told, and
    /// `sqlite3_interrupt`, which would reach whoever has the connection by then, is not used.
    /// - Throws: `.cancelled` or `.tooCostly` where the budget is what ended it; else what `body` throws.
    func spending<T>(_ budget: QueryBudget, _ body: () throws -> T) throws -> T {
        try budget.check()
        let result = Result {
            try QueryBudget.$current.withValue(budget) {
                sqlite3_progress_handler(
                    sqliteConnection, Self.stride,
                    { pointer in
                        guard let pointer else { return 0 }
                        let budget = Unmanaged<QueryBudget>.fromOpaque(pointer).takeUnretainedValue()
                        budget.count(Database.strideWork)
                        return budget.isOver ? 1 : 0
                    }, Unmanaged.passUnretained(budget).toOpaque())
                defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
                return try withExtendedLifetime(budget, body)
            }
        }
        // Whatever it ended with, and also what columns found half-way.
        try budget.check()
        return try result.get()
    }
}
