import Foundation
import GRDB
import GRDBSQLite

/// The columns of a table as the database itself names them, so that what a later schema adds is kept without a word here.
struct TableColumns: Sendable {
    struct Column: Sendable {
        var name: String
        var isNullable: Bool
        var isBlob: Bool
    }

    let table: String
    let columns: [Column]
    /// After the row's id, in the order of `columns`.
    let selection: String

    /// Columns that are kept in another way, or that others give.
    private static let elsewhere: [String: Set<String>] = [
        "asset": ["id"], "resource": ["id", "assetID"], "reference_root": ["id"], "share": ["id"],
        "collection": ["id", "parentID", "position", "count", "startDate", "endDate"],
    ]

    init(_ table: String, _ db: Database) throws {
        self.table = table
        let elsewhere = Self.elsewhere[table] ?? []
        let columns = try db.all("SELECT name, \"notnull\", type, hidden FROM pragma_table_xinfo(?)", [.text(table)]) { row in
            // Generated columns are made of the others.
            row.int(3) == 0 ? Column(name: row.text(0), isNullable: !row.bool(1), isBlob: row.text(2).uppercased() == "BLOB") : nil
        }.compactMap { $0 }.filter { !elsewhere.contains($0.name) }
        self.columns = columns
        selection = (["id"] + columns.map(\.name)).map { "\(table).\"\($0)\"" }.joined(separator: ", ")
    }

    func row(_ row: Row) -> StoredRow {
        var fields: [StoredRow.Field] = []
        fields.reserveCapacity(columns.count)
        for (index, column) in columns.enumerated() {
            let slot = Int32(index + 1)
            switch sqlite3_column_type(row.statement, slot) {
            case SQLITE_INTEGER:
                let value = row.int64(slot)
                if value != 0 || column.isNullable { fields.append(StoredRow.Field(column.name, .int(value))) }
            case SQLITE_FLOAT:
                let value = row.double(slot)
                if value.bitPattern != 0 || column.isNullable { fields.append(StoredRow.Field(column.name, .double(value))) }
            case SQLITE_TEXT: fields.append(StoredRow.Field(column.name, .text(row.text(slot))))
            case SQLITE_BLOB: fields.append(StoredRow.Field(column.name, .blob(row.data(slot))))
            default: break
            }
        }
        return StoredRow(id: row.int64(0), fields: fields)
    }
}
