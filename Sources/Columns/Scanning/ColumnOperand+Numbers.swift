import Foundation
import Query

extension ColumnOperand {
    typealias Numbers = UnsafeMutablePointer<Double>

    /// Works out `count` rows from `start` on. The operations are those of `QueryValue`'s arithmetic.
    func fill(_ numbers: Numbers, _ table: ColumnTable, _ start: Int, _ count: Int) {
        switch self {
        case .constant(let value): numbers.update(repeating: value, count: count)
        case .flags(let key): Self.fill(numbers, key, table.flags + start, count)
        case .integer(let column):
            let values = column.values(table) + start
            if column == .mediaSubtypes {
                for i in 0..<count { numbers[i] = Double(values[i]) }
            } else {
                for i in 0..<count { numbers[i] = Self.size(values[i]) }
            }
        case .real(let column):
            let values = column.values(table) + start
            for i in 0..<count { numbers[i] = values[i] == ColumnTable.none ? .nan : values[i] }
        case .complement(let part):
            part.fill(numbers, table, start, count)
            for i in 0..<count { numbers[i] = -1 - numbers[i] }
        case .function(let function, let part):
            part.fill(numbers, table, start, count)
            Self.apply(function, numbers, count)
        case .arithmetic(let sign, let left, let right, let isWhole):
            left.fill(numbers, table, start, count)
            switch right {
            case .constant(let constant): Self.calculate(sign, numbers, isWhole, count) { _ in constant }
            case .integer(let column) where column != .mediaSubtypes:
                let values = column.values(table) + start
                Self.calculate(sign, numbers, isWhole, count) { Self.size(values[$0]) }
            default:
                Self.withNumbers { others in
                    right.fill(others, table, start, count)
                    Self.calculate(sign, numbers, isWhole, count) { others[$0] }
                }
            }
        }
    }

    /// Sizes are small enough to be signed, and signed numbers convert at once.
    @inline(__always)
    private static func size(_ value: UInt32) -> Double { Double(Int32(bitPattern: value)) }

    static let rowCount = 1_024

    static func withNumbers(_ body: (Numbers) -> Void) {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: rowCount) { buffer in
            if let numbers = buffer.baseAddress { body(numbers) }
        }
    }

    private static func fill(_ numbers: Numbers, _ key: ColumnKey, _ flags: UnsafePointer<UInt32>, _ count: Int) {
        switch key {
        case .flag(let flag): for i in 0..<count { numbers[i] = flags[i] & flag.rawValue != 0 ? 1 : 0 }
        case .field(let field, let zeroIsNil):
            for i in 0..<count {
                let value = field.value(in: flags[i])
                numbers[i] = zeroIsNil && value == 0 ? .nan : Double(value)
            }
        case .integer, .real: break
        }
    }

    private static func apply(_ function: QueryFunction, _ numbers: Numbers, _ count: Int) {
        switch function {
        case .abs: for i in 0..<count { numbers[i] = numbers[i].magnitude }
        case .floor:
            for i in 0..<count {
                let whole = cut(numbers[i])
                numbers[i] = whole > numbers[i] ? whole - 1 : whole
            }
        case .ceiling:
            for i in 0..<count {
                let whole = cut(numbers[i])
                numbers[i] = whole < numbers[i] ? whole + 1 : whole
            }
        case .trunc: for i in 0..<count { numbers[i] = cut(numbers[i]) }
        case .sqrt: for i in 0..<count { numbers[i] = numbers[i].squareRoot() }
        default: break
        }
    }

    @inline(__always)
    private static func calculate(_ sign: ArithmeticOperator, _ numbers: Numbers, _ isWhole: Bool, _ count: Int, _ other: (Int) -> Double) {
        switch sign {
        case .add: for i in 0..<count { numbers[i] += other(i) }
        case .subtract: for i in 0..<count { numbers[i] -= other(i) }
        case .multiply: for i in 0..<count { numbers[i] *= other(i) }
        case .divide:
            // Both below 2^53: the quotient's nearest double is no further than the whole number it is cut to.
            for i in 0..<count {
                let divisor = other(i), quotient = divisor == 0 ? .nan : numbers[i] / divisor
                numbers[i] = isWhole ? cut(quotient) : quotient
            }
        case .remainder: for i in 0..<count { numbers[i] = other(i) == 0 ? .nan : numbers[i].truncatingRemainder(dividingBy: other(i)) }
        case .bitAnd: for i in 0..<count { numbers[i] = bits(numbers[i], other(i)) { $0 & $1 } }
        case .bitOr: for i in 0..<count { numbers[i] = bits(numbers[i], other(i)) { $0 | $1 } }
        case .bitXor: for i in 0..<count { numbers[i] = bits(numbers[i], other(i)) { $0 ^ $1 } }
        case .shiftLeft: for i in 0..<count { numbers[i] = bits(numbers[i], other(i)) { $0 << $1 } }
        case .shiftRight: for i in 0..<count { numbers[i] = bits(numbers[i], other(i)) { $0 >> $1 } }
        case .power: for i in 0..<count { numbers[i] = pow(numbers[i], other(i)) }
        }
    }

    /// Rounds towards zero without the call that `rounded` is on processors of the common kind, and without a branch.
    @inline(__always)
    private static func cut(_ value: Double) -> Double {
        // Beside 2^52 there is no room for a fraction; greater numbers have none.
        let size = value.magnitude, nearest = size + 0x1p52 - 0x1p52
        let below = nearest > size ? nearest - 1 : nearest
        let whole = size < 0x1p52 ? below : size
        return value < 0 ? -whole : whole
    }

    /// A row that is being written may hold anything, and must not trap.
    @inline(__always)
    private static func bits(_ a: Double, _ b: Double, _ body: (Int64, Int64) -> Int64) -> Double {
        guard a.magnitude < 0x1p62, b.magnitude < 0x1p62 else { return .nan }
        return Double(body(Int64(a), Int64(b)))
    }
}
