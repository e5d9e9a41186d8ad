import Foundation
import GRDBSQLite
import PhotoModel

/// A value on its way into a statement.
enum SQLValue: Hashable {
    case null
    case int(Int64)
    case double(Double)
    case text(String)
    case blob(Data)
    case uuid(UUID)

    init(_ value: Int) { self = .int(Int64(value)) }
    init(_ value: some Kind) { self = .int(Int64(value.rawValue)) }
    init(_ value: UInt) { self = .int(Int64(bitPattern: UInt64(value))) }
    init(_ value: Bool) { self = .int(value ? 1 : 0) }
    init(_ value: Double?) { self = value.map { .double($0) } ?? .null }
    init(_ value: Int?) { self = value.map { .int(Int64($0)) } ?? .null }
    init(_ value: Int64?) { self = value.map { .int($0) } ?? .null }
    init(_ value: String?) { self = value.map { .text($0) } ?? .null }

    /// Binds to parameter `index`, counted from 1. SQLite keeps its own copy of texts and blobs.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT: a macro with a cast, which Swift can't import.
        let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .null: return sqlite3_bind_null(statement, index)
        case .int(let value): return sqlite3_bind_int64(statement, index, value)
        case .double(let value): return sqlite3_bind_double(statement, index, value)
        case .text(var value):
            return value.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    // An empty text must not become NULL for want of an address.
                    guard let start = characters.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, copy) }
                    return sqlite3_bind_text(statement, index, start, Int32(characters.count), copy)
                }
            }
        case .blob(let data):
            return data.withUnsafeBytes { bytes in
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(bytes.count), copy)
            }
        case .uuid(let uuid):
            return withUnsafeBytes(of: uuid.uuid) { sqlite3_bind_blob(statement, index, $0.baseAddress, 16, copy) }
        }
    }
}
