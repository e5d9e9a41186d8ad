extension Collection {
    /// The first index from which on `isBehind` holds, by a binary search: it must hold for no element before one that it does not hold for. The end where it
    /// holds for none.
    ///
    /// swift-algorithms has it too. Its two hundred conformances would come with it into every program of a client, where the runtime goes through all of them
    /// for each type that it looks up.
    @inlinable
    package func partitioningIndex(where isBehind: (Element) throws -> Bool) rethrows -> Index {
        var low = startIndex, count = self.count
        while count > 0 {
            let half = count / 2, middle = index(low, offsetBy: half)
            if try isBehind(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
