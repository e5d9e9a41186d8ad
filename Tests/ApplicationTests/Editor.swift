import Foundation
import Photos
import SharedWorld
import Testing

/// A photo editor, as an application writes one: its recipes are texts.
struct Editor {
    var format = "org.example.editor"
    /// Whether it takes up its own edits again.
    var resumes = true

    /// What an edit begins with.
    func begin(_ asset: PHAsset) async throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = { resumes && $0.formatIdentifier == format && $0.formatVersion == "1.0" }
        return try await Self.input(asset, options)
    }

    static func input(_ asset: PHAsset, _ options: PHContentEditingInputRequestOptions? = nil) async throws -> PHContentEditingInput {
        try await withCheckedThrowingContinuation { continuation in
            asset.requestContentEditingInput(with: options) { input, info in
                if let input { return continuation.resume(returning: input) }
                continuation.resume(throwing: info[PHContentEditingInputErrorKey] as? NSError ?? CocoaError(.userCancelled) as NSError)
            }
        }
    }

    func recipe(_ text: String) -> PHAdjustmentData { PHAdjustmentData(formatIdentifier: format, formatVersion: "1.0", data: Data(text.utf8)) }

    func output(_ input: PHContentEditingInput, _ text: String, rendering: Data) throws -> PHContentEditingOutput {
        let output = PHContentEditingOutput(contentEditingInput: input)
        try rendering.write(to: output.renderedContentURL)
        output.adjustmentData = recipe(text)
        return output
    }

    /// The whole of it.
    func edit(_ asset: PHAsset, _ text: String, rendering: Data) async throws {
        try commit(output(try await begin(asset), text, rendering: rendering), to: asset)
    }
}

/// Makes the outcome of an edit what the asset shows.
func commit(_ output: PHContentEditingOutput?, to asset: PHAsset) throws {
    try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
}

/// The bytes of the file that the asset shows.
func shownData(_ asset: PHAsset, _ version: PHImageRequestOptionsVersion = .current) -> Data? {
    let options = PHImageRequestOptions()
    (options.isSynchronous, options.version) = (true, version)
    var found: Data?
    PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) { data, _, _, _ in found = data }
    return found
}

func kinds(_ asset: PHAsset) -> [PHAssetResourceType] { PHAssetResource.assetResources(for: asset).map(\.type).sorted { $0.rawValue < $1.rawValue } }
