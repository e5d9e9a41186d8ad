import Foundation
import LibraryEngine

extension NetworkUse {
    typealias ProgressHandler = (Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?) -> Void

    /// What a client's options allow a request; `nil` where they keep it from the network.
    ///
    /// The handler runs on a serial queue of the download's, never on the main one: 0 first, growing, 1 once when the files are here; with an error in a last
    /// call of its own where they can't be had. Setting its stop flag ends the request as `cancelImageRequest` would.
    init?(_ id: PHImageRequestID, isAllowed: Bool?, _ handler: ProgressHandler?) {
        guard isAllowed == true else { return nil }
        guard let handler else {
            self.init()
            return
        }
        let client = Unchecked(handler)
        @Sendable func tell(_ fraction: Double, _ error: (any Error)?) -> Bool {
            var stop = ObjCBool(false)
            client.value(fraction, error, &stop, [PHImageResultRequestIDKey: NSNumber(value: id), PHImageResultIsInCloudKey: NSNumber(value: true)])
            return !stop.boolValue
        }
        self.init(progress: { tell($0, nil) }, failed: { _ = tell($0, RequestInfo.error(PHPhotosError($1))) })
    }
}
