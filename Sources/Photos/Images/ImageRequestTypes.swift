import Foundation

/// Names a request while it runs; of all managers' requests in this process, no two have the same.
public typealias PHImageRequestID = Int32
/// Never names a request.
public let PHInvalidImageRequestID: PHImageRequestID = 0

/// Progress of a download from 0 to 1, why it failed, a flag that cancels the request when set, and the request's id.
public typealias PHAssetImageProgressHandler = (Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?) -> Void

/// Asks for the picture at its full size.
public let PHImageManagerMaximumSize = CGSize(width: -1, height: -1)

/// Whether there is no result because the data must be downloaded first, or that failed (`NSNumber`, a Boolean).
public let PHImageResultIsInCloudKey = "PHImageResultIsInCloudKey"
/// Whether this is less than what was asked for (`NSNumber`, a Boolean). Another call follows, but with `.fastFormat`.
public let PHImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
/// Which request this call answers (`NSNumber`).
public let PHImageResultRequestIDKey = "PHImageResultRequestIDKey"
/// Whether there is no result because the request was cancelled (`NSNumber`, a Boolean).
public let PHImageCancelledKey = "PHImageCancelledKey"
/// Why there is no result (`NSError`).
public let PHImageErrorKey = "PHImageErrorKey"

/// Why a part of the picture is missing or may be (`NSError` of the code `.invalidResource`). Beside an image, and never with `PHImageErrorKey`: the file is
/// damaged, and this is what there is of it. Addition.
public let PHImageResultDamageKey = "PHImageResultDamageKey"

/// How a picture is fitted to a target size of another shape. <https://developer.apple.com/documentation/photos/phimagecontentmode>
public enum PHImageContentMode: Int, Sendable {
    /// The whole picture inside the target size.
    case aspectFit = 0
    /// The target size covered by the picture.
    case aspectFill = 1

    /// ``aspectFit``.
    public static var `default`: PHImageContentMode { .aspectFit }
}

/// Which version of an asset. <https://developer.apple.com/documentation/photos/phimagerequestoptionsversion>
public enum PHImageRequestOptionsVersion: Int, Sendable {
    /// With its edits.
    case current = 0
    /// Without edits.
    case unadjusted = 1
    /// As captured, in its highest fidelity: the RAW of a RAW and JPEG pair.
    case original = 2
}

/// How fast against how good. <https://developer.apple.com/documentation/photos/phimagerequestoptionsdeliverymode>
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
    /// Perhaps a thumbnail first, then what was asked for.
    case opportunistic = 0
    /// One result, what was asked for.
    case highQualityFormat = 1
    /// One result: a thumbnail where more was asked for, made where there is none.
    case fastFormat = 2
}

/// How exactly a picture has the size that was asked for. <https://developer.apple.com/documentation/photos/phimagerequestoptionsresizemode>
public enum PHImageRequestOptionsResizeMode: Int, Sendable {
    /// The full size, whatever the target is.
    case none = 0
    /// A size like the target's or somewhat larger, whatever is cheapest; never enlarged.
    case fast = 1
    /// Exactly the size the target and the content mode ask for, enlarged if need be.
    case exact = 2
}

/// How to make a picture. <https://developer.apple.com/documentation/photos/phimagerequestoptions>
open class PHImageRequestOptions: NSObject, NSCopying {
    /// Default `.current`.
    open var version: PHImageRequestOptionsVersion = .current
    /// Default `.opportunistic`.
    open var deliveryMode: PHImageRequestOptionsDeliveryMode = .opportunistic
    /// Default `.fast`.
    open var resizeMode: PHImageRequestOptionsResizeMode = .fast
    /// Part of the picture in unit coordinates, origin at the top left; only with `.exact`. Default zero: all of it.
    open var normalizedCropRect: CGRect = .zero
    /// Whether a file that is in the cloud only is downloaded. Default false: the request fails with `PHImageResultIsInCloudKey`.
    open var isNetworkAccessAllowed = false
    /// Default false. True calls the handler once, on the calling thread, before the request method returns.
    open var isSynchronous = false
    /// Called while downloading, on a serial queue that is not the main one, also of synchronous requests: with 0 first, growing, and 1 before the last
    /// call of the result handler. Default `nil`.
    open var progressHandler: PHAssetImageProgressHandler?
    /// Whether the preview comes after the thumbnail where both are at hand and less than what was asked for; with `.opportunistic`. Default false.
    open var allowSecondaryDegradedImage = false
    /// Whether a picture for bright screens (PQ or HLG) comes as one: in 16 bits a component, with its own brightness and colours, which its colour space
    /// names. How bright it may be, `targetHDRHeadroom` says. A picture with a gain map comes with that applied, in PQ and the primaries of Display P3.
    /// Default false: pictures are for ordinary screens.
    open var preferHDR = false
    /// How bright the brightest may be, as a multiple of white. Default 1: pictures are for ordinary screens, unless `preferHDR` is set. More than 1 gives
    /// PQ up to that brightness; 0, which is also what negative values and those between 0 and 1 mean, changes no brightness.
    open var targetHDRHeadroom: CGFloat = 1
    /// An addition to PhotoKit: whether colours that sRGB does not hold stay, with the picture's own colour space. Default false: images are sRGB.
    open var keepsWideGamut = false
    /// An addition to PhotoKit: whether a picture with more than 8 bits a component gives 16; others give 8 all the same. Such an image is made from the
    /// file, since thumbnails and previews have 8. Default false.
    open var keepsDeepColor = false

    public override init() {}

    /// A copy that can be changed independently.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHImageRequestOptions()
        (copy.version, copy.deliveryMode, copy.resizeMode) = (version, deliveryMode, resizeMode)
        (copy.normalizedCropRect, copy.isNetworkAccessAllowed, copy.isSynchronous) = (normalizedCropRect, isNetworkAccessAllowed, isSynchronous)
        (copy.progressHandler, copy.allowSecondaryDegradedImage) = (progressHandler, allowSecondaryDegradedImage)
        (copy.preferHDR, copy.targetHDRHeadroom) = (preferHDR, targetHDRHeadroom)
        (copy.keepsWideGamut, copy.keepsDeepColor) = (keepsWideGamut, keepsDeepColor)
        return copy
    }
}
