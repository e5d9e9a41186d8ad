import Query

/// One side of a calculated comparison, worked out in doubles for a block at a time: not-a-number stands for nil. Whole numbers stay exact, as their
/// bounds are known beforehand and never beyond 2^53.
indirect enum ColumnOperand: Sendable {
    case constant(Double)
    case flags(ColumnKey)
    case integer(IntegerColumn)
    case real(RealColumn)
    case arithmetic(ArithmeticOperator, ColumnOperand, ColumnOperand, isWhole: Bool)
    case complement(ColumnOperand)
    case function(QueryFunction, ColumnOperand)

    /// What is known of an operand's numbers: whether all are whole, and how large they get.
    struct Kind {
        var isWhole: Bool
        var greatest: Double
    }

    static let exact = 0x1p53
    /// Widths and heights are taken to be below, so that their product is exact; blocks with greater ones are asked row by row.
    static let greatestSize: UInt32 = 1 << 26

    /// - Returns: `nil` for what has no exact form here.
    static func compile(_ operand: Operand) -> (ColumnOperand, Kind)? {
        switch operand {
        case .value(let value): constant(value)
        case .key(let index): key(index)
        case .arithmetic(let sign, let left, let right): arithmetic(sign, left, right)
        case .negative(let part): arithmetic(.subtract, .value(.int(0)), part)
        case .complement(let part):
            compile(part).flatMap { part, kind in
                kind.isWhole ? (.complement(part), Kind(isWhole: true, greatest: kind.greatest + 1)) : nil
            }
        case .function(let function, let arguments): arguments.count == 1 ? call(function, arguments[0]) : nil
        case .element, .count, .folded: nil
        }
    }

    private static func constant(_ value: QueryValue) -> (ColumnOperand, Kind)? {
        switch value {
        case .null: (.constant(.nan), Kind(isWhole: true, greatest: 0))
        case .bool(let flag): (.constant(flag ? 1 : 0), Kind(isWhole: true, greatest: 1))
        case .int(let number):
            Double(number).magnitude < exact ? (.constant(Double(number)), Kind(isWhole: true, greatest: Double(number).magnitude)) : nil
        case .double(let number), .date(let number): (.constant(number), Kind(isWhole: false, greatest: .infinity))
        case .string, .uuid, .list: nil
        }
    }

    private static func key(_ index: Int) -> (ColumnOperand, Kind)? {
        switch ColumnKey.at(index) {
        case .flag?, .field?: ColumnKey.at(index).map { (.flags($0), Kind(isWhole: true, greatest: 7)) }
        case .integer(.mediaSubtypes)?: (.integer(.mediaSubtypes), Kind(isWhole: true, greatest: Double(UInt32.max)))
        case .integer(let column)?: (.integer(column), Kind(isWhole: true, greatest: Double(greatestSize)))
        case .real(let column)?: (.real(column), Kind(isWhole: false, greatest: .infinity))
        case nil: nil
        }
    }

    private static func arithmetic(_ sign: ArithmeticOperator, _ left: Operand, _ right: Operand) -> (ColumnOperand, Kind)? {
        guard let (first, a) = compile(left), let (second, b) = compile(right) else { return nil }
        let isWhole = a.isWhole && b.isWhole
        let greatest: Double
        switch sign {
        case .add, .subtract: greatest = a.greatest + b.greatest
        case .multiply: greatest = a.greatest * b.greatest
        case .divide: greatest = a.greatest
        case .remainder where isWhole: greatest = b.greatest
        case .bitAnd where isWhole, .bitOr where isWhole, .bitXor where isWhole: greatest = 2 * max(a.greatest, b.greatest, 1)
        case .shiftRight where isWhole:
            guard case .constant(let distance) = second, distance >= 0 else { return nil }
            greatest = a.greatest
        case .shiftLeft where isWhole:
            guard case .constant(let distance) = second, (0..<53).contains(distance) else { return nil }
            greatest = a.greatest * Double(1 << Int64(distance))
        case .power: return (.arithmetic(.power, first, second, isWhole: false), Kind(isWhole: false, greatest: .infinity))
        default: return nil
        }
        guard !isWhole || greatest < exact else { return nil }
        return (.arithmetic(sign, first, second, isWhole: isWhole), Kind(isWhole: isWhole, greatest: isWhole ? greatest : .infinity))
    }

    private static func call(_ function: QueryFunction, _ argument: Operand) -> (ColumnOperand, Kind)? {
        guard let (part, kind) = compile(argument) else { return nil }
        switch function {
        case .abs: return (.function(.abs, part), kind)
        case .floor, .ceiling, .trunc: return kind.isWhole ? (part, kind) : (.function(function, part), kind)
        case .sqrt: return (.function(.sqrt, part), Kind(isWhole: false, greatest: .infinity))
        default: return nil
        }
    }

    /// The columns whose numbers must be as small as was taken for granted.
    var sizes: Set<IntegerColumn> {
        switch self {
        case .integer(let column): column == .mediaSubtypes ? [] : [column]
        case .constant, .flags, .real: []
        case .arithmetic(_, let left, let right, _): left.sizes.union(right.sizes)
        case .complement(let part), .function(_, let part): part.sizes
        }
    }
}
