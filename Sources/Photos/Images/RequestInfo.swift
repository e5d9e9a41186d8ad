import Foundation
import Imaging

/// The dictionaries that handlers get. Numbers are `NSNumber`, as clients cast them.
enum RequestInfo {
    static func success(_ id: PHImageRequestID, isDegraded: Bool) -> [AnyHashable: Any] { always(id, isDegraded: isDegraded) }

    static func success(_ id: PHImageRequestID, _ result: ImageResult, isDegraded: Bool, of asset: PHAsset) -> [AnyHashable: Any] {
        var info = always(id, isDegraded: isDegraded)
        if let damage = result.damage(ofAsset: asset.record.damage) {
            info[PHImageResultDamageKey] = error(PHPhotosError(.invalidResource, "\(asset.record.filename) is damaged: \(damage)"))
        }
        return info
    }

    static func failure(_ id: PHImageRequestID, _ failure: PHPhotosError) -> [AnyHashable: Any] {
        var info = always(id, isInCloud: failure.isInCloud)
        info[PHImageErrorKey] = error(failure)
        return info
    }

    static func cancelled(_ id: PHImageRequestID) -> [AnyHashable: Any] {
        var info = always(id)
        info[PHImageCancelledKey] = NSNumber(value: true)
        return info
    }

    static func error(_ error: PHPhotosError) -> NSError { NSError(domain: PHPhotosErrorDomain, code: error.code.rawValue, userInfo: error.userInfo) }

    private static func always(_ id: PHImageRequestID, isDegraded: Bool = false, isInCloud: Bool = false) -> [AnyHashable: Any] {
        [
            PHImageResultRequestIDKey: NSNumber(value: id), PHImageResultIsDegradedKey: NSNumber(value: isDegraded),
            PHImageResultIsInCloudKey: NSNumber(value: isInCloud),
        ]
    }
}

extension PHPhotosError {
    /// The data must be downloaded first, or that failed.
    fileprivate var isInCloud: Bool { code == .networkAccessRequired || code == .networkError }
}

extension UIImage {
    convenience init(_ result: ImageResult) { self.init(cgImage: CGImage(result.image), scale: 1, orientation: .up) }
}
