import Photos
import Synchronization

/// Whether this process wants to see what others share.
package enum SharedStreams {
    private static let areDisabled = Atomic(false)

    static func disable() { areDisabled.store(true, ordering: .relaxed) }

    /// For tests: an application can't take it back.
    package static func enable() { areDisabled.store(false, ordering: .relaxed) }

    static var areShown: Bool { !areDisabled.load(ordering: .relaxed) }

    static func shows(_ album: PHAssetCollection) -> Bool { album.assetCollectionSubtype != .albumCloudShared || areShown }

    static func shows(_ asset: PHAsset) -> Bool { !asset.sourceType.contains(.typeCloudShared) || areShown }
}
