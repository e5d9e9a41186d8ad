import Support

/// The fewest moves that bring a list into order.
///
/// What keeps its place is a longest increasing run of the final indexes; everything else moves once, in the order of the final indexes. Each move
/// puts its element directly behind the one it follows in the end, so between two elements that stay there are first those that have arrived,
/// then those that have yet to leave. From this follow both indexes of every move, without making any.
enum MoveSequence {
    /// - Parameter order: the final indexes of the elements, each once.
    /// - Returns: the moves, each with its element's final index.
    static func moves(of order: [IndexRun]) -> [(from: Int, to: Int, finalIndex: Int)] {
        guard order.count > 1 else { return [] }
        let stays = HeaviestIncrease.members(of: order)
        // How many staying elements are before each moving one, in the order of their indexes now.
        var gapsNow: [Int] = []
        var finalIndexes: [Int] = []
        var staying: [(start: Int, before: Int)] = []
        var stayingCount = 0
        for (run, stays) in zip(order, stays) {
            if stays {
                staying.append((run.start, stayingCount))
                stayingCount += run.count
            } else {
                gapsNow += repeatElement(stayingCount, count: run.count)
                finalIndexes += run.start..<(run.start + run.count)
            }
        }
        // A moving element never ends up inside a staying run.
        func stayingBefore(_ index: Int) -> Int {
            let next = staying.partitioningIndex { $0.start > index }
            return next < staying.count ? staying[next].before : stayingCount
        }
        let ranks = finalIndexes.indices.sorted { finalIndexes[$0] < finalIndexes[$1] }
        // The same in the order of their final indexes: how many staying elements will be before each.
        let gapsFinally = ranks.map { stayingBefore(finalIndexes[$0]) }
        var arrived = PrefixCounts(count: ranks.count)
        return ranks.enumerated().map { number, rank in
            let gap = gapsNow[rank]
            let arrivedBefore = min(number, gapsFinally.partitioningIndex { $0 > gap })
            let from = gap + arrivedBefore + (rank - arrived.count(below: rank))
            arrived.add(rank)
            let leaving = gapsNow.partitioningIndex { $0 >= gapsFinally[number] }
            return (from, gapsFinally[number] + number + (leaving - arrived.count(below: leaving)), finalIndexes[rank])
        }
    }
}

/// Counts marks below an index, both in logarithmic time (a Fenwick tree).
struct PrefixCounts {
    private var sums: [Int]

    init(count: Int) { sums = [Int](repeating: 0, count: count + 1) }

    mutating func add(_ index: Int) {
        var node = index + 1
        while node < sums.count {
            sums[node] += 1
            node += node & -node
        }
    }

    func count(below index: Int) -> Int {
        var (node, sum) = (index, 0)
        while node > 0 {
            sum += sums[node]
            node -= node & -node
        }
        return sum
    }
}
