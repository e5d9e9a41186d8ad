import Columns
import Foundation

extension CatalogReader {
    /// Runs `body` on the column file if that says exactly what this snapshot says, without reading SQLite.
    ///
    /// `body` may run more than once, and on rows that a writer is changing: what it then returns or throws is dropped, and it must
    /// not trap on any value (`count` and `sortedCount` are always sound). Where there is no file yet, one is made off to the side.
    /// - Returns: `nil` where SQL must answer: no file yet, one of another state, a library that doesn't fit one, inside a write.
    package func withColumns<T>(_ body: (borrowing ColumnTable) throws -> T) throws -> T? {
        try columns?.withTable(self) { table in
            var table = copy table
            table.zone = { [options] in options.timeZone }
            return try body(table)
        }
    }
}

extension Catalog {
    /// Checks, brings up to date or makes the column file now, and waits for it. Fetches do that by themselves, off to the side.
    /// - Returns: false where the catalogue can have none: opened for reading only without one, a disk that can't be written.
    @discardableResult
    package func updateColumns() -> Bool { columns.updateAndWait() }

    /// Compares the column file with the catalogue, row by row, which takes about as long as reading the catalogue's rows. One that is wrong is deleted,
    /// unless the catalogue was opened for reading only.
    package func checkColumns() throws -> ColumnCheck {
        // Where others write meanwhile, the snapshot and the file may miss each other.
        for _ in 0..<5 {
            let check = try read { try columns.check($0.db) }
            guard check == .absent, ColumnFile.isThere(columnFile) else { return check }
        }
        return .absent
    }

    /// The column file. It is derived from the database and may be deleted at any time.
    package var columnFile: String { columns.path }

    /// The statement whose rows a column file is made of, for benchmarks.
    package static var columnSelection: String { ColumnRow.selectionOfAll }

    /// Bytes of the disk that the column file takes; it has holes where there are no rows yet.
    package func columnFileSize() throws -> Int {
        var status = stat()
        return stat(columns.path, &status) == 0 ? Int(status.st_blocks) * 512 : 0
    }
}
