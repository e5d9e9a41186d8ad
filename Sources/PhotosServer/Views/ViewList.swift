import Catalog
import Foundation
import Synchronization

/// The assets of a view in its order, 8 bytes each, and what was reckoned of them.
final class ViewList: Sendable {
    let ids: ContiguousArray<Int64>
    /// Timelines as they are sent. A page asks one or two of them.
    private let timelines = Mutex<[TimelineKey: [UInt8]]>([:])

    struct TimelineKey: Hashable {
        var unit: TimelineUnit
        var zone: String
    }

    init(_ ids: ContiguousArray<Int64>) { self.ids = ids }

    func timeline(_ key: TimelineKey, _ make: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let known = timelines.withLock({ $0[key] }) { return known }
        let made = try make()
        timelines.withLock { timelines in
            if timelines.count >= 8 { timelines.removeAll() }
            timelines[key] = made
        }
        return made
    }
}

/// A list, and a place in the change log at which it was so.
struct ViewSnapshot: Sendable {
    let list: ViewList
    let position: ChangePosition

    var ids: ContiguousArray<Int64> { list.ids }
    var count: Int { list.ids.count }
}
