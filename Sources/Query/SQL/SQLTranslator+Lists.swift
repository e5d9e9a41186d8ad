import Support

extension SQLTranslator {
    /// Up to so many constants stand in the SQL one by one, where the planner sees how few they are. More go in as a single
    /// argument, since statements have a limited number of those.
    private static let smallList = 128

    /// The set's values other than nil as lists for `IN`, one per kind; none for a set of nil alone.
    func lists(_ set: ValueSet) throws(QueryError) -> [SQLFragment] {
        var lists: [SQLFragment] = []
        if !set.integers.isEmpty {
            let numbers = set.integers.sorted().map(String.init).joined(separator: ", ")
            lists.append(
                set.integers.count <= Self.smallList
                    ? SQLFragment("(\(numbers))")
                    : SQLFragment("(SELECT value FROM json_each(?))", [.text("[\(numbers)]")]))
        }
        let reals = set.doubles.union(set.dates)
        if !reals.isEmpty {
            // JSON's decimal numbers do not all come back as the same double, so these stay arguments.
            guard reals.count <= 30_000 else {
                throw QueryError(.tooComplex, "IN lists \(reals.count) dates or numbers, 30000 are allowed; use BETWEEN, or ask in parts")
            }
            lists.append(Self.placeholders(reals.sorted().map { .real($0) }))
        }
        if !set.texts.isEmpty {
            let texts = set.texts.sorted()
            lists.append(
                texts.count <= Self.smallList
                    ? Self.placeholders(texts.map { .text($0) })
                    : SQLFragment("(SELECT value FROM json_each(?))", [.text(Self.json(texts))]))
        }
        if !set.uuids.isEmpty {
            let uuids = set.uuids.map(Self.bytes).sorted { $0.lexicographicallyPrecedes($1) }
            lists.append(
                uuids.count <= Self.smallList
                    ? Self.placeholders(uuids.map { .blob($0) })
                    : SQLFragment(Self.splitting, [.blob(Array(uuids.joined()))]))
        }
        return lists
    }

    /// Cuts one blob into pieces of 16 bytes; SQLite's JSON has no blobs, and `unhex` came after 3.40.
    private static let splitting = """
        (WITH RECURSIVE query_all(bytes) AS (VALUES(?)), \
        query_at(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM query_at, query_all WHERE (i + 2) * 16 <= length(bytes)) \
        SELECT substr(bytes, i * 16 + 1, 16) FROM query_at, query_all)
        """

    private static func placeholders(_ arguments: [SQLArgument]) -> SQLFragment {
        SQLFragment("(" + Array(repeating: "?", count: arguments.count).joined(separator: ", ") + ")", arguments)
    }

    private static func json(_ texts: [String]) -> String {
        var result = "["
        for text in texts {
            result += result.utf8.count == 1 ? "\"" : ",\""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"", "\\": result += "\\"; result.unicodeScalars.append(scalar)
                case _ where scalar.value < 0x20: result += "\\u" + UInt16(truncatingIfNeeded: scalar.value).hexadecimal
                default: result.unicodeScalars.append(scalar)
                }
            }
            result += "\""
        }
        return result + "]"
    }
}
