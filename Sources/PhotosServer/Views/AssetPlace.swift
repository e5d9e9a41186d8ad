import Catalog
import Foundation

/// Where an asset stands in a list, or where it would.
struct AssetPlace {
    /// `nil` for one that is not in it.
    let index: Int?
    /// The index, or that of the asset that stands where it would.
    let nearest: Int

    init(of record: AssetRecord, in snapshot: ViewSnapshot, _ order: ViewRequest.Order, _ reader: CatalogReader) throws {
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
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            guard let other = try reader.asset(id: ids[middle]) else { break }
            let isBefore = Self.precedes(other, record)
            if order == .newest ? !isBefore : isBefore { low = middle + 1 } else { high = middle }
        }
        nearest = min(low, max(0, ids.count - 1))
    }

    /// By creation date, none at all first, then by row id: as fetches order.
    private static func precedes(_ a: AssetRecord, _ b: AssetRecord) -> Bool {
        let (first, second) = (a.creationDate ?? -.infinity, b.creationDate ?? -.infinity)
        return first == second ? a.id < b.id : first < second
    }
}
