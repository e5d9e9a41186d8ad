import Foundation
import LibraryEngine
import PhotoModel
import Support

/// Where an asset stands in a list, or where it would.
struct AssetIndex {
    /// `nil` for one that is not in it.
    let index: Int?
    /// The index, or that of the asset that stands where it would.
    let nearest: Int

    init(of record: AssetRecord, in snapshot: ViewSnapshot, _ order: ViewRequest.Order, _ reader: LibraryReader, _ zone: TimeZone) throws {
        let ids = snapshot.ids
        let found = ids.withUnsafeBufferPointer { $0.firstIndex(of: record.id) }
        index = found
        if let found {
            nearest = found
            return
        }
        // An album's own order says nothing about where a stranger would be.
        guard order != .album else {
            nearest = 0
            return
        }
        let insertion = try ids.partitioningIndex { id in
            // One that was purged since says nothing.
            guard let other = try reader.asset(id: id) else { return true }
            return Self.precedes(other, record, zone) == (order == .newest)
        }
        nearest = min(insertion, max(0, ids.count - 1))
    }

    /// By the clock where it was taken, no date at all first, then by row id: as lists are ordered.
    private static func precedes(_ a: AssetRecord, _ b: AssetRecord, _ zone: TimeZone) -> Bool {
        let (first, second) = (a.localCreationDate(zone) ?? -.infinity, b.localCreationDate(zone) ?? -.infinity)
        return first == second ? a.id < b.id : first < second
    }
}
