import Support

extension ResolvedPredicate {
    /// The condition for a `WHERE` clause, in parentheses where it needs any. It agrees with `matches` row by row.
    ///
    /// - Throws: `.unmapped` when the mapping lacks a key; `.tooComplex` when there are too many arguments.
    package func sql(_ mapping: SQLMapping) throws(QueryError) -> SQLFragment {
        let fragment = try SQLTranslator(keySpace: keySpace, mapping: mapping).sql(condition, isExact: false)
        guard fragment.arguments.count <= 32_000 else {
            throw QueryError(.tooComplex, "the predicate has \(fragment.arguments.count) constants, 32000 are allowed; use IN with a list")
        }
        return fragment
    }
}

extension KeySpace {
    /// The terms of an `ORDER BY` clause, without those words; empty for no sort keys. NULL comes first when ascending, which
    /// is SQLite's rule and `NSSortDescriptor`'s.
    ///
    /// - Throws: `.unmapped` when the mapping lacks a key.
    package func orderSQL(_ sort: [ResolvedSortKey], _ mapping: SQLMapping) throws(QueryError) -> String {
        let translator = SQLTranslator(keySpace: self, mapping: mapping)
        var terms: [String] = []
        for key in sort { terms.append(try translator.operand(.key(key.key), nil).sql + (key.ascending ? "" : " DESC")) }
        return terms.separated(by: ", ")
    }
}
