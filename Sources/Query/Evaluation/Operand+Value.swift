extension Operand {
    /// The operand's value for one object.
    /// - Parameters:
    ///   - read: The object's value for a key; a list for a to-many key.
    ///   - element: The value at hand inside `.exists`.
    func value(_ read: (Int) -> QueryValue, _ element: QueryValue) -> QueryValue {
        switch self {
        case .value(let value): return value
        case .key(let key): return read(key)
        case .element: return element
        case .count(let key):
            if case .list(let members) = read(key) { return .int(Int64(members.count)) }
            return .null
        case .arithmetic(let sign, let left, let right):
            return QueryValue.calculate(sign, left.value(read, element), right.value(read, element))
        case .negative(let operand): return QueryValue.negative(operand.value(read, element))
        case .complement(let operand): return QueryValue.complement(operand.value(read, element))
        case .function(let function, let arguments): return function.call(arguments.map { $0.value(read, element) })
        case .folded(let operand, let options):
            let value = operand.value(read, element)
            if case .string(let text) = value { return .string(TextFolding.fold(text, options)) }
            return value
        }
    }
}
