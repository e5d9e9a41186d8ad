import Foundation

extension Parser {
    /// Values joined by binary operators that bind at least as tightly as `minimum`; all are left-associative.
    mutating func arithmetic(binding minimum: Int = 0) throws(QueryError) -> Node {
        var node = try unary()
        while case .symbol(let text) = token.kind, let sign = ArithmeticOperator(rawValue: text), sign.binding >= minimum {
            let (left, leftHeight) = try value(node, of: sign)
            advance()
            let (right, rightHeight) = try value(try arithmetic(binding: sign.binding + 1), of: sign)
            node = .expression(.arithmetic(sign, left, right), height: try raise(leftHeight, rightHeight))
        }
        return node
    }

    private func value(_ node: Node, of sign: ArithmeticOperator) throws(QueryError) -> (Expression, Int) {
        guard case .expression(let expression, let height) = node else {
            throw failure("\"\(sign.rawValue)\" takes values, not conditions; use AND and OR between conditions")
        }
        return (expression, height)
    }

    private mutating func unary() throws(QueryError) -> Node {
        guard case .symbol(let text) = token.kind, text == "-" || text == "+" || text == "~" else { return try primary() }
        advance()
        // A sign directly before a number is part of the number, which is how the smallest Int64 is written.
        if text == "-" {
            switch token.kind {
            case .int(let number): advance(); return .expression(.value(.int(-number)), height: 1)
            case .double(let number): advance(); return .expression(.value(.double(-number)), height: 1)
            case .largeInt(let number) where number == 1 << 63: advance(); return .expression(.value(.int(.min)), height: 1)
            default: break
            }
        }
        guard case .expression(let operand, let height) = try nested({ parser throws(QueryError) in try parser.unary() }) else {
            throw failure("\"\(text)\" takes a value, not a condition; use NOT before a condition")
        }
        switch text {
        case "-": return .expression(.negative(operand), height: try raise(height))
        case "~": return .expression(.complement(operand), height: try raise(height))
        default: return .expression(operand, height: height)
        }
    }

    private mutating func primary() throws(QueryError) -> Node {
        let start = token
        switch token.kind {
        case .int(let number): advance(); return .expression(.value(.int(number)), height: 1)
        case .largeInt(let number): advance(); return .expression(.value(.double(Double(number))), height: 1)
        case .double(let number): advance(); return .expression(.value(.double(number)), height: 1)
        case .string(let text): advance(); return .expression(.value(.string(text)), height: 1)
        case .placeholder(let placeholder): return try argument(placeholder)
        case .variable(let name):
            throw failure("variables such as $\(name.prefix(60)) are not supported; use %@ with an argument", .unsupported)
        case .symbol("("):
            advance()
            let node = try nested { parser throws(QueryError) in try parser.disjunction() }
            try expect(")", "to close the parenthesis at character \(position(of: start) + 1)")
            return node
        case .symbol("{"): return try aggregate()
        case .escapedWord: return try keyPath()
        case .word(let word):
            guard let keyword = Keyword(word: word) else {
                return isCall ? try call(word) : try keyPath()
            }
            if let constant = keyword.constant {
                advance()
                return .expression(.value(constant), height: 1)
            }
            switch keyword {
            case .object: return try keyPath()
            case .cast: return try cast()
            case .function, .subquery, .ternary:
                throw failure("\(keyword.rawValue) is not supported", .unsupported)
            default:
                throw failure("expected a key or a value, found \(token.displayName); a key that is called so is written #\(word)")
            }
        default:
            throw failure("expected a key or a value, found \(token.displayName)")
        }
    }

    /// Words that lead to a parenthesis, with Apple's colons or without: `sum:(…)`, `now()`, `distanceToLocation:fromLocation:(…)`.
    private var isCall: Bool {
        func kind(_ distance: Int) -> Token.Kind { lexer.tokens[min(at + distance, lexer.tokens.count - 1)].kind }
        var next = 1
        while kind(next) == .symbol(":") {
            next += 1
            guard case .word = kind(next) else { break }
            next += 1
        }
        return kind(next) == .symbol("(")
    }

