import Foundation
import LibraryEngine
import PhotoModel

extension PHObject {
    /// Whether the same object, read again, shows something else than this one.
    /// - Parameter position: from when on the change log is asked where the objects themselves don't tell.
    func differs(from after: PHObject, _ reader: LibraryReader, since position: ChangePosition) throws -> Bool {
        switch (self, after) {
        case (let asset as PHAsset, let after as PHAsset):
            return asset.record != after.record
        case (let album as PHAssetCollection, let after as PHAssetCollection):
            switch (album.content, after.content) {
            case (.album(let record), .album(let after)): return record.shown != after.shown
            // Its members and their number are looked up when asked for, so there is no earlier value to compare with.
            case (.moment(let record), .moment(let after)):
                // By its numbers: a moment without a place has none that equals itself.
                return record.count != after.count || record.range.start != after.range.start || record.range.end != after.range.end
                    || record.center?.latitude != after.center?.latitude || record.center?.longitude != after.center?.longitude
            case (.smart, _): return try reader.hasAssetChanges(after: position, through: reader.position)
            default: return false
            }
        case (let list as PHCollectionList, let after as PHCollectionList):
            switch (list.content, after.content) {
            case (.folder(let record), .folder(let after)): return record.shown != after.shown
            case (.moments(let record), .moments(let after)):
                return record.moments.count != after.moments.count || record.startDate != after.startDate || record.endDate != after.endDate
            case (.root, _): return try reader.hasCollectionChanges(after: position, through: reader.position)
            default: return false
            }
        default:
            return false
        }
    }
}

extension CollectionRecord {
    /// Without its place among others, which is a matter of its folder.
    fileprivate var shown: CollectionRecord {
        var record = self
        (record.parentID, record.position) = (nil, 0)
        return record
    }
}
