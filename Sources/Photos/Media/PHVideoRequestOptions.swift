import Foundation

/// Progress from 0 to 1, an error, a flag that cancels the request when set, and information about it.
public typealias PHAssetVideoProgressHandler = (Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?) -> Void

/// Which version of a video. <https://developer.apple.com/documentation/photos/phvideorequestoptionsversion>
public enum PHVideoRequestOptionsVersion: Int, Sendable {
    /// With its edits.
    case current = 0
    /// As captured.
    case original = 1
}

/// Which quality to deliver. The library keeps one movie of each version, which every mode delivers.
public enum PHVideoRequestOptionsDeliveryMode: Int, Sendable {
    /// Whatever suits.
    case automatic = 0
    /// The best.
    case highQualityFormat = 1
    /// One of medium size.
    case mediumQualityFormat = 2
    /// Whatever is there soonest.
    case fastFormat = 3
}

/// How to get a movie. <https://developer.apple.com/documentation/photos/phvideorequestoptions>
open class PHVideoRequestOptions: NSObject, NSCopying {
    /// Whether a movie that is in the cloud only is downloaded. Default false: the request fails with `PHImageResultIsInCloudKey`.
    open var isNetworkAccessAllowed = false
    /// Default `.current`.
    open var version: PHVideoRequestOptionsVersion = .current
    /// Default `.automatic`. Makes no difference.
    open var deliveryMode: PHVideoRequestOptionsDeliveryMode = .automatic
    /// Called while downloading, on a serial queue that is not the main one: with 0 first, growing, and 1 before the result handler is called.
    /// Default `nil`.
    open var progressHandler: PHAssetVideoProgressHandler?

    public override init() {}

    /// A copy that can be changed independently.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHVideoRequestOptions()
        (copy.isNetworkAccessAllowed, copy.progressHandler) = (isNetworkAccessAllowed, progressHandler)
        (copy.version, copy.deliveryMode) = (version, deliveryMode)
        return copy
    }
}
