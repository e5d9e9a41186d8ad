import Query

/// Conditions over the flags alone have so few cases that all of them are tried beforehand, whatever is calculated.
enum FlagTable {
    /// - Parameter keys: those that the condition reads.
    /// - Returns: `nil` when a key has a column of its own, or when there are too many cases.
    static func test(_ condition: Condition, _ keys: Set<Int>) -> ColumnTest? {
        var mask: UInt32 = 0
        for key in keys {
            guard let bits = ColumnKey.at(key)?.flagBits else { return nil }
            mask |= bits
        }
        guard mask.nonzeroBitCount <= 8 else { return nil }
        var passing: [UInt32] = [], failing: [UInt32] = []
        // Every combination of the mask's bits: subtracting the mask counts through them.
        var flags: UInt32 = 0
        repeat {
            guard let passes = try? condition.matches({ ColumnKey.at($0)?.value(flags: flags) ?? .null }) else { return nil }
            if passes { passing.append(flags) } else { failing.append(flags) }
            flags = (flags &- mask) & mask
        } while flags != 0
        if passing.isEmpty { return .constant(false) }
        if failing.isEmpty { return .constant(true) }
        let isMember = passing.count <= failing.count
        return .flags(mask: mask, values: isMember ? passing : failing, isMember: isMember)
    }
}
