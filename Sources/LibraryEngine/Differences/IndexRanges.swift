import Foundation

/// Indexes gathered in ascending order, neighbours as one range.
struct IndexRanges {
    private(set) var ranges: [Range<Int>] = []

    mutating func append(_ index: Int) {
        if let last = ranges.last, last.upperBound == index {
            ranges[ranges.count - 1] = last.lowerBound..<(index + 1)
        } else {
            ranges.append(index..<(index + 1))
        }
    }
}

extension IndexSet {
    init(ranges: IndexRanges, shiftedBy offset: Int) {
        self.init()
        for range in ranges.ranges { insert(integersIn: (range.lowerBound + offset)..<(range.upperBound + offset)) }
    }
}

/// Neighbours that will be neighbours.
struct IndexRun {
    /// Where the first of them will be.
    var start: Int
    var count: Int

    /// Appends it, as part of the last run where it goes on with that.
    func join(_ runs: inout [IndexRun]) {
        if let last = runs.last, last.start + last.count == start {
            runs[runs.count - 1].count += count
        } else {
            runs.append(self)
        }
    }
}
