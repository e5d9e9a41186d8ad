import CoreImage
import Foundation
import Photos

/// What an application does with PhotoKit alone. `EditingProgram LIBRARY add FILE [MOVIE]` makes a photo, a video or a Live Photo;
/// `EditingProgram LIBRARY edit RECIPE knows|builds [RENDERING]` edits the newest by the flow of "Editing Asset Content": an editor that knows its own edit makes it anew,
/// one that doesn't builds upon it. The frames of a Live Photo are inverted.
enum ApplicationFlow {
    private static let format = "org.example.editor"

    static func add(_ files: [URL]) async throws {
        let isVideo = files[0].pathExtension.lowercased() == "mov"
        try await PHPhotoLibrary.shared().performChanges {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: isVideo ? .video : .photo, fileURL: files[0], options: nil)
            if files.count > 1 { request.addResource(with: .pairedVideo, fileURL: files[1], options: nil) }
        }
    }

    static func edit(_ recipe: String, knows: Bool, rendering: URL?) async throws {
        guard let asset = PHAsset.fetchAssets(with: nil).lastObject else { throw CocoaError(.fileReadNoSuchFile) }
        let input = try await input(asset, knows: knows), output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(formatIdentifier: format, formatVersion: "1.0", data: Data(recipe.utf8))
        if let context = PHLivePhotoEditingContext(livePhotoEditingInput: input) {
            context.frameProcessor = { frame, _ in frame.image.applyingFilter("CIColorInvert", parameters: [:]) }
            try await context.saveLivePhoto(to: output)
        } else if let rendering {
            try Data(contentsOf: rendering).write(to: output.renderedContentURL)
        }
        try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
    }

    private static func input(_ asset: PHAsset, knows: Bool) async throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = { knows && $0.formatIdentifier == format && $0.formatVersion == "1.0" }
        return try await withCheckedThrowingContinuation { continuation in
            asset.requestContentEditingInput(with: options) { input, info in
                if let input { return continuation.resume(returning: input) }
                continuation.resume(throwing: info[PHContentEditingInputErrorKey] as? NSError ?? CocoaError(.userCancelled) as NSError)
            }
        }
    }
}
