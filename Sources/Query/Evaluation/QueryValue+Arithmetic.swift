import Foundation

/// The rules are SQLite's, so that both evaluations agree: nil makes nil, integers that overflow become doubles, integer
/// division truncates, division by zero makes nil, bits are those of the number cut to Int64, no result is not-a-number.
extension QueryValue {
    static func calculate(_ sign: ArithmeticOperator, _ left: QueryValue, _ right: QueryValue) -> QueryValue {
        switch (left, right) {
        case (.date(let a), .date(let b)): return sign == .subtract ? number(a - b) : .null
        case (.date(let a), let offset):
            guard let offset = offset.real, sign == .add || sign == .subtract else { return .null }
            let sum = sign == .add ? a + offset : a - offset
            return sum.isNaN ? .null : .date(sum)
        case (let offset, .date(let b)):
            guard let offset = offset.real, sign == .add else { return .null }
            let sum = offset + b
            return sum.isNaN ? .null : .date(sum)
        default: break
        }
        guard let a = left.number, let b = right.number else { return .null }
        switch sign {
        case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight:
            return .int(bits(sign, a.bits, b.bits))
        case .power:
            guard let a = a.real, let b = b.real else { return .null }
            return number(pow(a, b))
        case .add, .subtract, .multiply, .divide, .remainder:
            if case .int(let x) = a, case .int(let y) = b, let exact = integers(sign, x, y) { return exact }
            return reals(sign, a, b)
        }
    }

    static func negative(_ value: QueryValue) -> QueryValue { calculate(.subtract, .int(0), value) }

    static func complement(_ value: QueryValue) -> QueryValue { value.number.map { .int(~$0.bits) } ?? .null }

    /// Nil when the result does not fit, so that doubles must be used.
    private static func integers(_ sign: ArithmeticOperator, _ a: Int64, _ b: Int64) -> QueryValue? {
        let result: (partialValue: Int64, overflow: Bool)
        switch sign {
        case .add: result = a.addingReportingOverflow(b)
        case .subtract: result = a.subtractingReportingOverflow(b)
        case .multiply: result = a.multipliedReportingOverflow(by: b)
        case .divide:
            if b == 0 { return .null }
            result = a.dividedReportingOverflow(by: b)
        default:
            if b == 0 { return .null }
            return .int(b == -1 ? 0 : a % b)
        }
        return result.overflow ? nil : .int(result.partialValue)
    }

    private static func reals(_ sign: ArithmeticOperator, _ left: QueryValue, _ right: QueryValue) -> QueryValue {
        guard let a = left.real, let b = right.real else { return .null }
        switch sign {
        case .add: return number(a + b)
        case .subtract: return number(a - b)
        case .multiply: return number(a * b)
        case .divide: return b == 0 ? .null : number(a / b)
        default:
            let divisor = right.bits
            return divisor == 0 ? .null : .double(divisor == -1 ? 0 : Double(left.bits % divisor))
        }
    }

    private static func bits(_ sign: ArithmeticOperator, _ a: Int64, _ b: Int64) -> Int64 {
        switch sign {
        case .bitAnd: a & b
        case .bitOr: a | b
        case .bitXor: a ^ b
        // Swift's shifts take any distance, negative ones to the other side, as SQLite's do.
        case .shiftLeft: a << b
        default: a >> b
        }
    }

    static func number(_ value: Double) -> QueryValue { value.isNaN ? .null : .double(value) }

    /// The number as a double; nil when it is none.
    var real: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    /// The number cut to 64 bits; 0 when it is none.
    private var bits: Int64 {
        switch self {
        case .int(let value): value
        case .bool(let value): value ? 1 : 0
        case .double(let value): value <= -0x1p63 ? .min : value >= 0x1p63 ? .max : value.isNaN ? 0 : Int64(value)
        default: 0
        }
    }
}
