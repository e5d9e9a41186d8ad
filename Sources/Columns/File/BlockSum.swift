/// The checksum of one column's values in one block of rows: it detects older, torn and foreign values.
///
/// It is additive, so that a writer who changes one value need not read the others.
enum BlockSum {
    /// What one value adds.
    /// - Parameter index: the value's index in its block.
    @inline(__always)
    static func part(_ value: UInt64, at index: Int) -> UInt64 {
        var hash = (UInt64(truncatingIfNeeded: index) &+ 1) &* 0x9E37_79B9_7F4A_7C15 ^ value
        hash = (hash ^ hash >> 32) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 29) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ hash >> 32
    }

    /// The sum over values that lie `stride` bytes apart.
    static func of(_ start: UnsafeRawPointer, width: Int, stride: Int, count: Int) -> UInt64 {
        var sum: UInt64 = 0
        if width == 8 {
            for index in 0..<count { sum &+= part(start.load(fromByteOffset: index &* stride, as: UInt64.self), at: index) }
        } else {
            for index in 0..<count { sum &+= part(UInt64(start.load(fromByteOffset: index &* stride, as: UInt32.self)), at: index) }
        }
        return sum
    }

    /// The sum of all sums, which the header carries: it detects a sum that is older than the header.
    static func total(_ sums: [UInt64]) -> UInt64 {
        var total: UInt64 = 0
        for (index, sum) in sums.enumerated() { total &+= part(sum, at: index) }
        return total
    }
}
