/// Where the keys of a key space are found in SQL. Texts in it are trusted; nothing from a format gets into SQL except
/// whole numbers.
package struct SQLMapping: Sendable {
    /// How a column's values are stored.
    package enum Kind: String, Sendable, Hashable {
        /// INTEGER; also 0 and 1 for YES and NO.
        case integer
        /// REAL.
        case real
        /// TEXT in UTF-8 with BINARY collation.
        case text
        /// REAL, seconds since 1 January 2001.
        case date
        /// INTEGER, 0 or 1.
        case bool
        /// BLOB of the UUID's 16 bytes.
        case uuid
    }

    /// Where one key is found.
    package enum Source: Sendable, Hashable {
        /// An expression over the row, such as `asset.media_type`. Say `isNullable: false` where the schema does: the SQL
        /// gets shorter and finds more indexes.
        case column(String, Kind, isNullable: Bool = true)
        /// Rows of another table. `exists` is a whole condition with `{condition}` where the one on the element belongs,
        /// such as `EXISTS (SELECT 1 FROM keyword k WHERE k.asset_id = asset.id AND {condition})`; `element` is the value in
        /// it (`k.name`, never NULL); `count` yields the number of rows.
        case toMany(element: String, Kind, exists: String, count: String)
    }

    /// By the keys' names, not aliases.
    package let sources: [String: Source]

    package init(_ sources: [String: Source]) { self.sources = sources }
}

extension SQLMapping {
    /// Whether a key of this type can be stored so. Doubles in an INTEGER column would divide differently.
    static func fits(_ type: KeyType, _ kind: Kind) -> Bool {
        switch (type, kind) {
        case (.bool, .bool), (.bool, .integer), (.integer, .integer), (.integer, .bool), (.number, .real), (.string, .text),
            (.date, .date), (.identifier, .uuid):
            true
        default: false
        }
    }
}
