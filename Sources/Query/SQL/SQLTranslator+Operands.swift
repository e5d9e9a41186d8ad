import Foundation

extension SQLTranslator {
    func unmapped(_ key: Int, _ expected: String) -> QueryError {
        QueryError(.unmapped, "the SQL mapping of \(keySpace.name) has no fitting column for \"\(keySpace.keys[key].name)\" (\(expected))")
    }

    func source(_ key: Int) throws(QueryError) -> SQLMapping.Source {
        let entry = keySpace.keys[key]
        guard let source = mapping.sources[entry.name] else { throw unmapped(key, entry.type.displayName) }
        let kind =
            switch source {
            case .column(_, let kind, _), .toMany(_, let kind, _, _): kind
            }
        guard SQLMapping.fits(entry.type, kind) else { throw unmapped(key, entry.type.displayName) }
        return source
    }

    func operand(_ operand: Operand, _ element: String?) throws(QueryError) -> SQLFragment {
        switch operand {
        case .value(let value): return try constant(value)
        case .key(let key):
            guard case .column(let expression, _, _) = try source(key) else { throw unmapped(key, "one value") }
            return SQLFragment(expression)
        case .element: return SQLFragment(element ?? "NULL")
        case .count(let key):
            guard case .toMany(_, _, _, let count) = try source(key) else { throw unmapped(key, "several values") }
            return SQLFragment(count)
        case .arithmetic(let sign, let left, let right):
            return arithmetic(sign, try self.operand(left, element), try self.operand(right, element))
        case .negative(let part): return try self.operand(part, element).inside("(0 - ", ")")
        case .complement(let part): return try self.operand(part, element).inside("(~", ")")
        case .function(let function, let arguments):
            var parts: [SQLFragment] = []
            for argument in arguments { parts.append(try self.operand(argument, element)) }
            return call(function, parts)
        case .folded(let part, let options):
            return try self.operand(part, element).inside("\(QueryFunctions.foldName)(", ", \(options.rawValue))")
        }
    }

    private func constant(_ value: QueryValue) throws(QueryError) -> SQLFragment {
        switch value {
        case .null: return SQLFragment("NULL")
        // Whole numbers are written out, so that partial indexes are recognised.
        case .bool(let flag): return SQLFragment(flag ? "1" : "0")
        case .int(let number): return SQLFragment(number < 0 ? "(\(number))" : "\(number)")
        // SQLite 3.40 does not round every decimal number correctly; a bound one stays exact.
        case .double(let number), .date(let number): return SQLFragment("?", [.real(number)])
        case .string(let text): return SQLFragment("?", [.text(text)])
        case .uuid(let uuid): return SQLFragment("?", [.blob(Self.bytes(uuid))])
        case .list: throw QueryError(.typeMismatch, "a list is no single value")
        }
    }

    static func bytes(_ uuid: UUID) -> [UInt8] { withUnsafeBytes(of: uuid.uuid) { Array($0) } }

    private func arithmetic(_ sign: ArithmeticOperator, _ left: SQLFragment, _ right: SQLFragment) -> SQLFragment {
        switch sign {
        case .add, .subtract, .multiply, .divide, .bitAnd, .bitOr, .shiftLeft, .shiftRight:
            return SQLFragment.join([left, right], " \(sign.rawValue) ").inside("(", ")")
        case .remainder: return SQLFragment.join([left, right], " % ").inside("(", ")")
        case .power: return SQLFragment.join([left, right], ", ").inside("\(QueryFunctions.callName)('power', ", ")")
        case .bitXor:
            let or = SQLFragment.join([left, right], " | ").inside("(", ")")
            let and = SQLFragment.join([left, right], " & ").inside("~(", ")")
            return SQLFragment.join([or, and], " & ").inside("(", ")")
        }
    }

    private func call(_ function: QueryFunction, _ arguments: [SQLFragment]) -> SQLFragment {
        let list = SQLFragment.join(arguments, ", ")
        switch function {
        case .now, .count: return SQLFragment("NULL")
        case .length: return list.inside("length(", ")")
        case .sum: return SQLFragment.join(arguments, " + ").inside("(", ")")
        case .average: return SQLFragment.join(arguments, " + ").inside("((", ") / \(arguments.count).0)")
        // With one argument SQLite would take them for aggregates over rows.
        case .min, .max: return arguments.count == 1 ? list : list.inside("\(function.rawValue)(", ")")
        case .abs, .floor, .ceiling, .trunc, .sqrt, .uppercase, .lowercase, .distance:
            return list.inside("\(QueryFunctions.callName)('\(function.rawValue)', ", ")")
        }
    }

    func mayBeNull(_ operand: Operand) -> Bool {
        switch operand {
        case .value(let value): return value.isNull
        case .key(let key):
            if case .column(_, _, let isNullable)? = mapping.sources[keySpace.keys[key].name] { return isNullable }
            return true
        case .element, .count: return false
        case .arithmetic(let sign, let left, let right):
            switch sign {
            // Infinity minus infinity, zero divided by zero: calculations with doubles may end in NULL.
            case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: return mayBeNull(left) || mayBeNull(right)
            default: return true
            }
        case .complement(let part), .folded(let part, _): return mayBeNull(part)
        case .negative, .function: return true
        }
    }
}
