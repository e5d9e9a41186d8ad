import CoreImage
import Foundation
import Photos

/// What an application does with PhotoKit alone, for the newest asset of the library. The frames of a Live Photo are inverted.
enum ApplicationFlow {
    private static let format = "org.example.editor"

    /// Makes a photo, a video, a Live Photo, or a pair of a photo and a RAW.
    static func add(_ files: [URL]) async throws { try await PHPhotoLibrary.shared().performChanges { _ = request(files) } }

    /// Makes one with an edit.
    static func create(_ recipe: String, rendering: URL, _ files: [URL]) async throws {
        let rendering = try Data(contentsOf: rendering)
        try await PHPhotoLibrary.shared().performChanges {
            let request = request(files)
            guard let placeholder = request.placeholderForCreatedAsset else { return }
            let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
            output.adjustmentData = data(recipe)
            // What could not be written is told by the block, which finds no rendering.
            try? rendering.write(to: output.renderedContentURL)
            request.contentEditingOutput = output
        }
    }

    /// Edits by the flow of "Editing Asset Content": an editor that knows its own edit makes it anew, one that doesn't builds upon it.
    /// - Parameter whileRendering: called with the number of each frame of a movie, before it is made.
    static func edit(_ recipe: String, knows: Bool, rendering: URL?, whileRendering: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
        let (asset, output) = try await edited(recipe, knows: knows, rendering: rendering, whileRendering)
        try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
    }

    /// The same by one of two editors at once: it says when it is ready, waits for a line, and then says what came of it.
    static func meet(_ recipe: String, rendering: URL) async throws {
        let (asset, output) = try await edited(recipe, knows: true, rendering: rendering) { _ in }
        say("ready")
        _ = readLine()
        do {
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
            say("saved")
        } catch let error as PHPhotosError where error.code == .operationInterrupted {
            // What the second editor made is still there.
            say(try Data(contentsOf: output.renderedContentURL) == Data(contentsOf: rendering) ? "told" : "lost")
        }
    }

    /// Takes edits back; with a choice, to this one of a pair.
    static func takeBack(to choice: PHAsset.OriginalResourceChoice?) async throws {
        let asset = try newest()
        try await PHPhotoLibrary.shared().performChanges {
            let request = PHAssetChangeRequest(for: asset)
            if let choice { request.revertAssetContent(to: choice) } else { request.revertAssetContentToOriginal() }
        }
    }

    private static func say(_ word: String) { FileHandle.standardOutput.write(Data("\(word)\n".utf8)) }

    private static func data(_ recipe: String) -> PHAdjustmentData { PHAdjustmentData(formatIdentifier: format, formatVersion: "1.0", data: Data(recipe.utf8)) }

    private static func newest() throws -> PHAsset {
        guard let asset = PHAsset.fetchAssets(with: nil).lastObject else { throw CocoaError(.fileReadNoSuchFile) }
        return asset
    }

    /// For a change block.
    private static func request(_ files: [URL]) -> PHAssetCreationRequest {
        let request = PHAssetCreationRequest.forAsset()
        func isMovie(_ file: URL) -> Bool { file.pathExtension.lowercased() == "mov" }
        for (index, file) in files.enumerated() {
            let options = PHAssetResourceCreationOptions()
            options.originalFilename = file.lastPathComponent
            let type: PHAssetResourceType = index == 0 ? (isMovie(file) ? .video : .photo) : (isMovie(file) ? .pairedVideo : .alternatePhoto)
            request.addResource(with: type, fileURL: file, options: options)
        }
        return request
    }

    private static func edited(
        _ recipe: String, knows: Bool, rendering: URL?, _ whileRendering: @escaping @Sendable (Int) -> Void
    ) async throws -> (PHAsset, PHContentEditingOutput) {
        let asset = try newest(), input = try await input(asset, knows: knows), output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = data(recipe)
        if let context = PHLivePhotoEditingContext(livePhotoEditingInput: input) {
            // Frames come one after the other.
            var count = 0
            context.frameProcessor = { frame, _ in
                if frame.type == .video {
                    count += 1
                    whileRendering(count)
                }
                return frame.image.applyingFilter("CIColorInvert", parameters: [:])
            }
            try await context.saveLivePhoto(to: output)
        } else if let rendering {
            try Data(contentsOf: rendering).write(to: output.renderedContentURL)
        }
        return (asset, output)
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
