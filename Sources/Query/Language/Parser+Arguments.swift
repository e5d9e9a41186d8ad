extension Parser {
    /// What stands for a placeholder.
    mutating func argument(_ placeholder: Token.Placeholder) throws(QueryError) -> Node {
        argumentCount += 1
        guard let value = arguments.popFirst() else {
            throw failure("the placeholder has no argument; \(argumentCount - 1) were given", .argument)
        }
        let start = token
        func mismatch(_ expected: String) -> QueryError {
            failure("argument \(argumentCount) must be \(expected), it is \(value.displayName)", at: start, .argument)
        }
        advance()
        switch (placeholder, value) {
        case (.object, _):
            try check(value, depth: 0, at: start)
            return .expression(.value(value), height: 2)
        case (.keyPath, .string(let path)):
            return .expression(try keyPath(path, at: start), height: 1)
        case (.keyPath, _):
            throw mismatch("the name of a key (%K)")
        case (.integer, .int), (.integer, .bool), (.integer, .double), (.floating, .int), (.floating, .bool), (.floating, .double):
            return .expression(.value(value), height: 1)
        case (.integer, _), (.floating, _):
            throw mismatch("a number")
        case (.character, .int), (.character, .bool):
            return .expression(.value(value), height: 1)
        case (.character, .string(let text)) where text.count == 1, (.text, .string(let text)):
            try check(value, depth: 0, at: start)
            return .expression(.value(.string(text)), height: 1)
        case (.character, _):
            throw mismatch("one character")
        case (.text, _):
            throw mismatch("a text")
        }
    }

    private func check(_ value: QueryValue, depth: Int, at start: Token) throws(QueryError) {
        switch value {
        case .list(let members):
            guard depth < 4 else { throw failure("argument \(argumentCount) nests lists too deeply", at: start, .argument) }
            for member in members { try check(member, depth: depth + 1, at: start) }
        case .string(let text):
            // SQLite ends a text at NUL, so both evaluations could not agree.
            guard !text.utf8.contains(0) else {
                throw failure("argument \(argumentCount) contains the character NUL", at: start, .argument)
            }
        default: break
        }
    }

    /// A key path passed for `%K`: like a written one, only that no word in it is a keyword except `SELF` at its start.
    private func keyPath(_ path: String, at start: Token) throws(QueryError) -> Expression {
        var parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !$0.isEmpty && Self.isName($0) }) else {
            throw failure("argument \(argumentCount), \"\(path.prefix(60))\", is no key path", at: start, .argument)
        }
        if parts.first?.uppercased() == "SELF" { parts.removeFirst() }
        return try self.path(parts, start)
    }

    private static func isName(_ part: String) -> Bool {
        let name = part.hasPrefix("@") ? part.dropFirst() : part[...]
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy { byte in
            byte >= 0x80 || byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
    }
}

extension Predicate {
    /// Parses a format.
    ///
    /// - Parameters:
    ///   - format: Apple's predicate format language. Refused with a clear error are variables (`$NAME`), `SUBQUERY`,
    ///     `FUNCTION`, `TERNARY`, indexes (`a[0]`), assignment, and collection operators other than `@count`. Added are `%%`
    ///     for the remainder, `CAST(text, "NSUUID")`, and dates as ISO 8601 texts, in UTC unless they carry an offset.
    ///   - arguments: One value for each placeholder, in order. More than needed are ignored, as at Apple.
    /// - Throws: `.syntax`, `.unsupported`, `.argument` or `.tooComplex`, with the position in the format.
    package init(format: String, arguments: [QueryValue] = []) throws(QueryError) {
        var parser = try Parser(format, arguments: arguments)
        self = try parser.parse()
    }
}
