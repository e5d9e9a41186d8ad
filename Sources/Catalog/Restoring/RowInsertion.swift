import Foundation
import GRDBSQLite
import Support

/// The statement that inserts rows of one table by the names of their fields.
struct RowInsertion: Sendable {
    let sql: String
    var table: String { columns.table }
    private let columns: TableColumns
    private let places: [String: Int]
    /// Parameters of columns that can't hold nothing.
    private let zeros: [Int32]
    private let hasOwner: Bool
    private var first: Int32 { hasOwner ? 3 : 2 }

    /// - Parameters:
    ///   - owner: the column that names the row's owner.
    ///   - extra: columns that are set later, and are 0 until then.
    init(_ columns: TableColumns, owner: String? = nil, extra: [String] = []) {
        (self.columns, hasOwner) = (columns, owner != nil)
        places = Dictionary(uniqueKeysWithValues: columns.columns.enumerated().map { ($1.name, $0) })
        let first: Int32 = owner == nil ? 2 : 3
        zeros = columns.columns.enumerated().filter { !$1.isNullable }.map { first + Int32($0.offset) }
        let names = ["id"] + (owner.map { [$0] } ?? []) + columns.columns.map(\.name)
        let values = names.map { _ in "?" } + extra.map { _ in "0" }
        sql = "INSERT INTO \(columns.table) (\((names + extra).map { "\"\($0)\"" }.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
    }

    /// - Throws: `.tooNew` for a column that this version does not know.
    func prepared(_ row: StoredRow, owner: Int64? = nil) throws -> ReadyRow {
        var result = ReadyRow(id: row.id, owner: owner), next = 0
        result.values.reserveCapacity(row.fields.count)
        for field in row.fields {
            // They come in the order of the columns, of which some hold nothing.
            while next < columns.columns.count, columns.columns[next].name != field.name { next += 1 }
            guard let index = next < columns.columns.count ? next : places[field.name] else {
                throw CatalogError(.tooNew, "What is to be restored says \"\(field.name)\" of a row of \(table), which this version doesn't know. Update OpenPhotoKit.")
            }
            next = index + 1
            let value: SQLValue =
                switch field.value {
                case .int(let value): .int(value)
                case .double(let value): .double(value)
                case .blob(let data): .blob(data)
                case .text(let text) where columns.columns[index].isBlob: try Self.bytes(text, field.name)
                case .text(let text): .text(text)
                }
            result.values.append(ReadyRow.Value(parameter: first + Int32(index), value: value))
        }
        return result
    }

    /// To a statement without any.
    func bind(_ row: ReadyRow, to statement: OpaquePointer, _ path: String) throws {
        sqlite3_bind_int64(statement, 1, row.id)
        if hasOwner { sqlite3_bind_int64(statement, 2, row.owner ?? 0) }
        for parameter in zeros { sqlite3_bind_int64(statement, parameter, 0) }
        for value in row.values {
            guard value.value.bind(to: statement, at: value.parameter) == SQLITE_OK else {
                let name = columns.columns[Int(value.parameter - first)].name
                throw CatalogError(.internalFault, "The value of \"\(name)\" can't be put into \(path). Please report this.")
            }
        }
    }

    /// Of a UUID's text or of hexadecimal digits.
    static func bytes(_ text: String, _ name: String) throws -> SQLValue {
        if text.utf8.count == 36, let uuid = uuid(text) { return .uuid(uuid) }
        guard let data = data(text) else {
            throw CatalogError(.invalid, "\"\(text)\" is no value of \"\(name)\", which is written in hexadecimal digits.")
        }
        return .blob(data)
    }

    private static func data(_ text: String) -> Data? {
        var text = text
        return text.withUTF8 { digits -> Data? in
            guard digits.count.isMultiple(of: 2) else { return nil }
            var data = Data(count: digits.count / 2)
            let isData = data.withUnsafeMutableBytes { bytes -> Bool in
                for index in bytes.indices {
                    guard let high = UInt8(hexadecimalDigit: digits[2 * index]), let low = UInt8(hexadecimalDigit: digits[2 * index + 1]) else { return false }
                    bytes[index] = high << 4 | low
                }
                return true
            }
            return isData ? data : nil
        }
    }

    /// What Foundation reads of the same text, for which it takes many times as long.
    private static func uuid(_ text: String) -> UUID? {
        var text = text, bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isUUID = text.withUTF8 { digits -> Bool in
            withUnsafeMutableBytes(of: &bytes) { bytes -> Bool in
                var offset = 0
                for index in bytes.indices {
                    if [4, 6, 8, 10].contains(index) {
                        guard digits[offset] == UInt8(ascii: "-") else { return false }
                        offset += 1
                    }
                    guard let high = UInt8(hexadecimalDigit: digits[offset]), let low = UInt8(hexadecimalDigit: digits[offset + 1]) else { return false }
                    bytes[index] = high << 4 | low
                    offset += 2
                }
                return true
            }
        }
        return isUUID ? UUID(uuid: bytes) : nil
    }
}

/// A row with its values as a statement takes them.
struct ReadyRow: Sendable {
    struct Value: Sendable {
        let parameter: Int32
        let value: SQLValue
    }

    let id: Int64
    let owner: Int64?
    var values: [Value] = []

    init(id: Int64, owner: Int64?) { (self.id, self.owner) = (id, owner) }
}

/// An asset that only has to be put into the catalogue.
package struct ReadyAsset: Sendable {
    let row: ReadyRow
    let uuid: SQLValue
    let keywords: [String]
    let resources: [ReadyRow]
    /// Where the catalogue has a place for them.
    let words: AssetWords?
}

/// Makes assets ready for one catalogue: half of the work, and no other thread's business.
package struct AssetPreparation: Sendable {
    let asset: RowInsertion
    let resource: RowInsertion
    let files: RestoredFiles
    /// A schema from before there were words gets them when it is brought up to date.
    let makesWords: Bool

    /// - Throws: `.tooNew` for a column that this version does not know.
    package func prepared(_ stored: StoredAsset) throws -> ReadyAsset {
        let uuid: SQLValue =
            switch stored.row["uuid"] {
            case .text(let text)?: try RowInsertion.bytes(text, "uuid")
            case .blob(let bytes)?: .blob(bytes)
            default: .null
            }
        return ReadyAsset(
            row: try asset.prepared(stored.row), uuid: uuid, keywords: stored.keywords,
            resources: try stored.resources.map { try resource.prepared(files.row($0), owner: stored.row.id) }, words: makesWords ? words(of: stored.row) : nil)
    }

    private func words(of row: StoredRow) -> AssetWords {
        func text(_ name: String) -> String? { if case .text(let text)? = row[name] { text } else { nil } }
        return AssetWords(
            filename: text("filename") ?? "", title: text("title"), caption: text("caption"), make: text("cameraMake"), model: text("cameraModel"), lens: text("lens"))
    }
}
