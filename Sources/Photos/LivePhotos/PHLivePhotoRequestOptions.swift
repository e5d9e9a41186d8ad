import Foundation

/// How to get a Live Photo. <https://developer.apple.com/documentation/photos/phlivephotorequestoptions>
open class PHLivePhotoRequestOptions: NSObject, NSCopying {
    /// Default `.current`.
    open var version: PHImageRequestOptionsVersion = .current
    /// Default `.opportunistic`: perhaps a Live Photo that doesn't move first, then what was asked for.
    open var deliveryMode: PHImageRequestOptionsDeliveryMode = .opportunistic
    /// Whether files that are in the cloud only are downloaded. Default false: the request fails with `PHImageResultIsInCloudKey`.
    open var isNetworkAccessAllowed = false
    /// Kept for whoever shows the Live Photo: a Live Photo is its two files, which have all the brightness they came with. Default false.
    open var preferHDR = false
    /// Called while downloading, on a serial queue that is not the main one: with 0 first, growing over both files, and 1 before the last call of
    /// the result handler. Default `nil`.
    open var progressHandler: PHAssetImageProgressHandler?

    public override init() {}

    /// A copy that can be changed independently.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHLivePhotoRequestOptions()
        (copy.version, copy.deliveryMode) = (version, deliveryMode)
        copy.preferHDR = preferHDR
        (copy.isNetworkAccessAllowed, copy.progressHandler) = (isNetworkAccessAllowed, progressHandler)
        return copy
    }
}
