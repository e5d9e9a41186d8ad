import Foundation
import GRDB
import GRDBSQLite
import Query

/// `photos_fold` through the C interface: a search asks it several times for each of a million assets, whose texts are plain ASCII for the most part
/// and need no `String` then.
enum FoldFunction {
    static func add(to db: Database) throws {
        let code = sqlite3_create_function_v2(
            db.sqliteConnection, QueryFunctions.foldName, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, count, values in
                guard let context, let values, count == 2, let value = values[0] else { return }
                FoldFunction.fold(value, options: Int(sqlite3_value_int(values[1])), context)
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    private static func fold(_ value: OpaquePointer, options: Int, _ context: OpaquePointer) {
        guard sqlite3_value_type(value) == SQLITE_TEXT, let text = sqlite3_value_text(value) else { return sqlite3_result_null(context) }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
        let options = TextOptions(rawValue: options).folding
        if bytes.allSatisfy({ $0 < 0x80 }) {
            guard options.contains(.caseInsensitive), bytes.contains(where: isUpperCase) else { return sqlite3_result_value(context, value) }
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { folded in
                for index in 0..<bytes.count { folded[index] = isUpperCase(bytes[index]) ? bytes[index] | 0x20 : bytes[index] }
                give(UnsafeBufferPointer(folded), context)
            }
        } else {
            var folded = QueryFunctions.fold(String(decoding: bytes, as: UTF8.self), options: options.rawValue)
            folded.withUTF8 { give($0, context) }
        }
    }

    private static func isUpperCase(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    /// SQLite makes a copy of its own.
    private static func give(_ bytes: UnsafeBufferPointer<UInt8>, _ context: OpaquePointer) {
        bytes.withMemoryRebound(to: CChar.self) {
            sqlite3_result_text(context, $0.baseAddress, Int32($0.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }
}
