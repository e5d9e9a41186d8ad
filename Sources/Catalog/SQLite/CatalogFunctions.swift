import Foundation
import GRDB
import Query

/// Functions of ours that statements call, registered with each connection.
enum CatalogFunctions {
    /// The 16 bytes of a UUID's text.
    static let uuidBytes = "photos_uuid"

    static func add(to db: Database) throws {
        try FoldFunction.add(to: db)
        db.add(
            function: DatabaseFunction(uuidBytes, argumentCount: 1, pure: true) { values in
                guard let text = String.fromDatabaseValue(values[0]), let uuid = UUID(uuidString: text) else { return nil }
                return withUnsafeBytes(of: uuid.uuid) { Data($0) }
            })
        db.add(
            function: DatabaseFunction(QueryFunctions.likeName, argumentCount: 2, pure: true) { values in
                guard let text = String.fromDatabaseValue(values[0]), let pattern = String.fromDatabaseValue(values[1]) else { return nil }
                return try QueryFunctions.like(text, pattern: pattern)
            })
        db.add(
            function: DatabaseFunction(QueryFunctions.matchName, argumentCount: 3, pure: true) { values in
                guard let text = String.fromDatabaseValue(values[0]), let pattern = String.fromDatabaseValue(values[1]),
                    let options = Int.fromDatabaseValue(values[2])
                else { return nil }
                return try QueryFunctions.match(text, pattern: pattern, options: options)
            })
        db.add(
            function: DatabaseFunction(QueryFunctions.callName, pure: true) { values in
                guard let first = values.first, let name = String.fromDatabaseValue(first) else { return nil }
                return result(QueryFunctions.call(name, values.dropFirst().map(queryValue)))
            })
    }

    private static func queryValue(_ value: DatabaseValue) -> QueryValue {
        switch value.storage {
        case .null, .blob: .null
        case .int64(let number): .int(number)
        case .double(let number): .double(number)
        case .string(let text): .string(text)
        }
    }

    private static func result(_ value: QueryValue) -> (any DatabaseValueConvertible)? {
        switch value {
        case .bool(let flag): flag
        case .int(let number): number
        case .double(let number), .date(let number): number
        case .string(let text): text
        case .null, .uuid, .list: nil
        }
    }
}
