import Foundation

extension QueryValue {
    /// Negative, zero or positive; nil when one side is nil or the two kinds have no order between them.
    func order(to other: QueryValue) -> Int? {
        switch (self, other) {
        case (.string(let a), .string(let b)): BinaryText.order(a, b)
        case (.date(let a), .date(let b)): Self.order(a, b)
        case (.uuid(let a), .uuid(let b)): Self.order(a, b)
        default: Self.numericOrder(self, other)
        }
    }

    /// Equality as predicates have it: nil equals nil, numbers equal across their kinds, other kinds never.
    package func equals(_ other: QueryValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.string(let a), .string(let b)): BinaryText.equal(a, b)
        case (.uuid(let a), .uuid(let b)): a == b
        case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.equals($1) }
        default: order(to: other) == 0
        }
    }

    /// Whether `self ORDERING other` holds; see `Condition.compare` for nil.
    func compares(_ ordering: Ordering, to other: QueryValue) -> Bool {
        switch ordering {
        case .equal: equals(other)
        case .notEqual: !equals(other)
        case .less: order(to: other).map { $0 < 0 } ?? false
        case .lessOrEqual: order(to: other).map { $0 <= 0 } ?? false
        case .greater: order(to: other).map { $0 > 0 } ?? false
        case .greaterOrEqual: order(to: other).map { $0 >= 0 } ?? false
        }
    }

    private static func numericOrder(_ left: QueryValue, _ right: QueryValue) -> Int? {
        switch (left.number, right.number) {
        case (.int(let a)?, .int(let b)?): a < b ? -1 : a > b ? 1 : 0
        case (.double(let a)?, .double(let b)?): order(a, b)
        case (.int(let a)?, .double(let b)?): order(a, b)
        case (.double(let a)?, .int(let b)?): order(b, a).map { -$0 }
        default: nil
        }
    }

    /// The value as `.int` or `.double`, with YES as 1; nil for everything else.
    var number: QueryValue? {
        switch self {
        case .int, .double: self
        case .bool(let flag): .int(flag ? 1 : 0)
        default: nil
        }
    }

    private static func order(_ a: Double, _ b: Double) -> Int? {
        a < b ? -1 : a > b ? 1 : a == b ? 0 : nil
    }

    /// Exact, where converting the integer would round beyond 2^53; SQLite compares the same way.
    private static func order(_ a: Int64, _ b: Double) -> Int? {
        if b.isNaN { return nil }
        if b >= 0x1p63 { return -1 }
        if b < -0x1p63 { return 1 }
        let whole = Int64(b)
        if a != whole { return a < whole ? -1 : 1 }
        return order(Double(whole), b)
    }

    private static func order(_ a: UUID, _ b: UUID) -> Int {
        withUnsafeBytes(of: a.uuid) { a in
            withUnsafeBytes(of: b.uuid) { b in
                for (x, y) in zip(a, b) where x != y { return x < y ? -1 : 1 }
                return 0
            }
        }
    }
}
