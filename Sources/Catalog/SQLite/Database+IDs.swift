import GRDB
import GRDBSQLite

extension Database {
    /// Steps a statement whose first column is a row id. The result holds exactly 8 bytes an id, without a growing array's slack.
    func ids(_ sql: String, _ arguments: [SQLValue], cached: Bool) throws -> ContiguousArray<Int64> {
        try withStatement(sql, arguments, cached: cached) { statement in
            var full: [UnsafeMutablePointer<Int64>] = []
            defer { full.forEach { $0.deallocate() } }
            let size = 1 << 15
            var block = UnsafeMutablePointer<Int64>.allocate(capacity: size)
            var used = 0
            defer { block.deallocate() }
            stepping: while true {
                switch sqlite3_step(statement) {
                case SQLITE_ROW:
                    if used == size {
                        full.append(block)
                        block = .allocate(capacity: size)
                        used = 0
                    }
                    block[used] = sqlite3_column_int64(statement, 0)
                    used += 1
                case SQLITE_DONE: break stepping
                case let code: throw failure(code, sql)
                }
            }
            // The initializer below would write into the one empty array that all threads share.
            guard used > 0 || !full.isEmpty else { return [] }
            return ContiguousArray(unsafeUninitializedCapacity: full.count * size + used) { buffer, count in
                guard var next = buffer.baseAddress else { return }
                for pointer in full {
                    next.initialize(from: pointer, count: size)
                    next += size
                }
                next.initialize(from: block, count: used)
                count = full.count * size + used
            }
        }
    }
}
