import Foundation
import LibraryEngine

/// The dictionaries that handlers get. Numbers are `NSNumber`, as clients cast them.
enum RequestInfo {
    static func success(_ id: PHImageRequestID, isDegraded: Bool) -> [AnyHashable: Any] { always(id, isDegraded: isDegraded) }

    /// Adds what a picture says of damage.
    static func noting(_ result: ImageResult?, of asset: PHAsset, in info: [AnyHashable: Any]) -> [AnyHashable: Any] {
        guard let damage = result?.damage(ofAsset: asset.record.damage) else { return info }
        var info = info
        info[PHImageResultDamageKey] = error(PHPhotosError(.invalidResource, "\(asset.record.filename) is damaged: \(damage)"))
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

    /// Every key that is there always. Copied from one of few and filled in: to hash and compare the keys took a tenth of answering from memory.
    private static func always(_ id: PHImageRequestID, isDegraded: Bool = false, isInCloud: Bool = false) -> [AnyHashable: Any] {
        var info = isDegraded ? kinds.degraded : isInCloud ? kinds.inCloud : kinds.whole
        info[idKey] = NSNumber(value: id)
        return info
    }

    // Guarded by being immutable: it is made of a String.
    nonisolated(unsafe) private static let idKey = AnyHashable(PHImageResultRequestIDKey)
    // Guarded by being immutable, as the numbers in them are.
    nonisolated(unsafe) private static let kinds = (
        whole: kind(isDegraded: false, isInCloud: false), degraded: kind(isDegraded: true, isInCloud: false),
        inCloud: kind(isDegraded: false, isInCloud: true)
    )

    private static func kind(isDegraded: Bool, isInCloud: Bool) -> [AnyHashable: Any] {
        [
            idKey: NSNumber(value: PHInvalidImageRequestID), PHImageResultIsDegradedKey: NSNumber(value: isDegraded),
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
