import Foundation
import LibraryEngine

/// Names a request for a content editing input while it runs.
public typealias PHContentEditingInputRequestID = Int

/// Whether there is no input because its file must be downloaded first, or that failed (`NSNumber`, a Boolean).
public let PHContentEditingInputResultIsInCloudKey = "PHContentEditingInputResultIsInCloudKey"
/// Whether there is no input because the request was cancelled (`NSNumber`, a Boolean).
public let PHContentEditingInputCancelledKey = "PHContentEditingInputCancelledKey"
/// Why there is no input (`NSError`).
public let PHContentEditingInputErrorKey = "PHContentEditingInputErrorKey"

extension PHAsset {
    private static let editingRequests = ClientRequests()

    /// What `requestContentEditingInput` does.
    func editingInput(
        _ options: PHContentEditingInputRequestOptions?, completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        let id = PHImageManager.nextID(), handler = Unchecked(completionHandler)
        let request: ClientRequest<PHContentEditingInput> = Self.editingRequests.begin(id, on: .main) { delivery in
            let (input, info) = delivery.editingAnswer
            handler.value(input, info)
        }
        do {
            let preparation = EditingPreparation(try sourceLibrary(), self, options)
            let reading = FetchingWork<PHContentEditingInput>()
            request.started { reading.cancel() }
            let access = ResourceAccess(preparation.library, network: NetworkUse(options))
            reading.start(access, preparation.files, on: .editing, read: preparation.input) { request.deliver(.init($0)) }
        } catch {
            request.deliver(.failed(PHPhotosError(error)))
        }
        return PHContentEditingInputRequestID(id)
    }

    func cancelEditingInput(_ requestID: PHContentEditingInputRequestID) {
        if let id = PHImageRequestID(exactly: requestID) { Self.editingRequests.cancel(id) }
    }
}

extension ClientRequest<PHContentEditingInput>.Delivery {
    fileprivate var editingAnswer: (PHContentEditingInput?, [AnyHashable: Any]) {
        switch self {
        case .finished(let input, _), .degraded(let input): (input, [PHContentEditingInputResultIsInCloudKey: NSNumber(value: false)])
        case .cancelled: (nil, [PHContentEditingInputCancelledKey: NSNumber(value: true)])
        case .failed(let error):
            (
                nil,
                [
                    PHContentEditingInputErrorKey: RequestInfo.error(error),
                    PHContentEditingInputResultIsInCloudKey: NSNumber(value: error.code == .networkAccessRequired || error.code == .networkError),
                ]
            )
        }
    }
}

extension NetworkUse {
    /// `nil` where the options keep the request from the network.
    fileprivate init?(_ options: PHContentEditingInputRequestOptions?) {
        guard let options, options.isNetworkAccessAllowed else { return nil }
        guard let handler = options.progressHandler else {
            self.init()
            return
        }
        let client = Unchecked(handler)
        self.init { fraction in
            var stop = ObjCBool(false)
            client.value(fraction, &stop)
            return !stop.boolValue
        }
    }
}
