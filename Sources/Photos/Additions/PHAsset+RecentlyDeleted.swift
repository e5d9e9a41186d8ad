import Foundation
import LibraryEngine
import Query

// Apple's platforms have no public way to list, restore or purge Recently Deleted.
extension PHAsset {
    /// Assets in Recently Deleted, hidden ones and every frame of a burst included; by creation date unless the options sort. Addition.
    ///
    /// Sort by `trashedDate` to see first what was deleted last.
    @discardableResult
    public class func fetchRecentlyDeletedAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { plan throws(QueryError) in try plan.assetQuery(.trash) }
    }

    /// When it was moved to Recently Deleted; `nil` for an asset that is not there. Addition.
    public var trashedDate: Date? { record.trashedDate.map { Date(timeIntervalSinceReferenceDate: $0) } }

    /// When its 30 days in Recently Deleted are over and it may be removed for good; `nil` for an asset that is not there. Addition.
    public var expirationDate: Date? { trashedDate?.addingTimeInterval(PhotoLibrary.trashPeriod) }
}

extension PHAssetChangeRequest {
    /// Takes assets out of Recently Deleted; they are where they were in every album. Without effect on others. Addition.
    ///
    /// An asset that was purged fails the block with `.identifierNotFound`.
    public class func restoreAssets(_ assets: any NSFastEnumeration) { _ = TrashRequest(assets, .restore) }

    /// Removes assets in Recently Deleted for good, with their files, which can't be undone. Addition.
    ///
    /// Without effect on those that are gone already; one that is not in Recently Deleted fails the block with `.changeNotSupported`.
    public class func purgeAssets(_ assets: any NSFastEnumeration) { _ = TrashRequest(assets, .purge) }
}
