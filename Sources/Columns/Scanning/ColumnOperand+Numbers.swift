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
            for i in 0..<count { numbers[i] = values[i] + Self.nan(where: values[i] == ColumnTable.none) }
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

    /// What makes a number nil when it is added. One of a choice's sides is 0 wherever there are choices here: else they would become branches.
    @inline(__always)
    private static func nan(where isNil: Bool) -> Double { isNil ? .nan : 0 }

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
                // A field has a few bits, so its numbers may pass for signed ones.
                let number = size(field.value(in: flags[i]))
                numbers[i] = zeroIsNil ? number + nan(where: number == 0) : number
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
        case .divide where isWhole:
            divide(numbers, other, count)
            // Both were below 2^53: the quotient's nearest double is no further than the whole number it is cut to.
            for i in 0..<count { numbers[i] = cut(numbers[i]) }
        case .divide:
            for i in 0..<count {
                let divisor = other(i)
                numbers[i] = numbers[i] / divisor + nan(where: divisor == 0)
            }
        case .remainder where isWhole:
            // Quotient and product are exact below 2^53.
            withNumbers { quotients in
                quotients.update(from: numbers, count: count)
                divide(quotients, other, count)
                for i in 0..<count { numbers[i] -= cut(quotients[i]) * other(i) }
            }
        case .remainder: remember(numbers, other, count) { $1 == 0 ? .nan : $0.truncatingRemainder(dividingBy: $1) }
        case .bitAnd: for i in 0..<count { numbers[i] = bits(numbers[i], other(i)) { $0 & $1 } }
        case .bitOr: for i in 0..<count { numbers[i] = bits(numbers[i], other(i)) { $0 | $1 } }
        case .bitXor: for i in 0..<count { numbers[i] = bits(numbers[i], other(i)) { $0 ^ $1 } }
        case .shiftLeft: for i in 0..<count { numbers[i] = bits(numbers[i], other(i)) { $0 << $1 } }
        case .shiftRight: for i in 0..<count { numbers[i] = bits(numbers[i], other(i)) { $0 >> $1 } }
        case .power: remember(numbers, other, count) { pow($0, $1) }
        }
    }

    /// Quotients of whole numbers; not-a-number by 0.
    @inline(__always)
    private static func divide(_ numbers: Numbers, _ other: (Int) -> Double, _ count: Int) {
        for i in 0..<count {
            let quotient = numbers[i] / other(i)
            // Infinity times 0 is not a number.
            numbers[i] = quotient + quotient * 0
        }
    }

    /// Calculates what takes long once for equal numbers, which sizes, ratings and the durations of pictures mostly are.
    @inline(__always)
    private static func remember(_ numbers: Numbers, _ other: (Int) -> Double, _ count: Int, _ body: (Double, Double) -> Double) {
        let bits: UInt64 = 8
        withUnsafeTemporaryAllocation(of: (left: UInt64, right: UInt64, result: Double).self, capacity: 1 << bits) { slots in
            // A pair that no row gives.
            slots.initialize(repeating: (.max, .max, .nan))
            for i in 0..<count {
                let (left, right) = (numbers[i].bitPattern, other(i).bitPattern)
                let slot = Int(truncatingIfNeeded: ((left ^ right &* 3) &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
                if slots[slot].left != left || slots[slot].right != right {
                    slots[slot] = (left, right, body(numbers[i], other(i)))
                }
                numbers[i] = slots[slot].result
            }
        }
    }

    /// Rounds towards zero without the call that `rounded` is on processors of the common kind, and without a branch.
    @inline(__always)
    private static func cut(_ value: Double) -> Double {
        // Beside 2^52 there is no room for a fraction; greater numbers have none.
        let size = value.magnitude, nearest = size + 0x1p52 - 0x1p52
        let below = nearest - (nearest > size ? 1 : 0)
        let whole = size + (size < 0x1p52 ? below - size : 0)
        return Double(bitPattern: whole.bitPattern | value.bitPattern & (1 << 63))
    }

    /// A row that is being written may hold anything, and must not trap.
    @inline(__always)
    private static func bits(_ a: Double, _ b: Double, _ body: (Int64, Int64) -> Int64) -> Double {
        guard a.magnitude < 0x1p62, b.magnitude < 0x1p62 else { return .nan }
        return Double(body(Int64(a), Int64(b)))
    }
}
