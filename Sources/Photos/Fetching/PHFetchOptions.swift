import Foundation

/// How to fetch: which, in which order, how many. <https://developer.apple.com/documentation/photos/phfetchoptions>
///
/// Without options every fetch uses the defaults named here. Not safe to change while another thread fetches with it.
open class PHFetchOptions: NSObject, NSCopying {
    /// Which to fetch; made by `NSPredicate(format:)`. Default `nil`: all. One that can't be used gives an empty result with an `error`.
    open var predicate: NSPredicate?
    /// In which order; made by `NSSortDescriptor(key:ascending:)`. Default `nil`: the album's own order in an album, else oldest first.
    open var sortDescriptors: [NSSortDescriptor]?
    /// Default false.
    open var includeHiddenAssets = false
    /// Default false: of a burst, only the representative and what the user picked.
    open var includeAllBurstAssets = false
    /// Default empty: what the fetch method infers, the user's own library for the library-wide ones.
    open var includeAssetSourceTypes: PHAssetSourceType = []
    /// At most so many, counted after sorting. Default 0: no limit.
    open var fetchLimit = 0
    /// Whether change details should have index differences for this result. Default true.
    open var wantsIncrementalChangeDetails = true
    /// Default false. Without effect: captions, names and keywords always come with the fetch.
    open var prefetchAssetExtendedMetadata = false
    /// Where to fetch from. Addition. Default `nil`: the shared library.
    open var photoLibrary: PHPhotoLibrary?

    public override init() {}

    /// A copy that can be changed independently.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHFetchOptions()
        (copy.predicate, copy.sortDescriptors, copy.fetchLimit) = (predicate, sortDescriptors, fetchLimit)
        (copy.includeHiddenAssets, copy.includeAllBurstAssets) = (includeHiddenAssets, includeAllBurstAssets)
        (copy.includeAssetSourceTypes, copy.wantsIncrementalChangeDetails) = (includeAssetSourceTypes, wantsIncrementalChangeDetails)
        (copy.prefetchAssetExtendedMetadata, copy.photoLibrary) = (prefetchAssetExtendedMetadata, photoLibrary)
        return copy
    }
}
