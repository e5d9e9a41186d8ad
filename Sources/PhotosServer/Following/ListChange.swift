import Foundation
import LibraryEngine

/// How one list became another, in ranges of indexes: what left the list before, and what came to and what changed in the list after.
///
/// What moved has left its old place and come to its new one.
struct ListChange: Equatable, Sendable {
    var removed: [Range<Int>] = []
    var inserted: [Range<Int>] = []
    var changed: [Range<Int>] = []

    /// More ranges are no help to anybody: the list is fetched anew.
    static let longest = 2_000

    init() {}

    /// - Parameter changed: row ids of what changed otherwise than by its place.
    /// - Returns: `nil` for a change that is too scattered to be told.
    init?(from before: ContiguousArray<Int64>, to after: ContiguousArray<Int64>, changed: IDSet) {
        let difference = ListDifference(from: before, to: after, changed: changed)
        var (removed, inserted) = (difference.removed, difference.inserted)
        if !difference.moved.isEmpty {
            for place in difference.moved { inserted.insert(place) }
            let moved = IDSet(difference.moved.map { after[$0] })
            for index in before.indices where moved.contains(before[index]) { removed.insert(index) }
        }
        // Where nothing moves, the places are those in the list after.
        var places = difference.changed
        if !difference.moved.isEmpty { places = IndexSet(difference.changedFinally) }
        (self.removed, self.inserted) = (removed.rangeView.map { $0 }, inserted.rangeView.map { $0 })
        self.changed = places.subtracting(inserted).rangeView.map { $0 }
        guard self.removed.count + self.inserted.count + self.changed.count <= Self.longest else { return nil }
    }
}
