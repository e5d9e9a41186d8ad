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
