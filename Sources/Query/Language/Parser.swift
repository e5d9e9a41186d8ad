/// Recursive descent over the format's tokens. A parenthesis may hold a condition or a value; both are parsed by the same
/// functions as a `Node`, so nothing is ever read twice and hostile nesting costs linear time.
struct Parser {
    /// What a rule found, with the height of its tree.
    enum Node {
        case predicate(Predicate, height: Int)
        case expression(Expression, height: Int)

        var height: Int {
            switch self {
            case .predicate(_, let height), .expression(_, let height): height
            }
        }
    }

    let lexer: Lexer
    var arguments: ArraySlice<QueryValue>
    var argumentCount = 0
    var at = 0
    var depth = 0

    init(_ format: String, arguments: [QueryValue]) throws(QueryError) {
        lexer = try Lexer(format)
        self.arguments = arguments[...]
    }

    var token: Token { lexer.tokens[at] }

    /// The token behind the current one; the end repeats itself.
    var following: Token { lexer.tokens[min(at + 1, lexer.tokens.count - 1)] }

    mutating func advance() { at = min(at + 1, lexer.tokens.count - 1) }

    func failure(_ message: String, at token: Token? = nil, _ code: QueryError.Code = .syntax) -> QueryError {
        QueryError(code, message, at: position(of: token ?? self.token))
    }

    func position(of token: Token) -> Int { lexer.characters(before: token.start) }

    /// The keyword the current token is.
    var keyword: Keyword? {
        if case .word(let word) = token.kind { Keyword(word: word) } else { nil }
    }

    mutating func take(symbol: String) -> Bool {
        guard token.kind == .symbol(symbol) else { return false }
        advance()
        return true
    }

    mutating func expect(_ symbol: String, _ purpose: String) throws(QueryError) {
        guard take(symbol: symbol) else {
            throw failure("expected \"\(symbol)\" \(purpose), found \(token.displayName)")
        }
    }

    /// A new level of the tree on top of others.
    func raise(_ heights: Int...) throws(QueryError) -> Int {
        let height = (heights.max() ?? 0) + 1
        guard height <= QueryLimits.height else { throw tooDeep }
        return height
    }

    var tooDeep: QueryError {
        failure(
            "the format is nested too deeply: \(QueryLimits.depth) parentheses in each other and \(QueryLimits.height) operators in a row are allowed; pass a list with IN %@",
            .tooComplex)
    }

    mutating func nested(_ rule: (inout Parser) throws(QueryError) -> Node) throws(QueryError) -> Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= QueryLimits.depth else { throw tooDeep }
        return try rule(&self)
    }
}

// MARK: - Conditions

extension Parser {
    /// The whole format.
    mutating func parse() throws(QueryError) -> Predicate {
        guard token.kind != .end else {
            throw failure("the format is empty; write a condition such as mediaType == 1, or TRUEPREDICATE for everything")
        }
        let first = token
        let node = try disjunction()
        let (predicate, _) = try condition(node, from: first)
        guard token.kind == .end else { throw failure("expected AND, OR or the end, found \(token.displayName)") }
        return predicate
    }

    func condition(_ node: Node, from first: Token) throws(QueryError) -> (Predicate, Int) {
        switch node {
        case .predicate(let predicate, let height): return (predicate, height)
        case .expression(let expression, _):
            if case .key(let key) = expression {
                throw failure("expected a comparison behind \"\(key)\", found \(token.displayName); write \(key) == YES for a flag")
            }
            throw failure("expected a comparison, found \(token.displayName)", at: token.kind == .end ? first : token)
        }
    }

    /// Conditions joined by `AND` and `OR`, of which `AND` binds tighter. One function for both, since each function a
    /// level of parentheses passes through costs stack.
    mutating func disjunction() throws(QueryError) -> Node {
        var first = token
        var node = try negation()
        guard joiner != nil else { return node }
        var alternatives: [Predicate] = [], parts: [Predicate] = []
        var outer = 0, inner = 0
        while true {
            let (part, height) = try condition(node, from: first)
            parts.append(part)
            inner = max(inner, height)
            let joiner = joiner
            if joiner != .and {
                outer = max(outer, parts.count > 1 ? try raise(inner) : inner)
                alternatives.append(parts.count > 1 ? .and(parts) : parts[0])
                (parts, inner) = ([], 0)
            }
            if joiner == nil { break }
            advance()
            first = token
            node = try negation()
        }
        guard alternatives.count > 1 else { return .predicate(alternatives[0], height: outer) }
        return .predicate(.or(alternatives), height: try raise(outer))
    }

    /// `AND` or `OR`, if that is what comes next.
    private var joiner: Keyword? {
        switch token.kind {
        case .symbol("&&"): .and
        case .symbol("||"): .or
        default: keyword == .and || keyword == .or ? keyword : nil
        }
    }

    mutating func negation() throws(QueryError) -> Node {
        guard keyword == .not || token.kind == .symbol("!") else { return try comparison() }
        advance()
        let first = token
        let node = try nested { parser throws(QueryError) in try parser.negation() }
        let (part, height) = try condition(node, from: first)
        return .predicate(.not(part), height: try raise(height))
    }

    mutating func comparison() throws(QueryError) -> Node {
        switch keyword {
        case .truePredicate: advance(); return .predicate(.constant(true), height: 1)
        case .falsePredicate: advance(); return .predicate(.constant(false), height: 1)
        default: break
        }
        var quantifier = Quantifier.direct
        if let found = keyword?.quantifier {
            quantifier = found
            advance()
        }
        let first = token
        let node = try arithmetic()
        guard let relation = relation() else {
            guard quantifier == .direct else {
                throw failure("\(quantifier.rawValue) must be followed by a comparison, such as \(quantifier.rawValue) keywords == \"sea\"", at: first)
            }
            return node
        }
        guard case .expression(let left, let leftHeight) = node else {
            throw failure("a condition cannot be compared; join conditions with AND or OR")
        }
        advance()
        let options = try textOptions(relation)
        let second = token
        guard case .expression(let right, let rightHeight) = try arithmetic() else {
            throw failure("a condition cannot stand behind \(relation.rawValue)", at: second)
        }
        if self.relation() != nil {
            throw failure("a comparison cannot be compared again; join comparisons with AND, or use BETWEEN {low, high}")
        }
        let comparison = Comparison(left, relation, right, options: options, quantifier: quantifier)
        return .predicate(.comparison(comparison), height: try raise(leftHeight, rightHeight))
    }

    private func relation() -> Relation? {
        if let relation = keyword?.relation { return relation }
        guard case .symbol(let text) = token.kind else { return nil }
        return switch text {
        case "=", "==": .equal
        case "!=", "<>": .notEqual
        case "<": .less
        case "<=", "=<": .lessOrEqual
        case ">": .greater
        case ">=", "=>": .greaterOrEqual
        default: nil
        }
    }

    private mutating func textOptions(_ relation: Relation) throws(QueryError) -> TextOptions {
        guard take(symbol: "[") else { return [] }
        guard relation != .between else { throw failure("BETWEEN takes no options") }
        guard case .word(let letters) = token.kind else { throw failure("expected c, d or cd behind \"[\"") }
        var options: TextOptions = []
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            case "n": options.insert(.normalized)
            case "l": options.insert(.localeSensitive)
            case "a": options.insert(.latinLetters)
            default: throw failure("unknown option \"\(letter)\"; known are c (case), d (diacritics), a (letters such as ø), n, l")
            }
        }
        advance()
        try expect("]", "behind the options")
        return options
    }
}
