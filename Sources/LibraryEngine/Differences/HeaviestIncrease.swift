/// The runs that keep their places: the increasing subsequence with the most elements.
///
/// A longest increasing subsequence of single elements never needs to split a run, since nothing lies between its elements, neither now nor in the
/// end.
enum HeaviestIncrease {
    /// - Returns: for each run whether it belongs to the subsequence.
    static func members(of runs: [IndexRun]) -> [Bool] {
        let ranks = ranks(of: runs)
        // The best sum of a subsequence that ends with each run, and the run before it; a tree of the best by rank.
        var sums = [Int](repeating: 0, count: runs.count)
        var previous = [Int](repeating: -1, count: runs.count)
        var best = [Int](repeating: -1, count: runs.count + 1)
        var last = -1
        for index in runs.indices {
            var node = ranks[index]
            while node > 0 {
                if best[node] >= 0, previous[index] < 0 || sums[best[node]] > sums[previous[index]] { previous[index] = best[node] }
                node -= node & -node
            }
            sums[index] = runs[index].count + (previous[index] < 0 ? 0 : sums[previous[index]])
            if last < 0 || sums[index] > sums[last] { last = index }
            node = ranks[index] + 1
            while node < best.count {
                if best[node] < 0 || sums[index] > sums[best[node]] { best[node] = index }
                node += node & -node
            }
        }
        var members = [Bool](repeating: false, count: runs.count)
        while last >= 0 {
            members[last] = true
            last = previous[last]
        }
        return members
    }

    /// For each run how many will be before it.
    private static func ranks(of runs: [IndexRun]) -> [Int] {
        var ranks = [Int](repeating: 0, count: runs.count)
        for (rank, index) in runs.indices.sorted(by: { runs[$0].start < runs[$1].start }).enumerated() { ranks[index] = rank }
        return ranks
    }
}
