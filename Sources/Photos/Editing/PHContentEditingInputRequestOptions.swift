import Foundation

/// How to get what an edit begins with. <https://developer.apple.com/documentation/photos/phcontenteditinginputrequestoptions>
open class PHContentEditingInputRequestOptions: NSObject {
    /// Asked once of an edited asset, on a queue that is not the main one: whether the program can make that edit again. Where it can, it gets what the edit
    /// was made on, and the adjustment data; else what the asset shows. Default: it can't.
    open var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }
    /// Whether files that are in the cloud only are downloaded. Default false: the request fails with `PHContentEditingInputResultIsInCloudKey`.
    open var isNetworkAccessAllowed = false
    /// Progress of the download from 0 to 1, and a flag that cancels the request when set. On a serial queue that is not the main one. Default `nil`.
    open var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?
    /// Whether `displaySizeImage` is left out, which saves making it. Default false.
    open var skipsDisplaySizeImage = false

    var choice: PHAsset.OriginalResourceChoice?

    public override init() {}

    /// Which of a RAW and JPEG pair counts as the original for this request. Default `.compressed`; as the asset says where it is not set. Setting it fails the
    /// request with `.requestNotSupportedForAsset` for anything but a pair. An edit that is saved of the input makes it the asset's.
    open var originalResourceChoice: PHAsset.OriginalResourceChoice {
        get { choice ?? .compressed }
        set { choice = newValue }
    }
}
