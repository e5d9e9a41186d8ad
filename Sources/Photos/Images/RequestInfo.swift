import Foundation
import Imaging

/// The dictionaries that handlers get. Numbers are `NSNumber`, as clients cast them.
enum RequestInfo {
    static func success(_ id: PHImageRequestID, isDegraded: Bool) -> [AnyHashable: Any] {
        [
            PHImageResultRequestIDKey: NSNumber(value: id), PHImageResultIsDegradedKey: NSNumber(value: isDegraded),
            PHImageResultIsInCloudKey: NSNumber(value: false),
        ]
    }

    static func failure(_ id: PHImageRequestID, _ error: PHPhotosError) -> [AnyHashable: Any] {
        [
            PHImageResultRequestIDKey: NSNumber(value: id), PHImageResultIsDegradedKey: NSNumber(value: false),
            PHImageErrorKey: NSError(domain: PHPhotosErrorDomain, code: error.code.rawValue, userInfo: error.userInfo),
        ]
    }

    static func cancelled(_ id: PHImageRequestID) -> [AnyHashable: Any] {
        [
            PHImageResultRequestIDKey: NSNumber(value: id), PHImageResultIsDegradedKey: NSNumber(value: false),
            PHImageCancelledKey: NSNumber(value: true),
        ]
    }
}

extension UIImage {
    convenience init(_ result: ImageResult) { self.init(cgImage: CGImage(result.image), scale: 1, orientation: .up) }
}
