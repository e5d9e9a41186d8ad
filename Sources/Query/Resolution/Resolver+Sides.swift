extension Resolver {
    /// What an expression is and of which kind.
    func side(_ expression: Expression, depth: Int) throws(QueryError) -> Side {
        guard depth <= 2 * QueryLimits.height else {
            throw QueryError(.tooComplex, "the expression is nested more than \(2 * QueryLimits.height) levels deep")
        }
        switch expression {
        case .value(let value): return Side(value)
        case .key(let reference) where reference.name == space.place?.name: return try place(reference)
        case .key(let reference): return side(ofKey: try space.index(of: reference), reference.name, reference.position)
        case .object:
            guard let index = space.selfIndex else { throw QueryError(.unsupported, "SELF has no meaning among \(space.name)") }
            return side(ofKey: index, "SELF", nil)
        case .count(let reference):
            let index = try space.index(of: reference)
            guard space.keys[index].isToMany || space.keys[index].type == .any else {
                throw QueryError(.typeMismatch, "\(reference.name) has one value; @count needs a key with several", at: reference.position)
            }
            return Side(.single(.count(index)), type: .integer, name: reference.name + ".@count", position: reference.position)
        case .aggregate(let members):
            var sides: [Side] = []
            for member in members { sides.append(try side(member, depth: depth + 1)) }
            return Side(.list(sides), type: nil, name: "the list")
        case .arithmetic(let sign, let left, let right):
            return try arithmetic(sign, try side(left, depth: depth + 1), try side(right, depth: depth + 1))
        case .negative(let operand):
            let side = try number(try side(operand, depth: depth + 1), "-")
            return folded(.negative(side.operand), type: side.type == .number ? .number : .integer, "the negated value")
        case .complement(let operand):
            let side = try number(try side(operand, depth: depth + 1), "~")
            return folded(.complement(side.operand), type: .integer, "the complement")
        case .function(let function, let arguments):
            var sides: [Side] = []
            for argument in arguments { sides.append(try side(argument, depth: depth + 1)) }
            return try call(function, sides)
        }
    }

    private func side(ofKey index: Int, _ name: String, _ position: Int?) -> Side {
        let key = space.keys[index]
        return Side(key.isToMany ? .many(index) : .single(.key(index)), type: key.type, name: name, position: position)
    }

    /// An operand that is a constant as soon as its parts are.
    func folded(_ operand: Operand, type: KeyType?, _ name: String) -> Side {
        let parts: [Operand] =
            switch operand {
            case .arithmetic(_, let left, let right): [left, right]
            case .negative(let part), .complement(let part): [part]
            case .function(_, let parts): parts
            default: [operand]
            }
        guard parts.allSatisfy({ $0.constant != nil }) else { return Side(.single(operand), type: type, name: name) }
        return Side(operand.value({ _ in .null }, .null))
    }

    private func arithmetic(_ sign: ArithmeticOperator, _ left: Side, _ right: Side) throws(QueryError) -> Side {
        let name = "the result of \(sign.rawValue)"
        if left.type == .date || right.type == .date {
            guard case .single(let first) = left.content, case .single(let second) = right.content else {
                throw mismatch("cannot calculate with \(left.displayName) and \(right.displayName)", left)
            }
            let operand = Operand.arithmetic(sign, first, second)
            switch (left.type, sign, right.type) {
            case (.date?, .subtract, .date?): return folded(operand, type: .number, name)
            case (.date?, .add, let other), (.date?, .subtract, let other), (let other, .add, .date?):
                guard other.map({ $0.isNumeric || $0 == .any }) ?? true else { break }
                return folded(operand, type: .date, name)
            default: break
            }
            throw mismatch("cannot calculate \(left.displayName) \(sign.rawValue) \(right.displayName); seconds can be added to a date, and dates subtracted", left)
        }
        let first = try number(left, sign.rawValue), second = try number(right, sign.rawValue)
        let operand = Operand.arithmetic(sign, first.operand, second.operand)
        switch sign {
        case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: return folded(operand, type: .integer, name)
        case .power: return folded(operand, type: .number, name)
        default:
            if first.type == .any || second.type == .any { return folded(operand, type: .any, name) }
            return folded(operand, type: first.type == .number || second.type == .number ? .number : .integer, name)
        }
    }

    func number(_ side: Side, _ sign: String) throws(QueryError) -> (operand: Operand, type: KeyType?) {
        guard case .single(let operand) = side.content, side.type.map({ $0.isNumeric || $0 == .any }) ?? true else {
            throw mismatch("\"\(sign)\" calculates with numbers; \(side.displayName) is none", side)
        }
        return (operand, side.type)
    }

    private func call(_ function: QueryFunction, _ arguments: [Side]) throws(QueryError) -> Side {
        if function == .now { return Side(.date(now)) }
        if function == .distance { return try distance(arguments) }
        // The members of one list are the arguments.
        var arguments = arguments
        if arguments.count == 1, case .list(let members) = arguments[0].content {
            guard (function.arity.contains(members.count) && function.arity.upperBound > 1) || function == .count else {
                throw mismatch("\(function.rawValue) does not take \(members.count) values", arguments[0])
            }
            arguments = members
        }
        if arguments.count == 1, case .many(let key) = arguments[0].content, function == .count {
            return Side(.single(.count(key)), type: .integer, name: "count")
        }
        let takesText = function == .length || function == .uppercase || function == .lowercase
        var operands: [Operand] = []
        var isWhole = true
        for argument in arguments {
            if takesText {
                operands.append(try textOperand(argument, []))
            } else {
                let (operand, type) = try number(argument, function.rawValue)
                operands.append(operand)
                isWhole = isWhole && type != .number && type != .any
            }
        }
        if function == .count { return Side(.int(Int64(operands.count))) }
        let type: KeyType =
            switch function {
            case .uppercase, .lowercase: .string
            case .length: .integer
            case .sqrt, .average: .number
            default: isWhole ? .integer : .number
            }
        return folded(.function(function, operands), type: type, function.rawValue)
    }
}
