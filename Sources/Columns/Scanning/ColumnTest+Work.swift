extension ColumnTest {
    /// What testing a block of rows costs of a query's budget, in its units of about a microsecond.
    var blockWork: Int {
        switch self {
        case .constant, .bits, .integer, .real, .integers, .reals: 2
        case .flags(_, let values, _): 2 * values.count
        case .rows: 20
        case .calculation: 50
        // A quarter of a microsecond for each row.
        case .rowByRow: ColumnBlock.size / 4
        case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.blockWork }
        case .not(let test): test.blockWork + 1
        }
    }
}
