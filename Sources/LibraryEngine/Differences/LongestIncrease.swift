/// The longest increasing subsequence (patience sorting: n log n, and linear where almost everything is in order).
enum LongestIncrease {
    /// - Parameter values: no value twice.
    /// - Returns: for each index whether it belongs to the subsequence.
    static func members(of values: [Int32]) -> [Bool] {
        // The smallest last value of an increasing run of each length, the index it is at, and for each index the one before it in its run.
        var lastValues: [Int32] = []
        var lastIndexes: [Int32] = []
        var previous = [Int32](repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            var length = lastValues.count
            if let last = lastValues.last, last > value { length = lastValues.firstIndexSorted { $0 > value } }
            if length > 0 { previous[index] = lastIndexes[length - 1] }
            if length == lastValues.count {
                lastValues.append(value)
                lastIndexes.append(Int32(index))
            } else {
                (lastValues[length], lastIndexes[length]) = (value, Int32(index))
            }
        }
        var members = [Bool](repeating: false, count: values.count)
        var index = lastIndexes.last ?? -1
        while index >= 0 {
            members[Int(index)] = true
            index = previous[Int(index)]
        }
        return members
    }
}
