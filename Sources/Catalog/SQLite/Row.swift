import Foundation
import GRDBSQLite
import PhotoModel

/// The row a statement stands on; valid until the next step. Columns are counted from 0.
struct Row {
    let statement: OpaquePointer

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
    func uint(_ column: Int32) -> UInt { UInt(bitPattern: int(column)) }
    func kind<K: Kind>(_ column: Int32) -> K { K(rawValue: int(column)) }
    func bool(_ column: Int32) -> Bool { sqlite3_column_int64(statement, column) != 0 }
    func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }
    func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }
    func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }
    func optionalData(_ column: Int32) -> Data? { isNull(column) ? nil : data(column) }
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// With any NUL it contains; invalid UTF-8 is repaired.
    func text(_ column: Int32) -> String {
        // As bytes: asked for as text, SQLite would copy it to have a NUL behind it.
        guard let start = sqlite3_column_blob(statement, column) else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))), as: UTF8.self)
    }

    func data(_ column: Int32) -> Data {
        guard let start = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
    }

    func shortBytes(_ column: Int32) -> ShortBytes {
        // The value first: asking for its bytes may move it.
        let start = sqlite3_column_blob(statement, column)
        return ShortBytes(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))))
    }

    /// Puts the bytes of a text or blob behind others.
    /// - Returns: how many there are; `nil` for NULL.
    func append(_ column: Int32, to bytes: inout [UInt8]) -> Int32? {
        // The value first: asking for its bytes may move it.
        guard let start = sqlite3_column_blob(statement, column) else { return isNull(column) ? nil : 0 }
        let count = sqlite3_column_bytes(statement, column)
        bytes.append(contentsOf: UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: Int(count)))
        return count
    }

    /// The schema guarantees 16 bytes; a shorter value in a damaged file is filled with zeros.
    func uuid(_ column: Int32) -> UUID {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        if let start = sqlite3_column_blob(statement, column) {
            let count = min(16, Int(sqlite3_column_bytes(statement, column)))
            withUnsafeMutableBytes(of: &bytes) { $0.baseAddress?.copyMemory(from: start, byteCount: count) }
        }
        return UUID(uuid: bytes)
    }
}
