// The floor of a client's start: a Swift program that opens the same SQLite file and prints how many assets are in it and the newest one's identifier.
//
// usage: floor-start DATABASE
import CSQLite
import Foundation

func fail(_ what: String) -> Never {
    FileHandle.standardError.write(Data("floor-start: \(what)\n".utf8))
    exit(1)
}

guard CommandLine.arguments.count == 2 else { fail("usage: floor-start DATABASE") }
var database: OpaquePointer?
guard sqlite3_open_v2(CommandLine.arguments[1], &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else { fail("the database can't be opened") }

func statement(_ sql: String) -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else { fail(String(cString: sqlite3_errmsg(database))) }
    return statement
}

let list = statement("SELECT id FROM asset WHERE listed = 1 ORDER BY creationDate DESC, id DESC")
var ids: [Int64] = []
while sqlite3_step(list) == SQLITE_ROW { ids.append(sqlite3_column_int64(list, 0)) }
sqlite3_finalize(list)

let newest = statement("SELECT uuid FROM asset WHERE id = ?")
sqlite3_bind_int64(newest, 1, ids.first ?? 0)
guard sqlite3_step(newest) == SQLITE_ROW, let bytes = sqlite3_column_blob(newest, 0) else { fail("there are no assets") }
print(ids.count, UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)).uuidString + "/L0/001")
sqlite3_finalize(newest)
sqlite3_close(database)
