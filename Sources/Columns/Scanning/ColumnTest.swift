import PhotoModel
import Query

/// A condition over columns, true or false of every row.
package indirect enum ColumnTest: Sendable {
    case constant(Bool)
    /// The flags under the mask are one of the values, or, when not `isMember`, none of them.
    case flags(mask: UInt32, values: [UInt32], isMember: Bool)
    /// The bits under the mask are the value, or, when not `isEqual`, are not.
    case bits(IntegerColumn, mask: UInt32, value: UInt32, isEqual: Bool)
    case integer(IntegerColumn, ClosedRange<UInt32>, isInside: Bool)
    /// Nil is the number `ColumnTable.none`, so a range without it excludes nil, and one of it alone finds nil.
    case real(RealColumn, ClosedRange<Double>, isInside: Bool)
    case integers(IntegerColumn, Ordering, IntegerColumn)
    case reals(RealColumn, Ordering, RealColumn)
    case calculation(ColumnCalculation)
    case rows(RowSet)
    /// For what has no loop of its own.
    case rowByRow(Condition)
    case and([ColumnTest])
    case or([ColumnTest])
    case not(ColumnTest)

    /// All of these flags are set.
    package static func has(_ flags: AssetFlags) -> ColumnTest { .flags(mask: flags.rawValue, values: [flags.rawValue], isMember: true) }

    /// None of these flags is set.
    package static func lacks(_ flags: AssetFlags) -> ColumnTest { .flags(mask: flags.rawValue, values: [0], isMember: true) }

    package static func field(_ field: AssetFlags.Field, is kind: some Kind) -> ColumnTest {
        .flags(mask: field.mask << field.shift, values: [UInt32(truncatingIfNeeded: kind.rawValue) << field.shift], isMember: true)
    }

    /// The field has one of these bits.
    package static func field(_ field: AssetFlags.Field, hasAnyOf bits: UInt32) -> ColumnTest {
        let mask = (bits & field.mask) << field.shift
        return mask == 0 ? .constant(false) : .flags(mask: mask, values: [0], isMember: false)
    }

    package static func subtypes(haveAnyOf bits: UInt32) -> ColumnTest { .bits(.mediaSubtypes, mask: bits, value: 0, isEqual: false) }

    /// Any date from this one on.
    package static func since(_ column: RealColumn, _ date: Double) -> ColumnTest {
        date > ColumnTable.none ? .real(column, date...Double.infinity, isInside: true) : .constant(true)
    }

    var negated: ColumnTest {
        switch self {
        case .constant(let truth): .constant(!truth)
        case .flags(let mask, let values, let isMember): .flags(mask: mask, values: values, isMember: !isMember)
        case .bits(let column, let mask, let value, let isEqual): .bits(column, mask: mask, value: value, isEqual: !isEqual)
        case .integer(let column, let range, let isInside): .integer(column, range, isInside: !isInside)
        case .real(let column, let range, let isInside): .real(column, range, isInside: !isInside)
        case .not(let test): test
        default: .not(self)
        }
    }
}
