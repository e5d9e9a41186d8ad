/// One criterion of an order: a key and its direction. Nil sorts before every value when ascending.
package struct SortKey: Sendable, Hashable {
    /// The key's name or alias.
    package var key: String
    /// Smallest first.
    package var ascending: Bool

    package init(_ key: String, ascending: Bool = true) {
        self.key = key
        self.ascending = ascending
    }
}

extension SortKey: CustomStringConvertible {
    /// Reads `KEY`, `KEY:asc` or `KEY:desc`, as the command line tool's `--sort` takes it.
    /// - Throws: `.syntax` when the part behind the colon is neither, or the key is empty.
    package init(parsing text: String) throws(QueryError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let key = parts.first, !key.isEmpty, parts.count <= 2 else {
            throw QueryError(.syntax, "\"\(text)\" is no sort key; write KEY, KEY:asc or KEY:desc")
        }
        switch parts.count == 2 ? parts[1].lowercased() : "asc" {
        case "asc", "ascending": self.init(String(key))
        case "desc", "descending": self.init(String(key), ascending: false)
        default: throw QueryError(.syntax, "\"\(parts[1])\" is no sort direction; write \(key):asc or \(key):desc")
        }
    }

    package var description: String { ascending ? key : key + ":desc" }
}
