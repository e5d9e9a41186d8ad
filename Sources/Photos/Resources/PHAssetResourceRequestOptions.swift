import Foundation

/// Names a request for data while it runs.
public typealias PHAssetResourceDataRequestID = Int32
/// Never names a request.
public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0

/// Progress from 0 to 1.
public typealias PHAssetResourceProgressHandler = (Double) -> Void

/// How to get a resource's bytes. <https://developer.apple.com/documentation/photos/phassetresourcerequestoptions>
open class PHAssetResourceRequestOptions: NSObject, NSCopying {
    /// Whether a file that is in the cloud only is downloaded. Default false: the request fails with `PHPhotosError.networkAccessRequired`.
    open var isNetworkAccessAllowed = false
    /// Called while downloading, on a serial queue that is not the main one: with 0 first, growing, and 1 before the first data comes. Default `nil`.
    open var progressHandler: PHAssetResourceProgressHandler?

    public override init() {}

    /// A copy that can be changed independently.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceRequestOptions()
        (copy.isNetworkAccessAllowed, copy.progressHandler) = (isNetworkAccessAllowed, progressHandler)
        return copy
    }
}
