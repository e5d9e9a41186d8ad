import Columns
import Foundation
import GRDB
import GRDBSQLite

/// What a comparison of the column file with the catalogue found.
package enum ColumnCheck: Sendable, Equatable {
    /// There is no file, or one that says itself that it holds another state or another catalogue's: SQLite answers.
    case absent
    /// Every asset stands in it exactly once, as the catalogue has it.
    case agrees(assets: Int)
    /// A part of the file is not what was written: a power cut, a failing disk or another program changed it. Nobody believes such a part.
    case damaged
    /// The file is as it was written, and that many assets are missing, wrong or too many.
    case differs(assets: Int)

    /// A line for a person; `nil` where nothing is wrong.
    /// - Parameter isKept: the library was opened for reading only.
    package func problem(file: String, isKept: Bool) -> String? {
        let remedy = isKept ? "Open the library for writing, or delete the file: it is made again." : "It was deleted, and is made again when the library is next searched."
        switch self {
        case .absent, .agrees: return nil
        case .damaged:
            return "A part of \(file) is not what was written there, and nothing was taken from it. \(remedy) If no power cut explains it, check the disk."
        case .differs(let assets):
            return "\(file) says something else than the catalogue of \(assets) \(assets == 1 ? "asset" : "assets"). \(remedy)"
        }
    }
}

extension ColumnIndex {
    /// Compares the file with every row of a snapshot. It holds the file's rows in memory and those of the catalogue one at a time.
    func check(_ db: Database) throws -> ColumnCheck {
        guard options.usesColumns, ColumnFile.isThere(path) else { return .absent }
        // A look of its own at the file, which takes nothing over that was read before.
        guard let file = ColumnFile.open(path, forWriting: !options.readOnly) else {
            return ColumnFile.isOfEarlierFormat(path) ? .absent : thrownAway(.damaged)
        }
        guard try isUsable(file, db) else { return .absent }
        let said = file.says
        guard file.verify() else { return file.says == said ? thrownAway(.damaged) : .absent }
        let position = try db.newestPosition
        if file.position < position, try !catchUp(file, db, to: position) { return .absent }
        guard let state = try db.columnState(at: position, catalog: identity(db)) else { return .absent }
        switch try file.read(at: state, { try Self.differences($0, db) }) {
        case .value(let count?): return count == 0 ? .agrees(assets: try assetCount(db)) : thrownAway(.differs(assets: count))
        case .damaged: return thrownAway(.damaged)
        case .value(nil), .ahead, .behind, .changing: return .absent
        }
    }

    private func thrownAway(_ check: ColumnCheck) -> ColumnCheck {
        guard !options.readOnly else { return check }
        state.withLock { $0.file = nil }
        unlink(path)
        return check
    }

    private func assetCount(_ db: Database) throws -> Int { try db.first("SELECT count(*) FROM asset") { $0.int(0) } ?? 0 }

    /// - Returns: for how many assets the two differ; `nil` where an asset fits no column.
    private static func differences(_ table: borrowing ColumnTable, _ db: Database) throws -> Int? {
        let table = copy table
        var alive = 0, places: [UInt32: Int] = [:]
        let (flags, ids) = (table.flags, table.id)
        for index in 0..<table.count where AssetFlags(rawValue: flags[index]).contains(.alive) {
            alive += 1
            if index >= table.sortedCount { places[ids[index]] = index }
        }
        var assets = 0, equal = 0, isWhole = true
        try db.withStatement(ColumnRow.selectionOfAll, [], cached: false) { statement in
            while isWhole {
                switch sqlite3_step(statement) {
                case SQLITE_ROW:
                    guard let row = ColumnRow.read(Row(statement: statement)) else { return isWhole = false }
                    assets += 1
                    if let place = places[row.id] ?? table.sortedIndex(of: row), table.row(place) == row { equal += 1 }
                case SQLITE_DONE: return
                case let code: throw db.failure(code, "columns")
                }
            }
        }
        // One that is wrong is counted once, not as missing and as too many.
        return isWhole ? max(assets, alive) - equal : nil
    }
}
