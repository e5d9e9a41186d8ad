/// What is left of two lists without their common beginning and end.
struct MiddlePart {
    /// In the list before.
    private(set) var removed = IndexRanges()
    /// In the list after.
    private(set) var inserted = IndexRanges()
    /// Once removals and insertions are made: the place in the list after of each element. Empty when all are in their places.
    private(set) var order: [Int32] = []

    private let after: UnsafeBufferPointer<Int64>
    private var isInserted: [Bool]

    /// Valid as long as the buffers are.
    init(_ before: UnsafeBufferPointer<Int64>, _ after: UnsafeBufferPointer<Int64>) {
        self.after = after
        isInserted = [Bool](repeating: true, count: after.count)
        let places = IDPlaces(after)
        // Places in the list after of what is in both, in the order of the list before.
        var common: [Int32] = []
        common.reserveCapacity(min(before.count, after.count))
        var last: Int32 = -1
        var isOrdered = true
        for index in before.indices {
            guard let place = places.place(of: before[index]), isInserted[Int(place)] else {
                removed.append(index)
                continue
            }
            isInserted[Int(place)] = false
            common.append(place)
            if place < last { isOrdered = false }
            last = place
        }
        for index in isInserted.indices where isInserted[index] { inserted.append(index) }
        if !isOrdered { order = Self.order(common, isInserted) }
    }

    /// Inserted elements are in their places; the others fill the rest in the order they had.
    private static func order(_ common: [Int32], _ isInserted: [Bool]) -> [Int32] {
        var next = common.makeIterator()
        return isInserted.indices.map { index in isInserted[index] ? Int32(index) : next.next() ?? Int32(index) }
    }

    /// Calls `body` for what is in both lists, with its index once removals and insertions are made, and its place in the list after.
    func forEachCommon(_ body: (Int, Int, Int64) -> Void) {
        for index in after.indices {
            let place = order.isEmpty ? index : Int(order[index])
            if !isInserted[place] { body(index, place, after[place]) }
        }
    }
}
