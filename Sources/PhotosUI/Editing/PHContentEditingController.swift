import Foundation
import Photos

/// Edits one photo or video for a host: an extension's principal class adopts it. <https://developer.apple.com/documentation/photosui/phcontenteditingcontroller>
///
/// Here a ``PHContentEditingHost`` is the host.
@MainActor public protocol PHContentEditingController: NSObjectProtocol {
    /// Whether it can go on with an edit that was made before; otherwise it gets what that looks like.
    func canHandle(_ adjustmentData: PHAdjustmentData) -> Bool
    /// Begins with an input, and a picture to show until it has its own.
    func startContentEditing(with contentEditingInput: PHContentEditingInput, placeholderImage: UIImage)
    /// Ends it. The handler is called once: with what was made, or with `nil` where nothing was.
    func finishContentEditing(completionHandler: @escaping (PHContentEditingOutput?) -> Void)
    /// The person wants no edit. What was made is dropped.
    func cancelContentEditing()
    /// Whether something would be lost by cancelling, so that the person should be asked.
    var shouldShowCancelConfirmation: Bool { get }
}

extension PHContentEditingController {
    /// The same, awaited.
    public func finishContentEditing() async -> PHContentEditingOutput? {
        let output: HandedOver<PHContentEditingOutput?> = await withCheckedContinuation { done in
            finishContentEditing { done.resume(returning: HandedOver(value: $0)) }
        }
        return output.value
    }
}

/// What a handler gives to whoever waits for it.
// Guarded by that: it is handed over once.
private struct HandedOver<Value>: @unchecked Sendable {
    let value: Value
}

/// Runs an editing controller on an asset, as Photos runs an extension. Addition.
@MainActor public final class PHContentEditingHost {
    private let asset: PHAsset
    private let controller: any PHContentEditingController
    private var isRunning = false

    /// A host of one edit.
    public init(editing asset: PHAsset, with controller: any PHContentEditingController) { (self.asset, self.controller) = (asset, controller) }

    /// Gives the controller its input.
    /// - Throws: a `PHPhotosError` that says why the asset can't be edited.
    public func begin() async throws {
        let options = PHContentEditingInputRequestOptions(), handler = HandedOver(value: controller)
        options.isNetworkAccessAllowed = true
        // Asked on whichever thread reads the data; the controller is the main actor's.
        options.canHandleAdjustmentData = { @Sendable data in
            let handed = HandedOver(value: data)
            return DispatchQueue.main.sync { MainActor.assumeIsolated { handler.value.canHandle(handed.value) } }
        }
        let answer: HandedOver<(PHContentEditingInput?, [AnyHashable: Any])> = await withCheckedContinuation { done in
            asset.requestContentEditingInput(with: options) { done.resume(returning: HandedOver(value: ($0, $1))) }
        }
        guard let input = answer.value.0 else {
            if let error = answer.value.1[PHContentEditingInputErrorKey] as? NSError {
                throw PHPhotosError(PHPhotosError.Code(rawValue: error.code) ?? .internalError, userInfo: error.userInfo)
            }
            throw PHPhotosError(.userCancelled)
        }
        isRunning = true
        controller.startContentEditing(with: input, placeholderImage: input.displaySizeImage ?? UIImage())
    }

    /// Ends the edit, and makes it the asset's.
    /// - Returns: false where the controller made nothing, or has not begun.
    /// - Throws: a `PHPhotosError`.
    @discardableResult
    public func finish() async throws -> Bool {
        guard isRunning else { return false }
        isRunning = false
        guard let output = await controller.finishContentEditing() else { return false }
        let asset = asset
        try await asset.photoLibrary.performChanges { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
        return true
    }

    /// Drops the edit. Nothing happens where none has begun.
    public func cancel() {
        guard isRunning else { return }
        isRunning = false
        controller.cancelContentEditing()
    }
}