    private mutating func call(_ word: String) throws(QueryError) -> Node {
        let start = token
        var name = word
        while following.kind == .symbol(":") {
            advance()
            guard case .word(let part) = following.kind else { break }
            advance()
            name += ":" + part
        }
        guard let function = QueryFunction(named: name) else {
            let known = QueryFunction.allCases.map(\.rawValue).joined(separator: ", ")
            throw failure("unknown function \"\(name.prefix(60))\"; known are \(known)", at: start, .unsupported)
        }
        advance()
        try expect("(", "behind the function's name")
        let (arguments, height) = try members(until: ")", "to end the arguments")
        guard function.arity.contains(arguments.count) else {
            let arity = function.arity, count = arity.lowerBound == arity.upperBound ? "\(arity.lowerBound)" : "\(arity.lowerBound) to \(arity.upperBound)"
            throw failure("\(function.rawValue) takes \(count) argument(s), found \(arguments.count)", at: start)
        }
        return .expression(.function(function, arguments), height: try raise(height))
    }

    private mutating func aggregate() throws(QueryError) -> Node {
        advance()
        let (members, height) = try members(until: "}", "to end the list")
        var constants: [QueryValue] = []
        for case .value(let constant) in members { constants.append(constant) }
        let raised = try raise(height)
        return .expression(constants.count == members.count ? .value(.list(constants)) : .aggregate(members), height: raised)
    }

    private mutating func members(until close: String, _ purpose: String) throws(QueryError) -> ([Expression], Int) {
        var members: [Expression] = []
        var height = 0
        if take(symbol: close) { return (members, height) }
        repeat {
            let start = token
            guard case .expression(let member, let memberHeight) = try nested({ parser throws(QueryError) in try parser.arithmetic() }) else {
                throw failure("expected a value, found a condition", at: start)
            }
            members.append(member)
            height = max(height, memberHeight)
        } while take(symbol: ",")
        try expect(close, purpose)
        return (members, height)
    }

    private mutating func keyPath() throws(QueryError) -> Node {
        let start = token
        var parts: [String] = []
        var isFirst = true
        repeat {
            switch token.kind {
            case .escapedWord(let word): parts.append(word)
            case .word(let word):
                if Keyword(word: word) == .object {
                    if !isFirst { throw failure("SELF can only begin a key path") }
                } else {
                    parts.append(word)
                }
            default: throw failure("expected a key behind \".\", found \(token.displayName)")
            }
            isFirst = false
            advance()
        } while take(symbol: ".")
        if token.kind == .symbol("[") { throw failure("keys cannot be indexed", .unsupported) }
        if token.kind == .symbol(":=") { throw failure("assignment is not supported", .unsupported) }
        return .expression(try path(parts, start), height: 1)
    }

    func path(_ parts: [String], _ start: Token) throws(QueryError) -> Expression {
        if parts.isEmpty { return .object }
        if let marker = parts.firstIndex(where: { $0.hasPrefix("@") }) {
            guard marker == parts.count - 1, marker > 0, parts[marker] == "@count" else {
                throw failure("of the collection operators only KEY.@count is supported", at: start, .unsupported)
            }
            return .count(KeyReference(parts.dropLast().joined(separator: "."), at: position(of: start)))
        }
        return .key(KeyReference(parts.joined(separator: "."), at: position(of: start)))
    }

    /// `CAST(value, "NSDate")`: seconds since 2001 or an ISO 8601 text; numbers; `NSUUID`, our addition.
    private mutating func cast() throws(QueryError) -> Node {
        let start = token
        advance()
        try expect("(", "behind CAST")
        let (parts, _) = try members(until: ")", "to end CAST")
        guard parts.count == 2, case .value(let value) = parts[0], case .value(.string(let type)) = parts[1] else {
            throw failure("CAST takes a constant and a type, such as CAST(0, \"NSDate\")", at: start)
        }
        guard let result = value.cast(to: type) else {
            throw failure("\(value.displayName) cannot be cast to \(type.prefix(60)); known types are NSDate, NSNumber, NSString and NSUUID", at: start)
        }
        return .expression(.value(result), height: 1)
    }
}

extension ArithmeticOperator {
    /// How tightly it binds; C's order, with `**` above all.
    fileprivate var binding: Int {
        switch self {
        case .bitOr: 0
        case .bitXor: 1
        case .bitAnd: 2
        case .shiftLeft, .shiftRight: 3
        case .add, .subtract: 4
        case .multiply, .divide, .remainder: 5
        case .power: 6
        }
    }
}
