import Foundation
import PhotoModel
import Synchronization

/// The assets of a view in its order, 8 bytes each, and what was reckoned of them.
final class ViewList: Sendable {
    private static let lastNumber = Atomic<UInt64>(0)

    /// No other list of this process has it.
    let number: UInt64 = ViewList.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    let ids: ContiguousArray<Int64>
    /// Timelines as they are sent. A page asks one or two of them.
    private let timelines = Mutex<[TimelineUnit: [UInt8]]>([:])
    /// The proportions of its pictures, a byte an asset: a page asks for one stretch after another.
    private let knownShapes = Mutex<[UInt8]?>(nil)
    /// Where on a map they are, 12 bytes for each that says it: a page asks for one part of the world after another.
    private let knownPoints = Mutex<MapPoints?>(nil)

    /// Where its months begin, of a list that goes by date: who lists a network folder asks for one after another.
    private let knownMonths = Mutex<DAVMonths?>(nil)

    init(_ ids: ContiguousArray<Int64>) { self.ids = ids }

    func months(_ make: () throws -> DAVMonths) rethrows -> DAVMonths {
        if let known = knownMonths.withLock({ $0 }) { return known }
        let made = try make()
        knownMonths.withLock { $0 = made }
        return made
    }

    func shapes(_ make: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let known = knownShapes.withLock({ $0 }) { return known }
        let made = try make()
        knownShapes.withLock { $0 = made }
        return made
    }

    func points(_ make: () throws -> MapPoints) rethrows -> MapPoints {
        if let known = knownPoints.withLock({ $0 }) { return known }
        let made = try make()
        knownPoints.withLock { $0 = made }
        return made
    }

    func timeline(_ unit: TimelineUnit, _ make: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let known = timelines.withLock({ $0[unit] }) { return known }
        let made = try make()
        timelines.withLock { $0[unit] = made }
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
