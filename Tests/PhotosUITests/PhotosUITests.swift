import Foundation
import PhotosUI
import SharedWorld
import Testing

/// What Apple's documentation of PhotosUI says, asked as an application would, and what was chosen where it is silent.
@Suite(.serialized, .sharedLibrary) enum PhotosUITests {}

/// Notes what a picker told, with whether that was on the main queue.
@MainActor final class PickerRecorder: PHPickerViewControllerDelegate {
    private(set) var calls: [[PHPickerResult]] = []

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        dispatchPrecondition(condition: .onQueue(.main))
        calls.append(results)
    }

    /// Identifiers of all calls.
    var identifiers: [[String?]] { calls.map { $0.map(\.assetIdentifier) } }
}

extension NSItemProvider {
    /// Loads data as an application does.
    func data(_ type: UTType) async throws -> Data {
        try await withCheckedThrowingContinuation { done in
            loadDataRepresentation(forTypeIdentifier: type.identifier) { data, error in
                if let data { done.resume(returning: data) } else { done.resume(throwing: error ?? CocoaError(.featureUnsupported)) }
            }
        }
    }

    /// Loads a file, and gives what `body` makes of it while it is there, and where it was.
    func file<T: Sendable>(_ identifier: String, _ body: @escaping @Sendable (URL) throws -> T) async throws -> (value: T, url: URL) {
        try await withCheckedThrowingContinuation { done in
            loadFileRepresentation(forTypeIdentifier: identifier) { url, error in
                done.resume(
                    with: Result {
                        guard let url else { throw error ?? CocoaError(.featureUnsupported) }
                        return (try body(url), url)
                    })
            }
        }
    }
}

@MainActor extension World {
    /// Picks these assets, and gives the results.
    func pick(_ assets: [PHAsset], _ change: (inout PHPickerConfiguration) -> Void = { _ in }) throws -> [PHPickerResult] {
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.selectionLimit = 0
        change(&configuration)
        let picker = PHPickerViewController(configuration: configuration), recorder = PickerRecorder()
        picker.delegate = recorder
        let session = picker.open()
        session.select(assets.map(\.localIdentifier))
        guard session.confirm(), let results = recorder.calls.last else { throw Failure(description: "Nothing could be confirmed") }
        return results
    }

    /// The provider of one asset that was picked.
    func provider(_ asset: PHAsset, _ change: (inout PHPickerConfiguration) -> Void = { _ in }) throws -> NSItemProvider {
        guard let result = try pick([asset], change).first else { throw Failure(description: "Nothing was picked") }
        return result.itemProvider
    }
}

extension World {
    /// Saves files as one asset.
    func save(_ files: [(PHAssetResourceType, URL)], _ change: (PHAssetCreationRequest) -> Void = { _ in }) throws -> PHAsset {
        var identifier: String?
        try withoutActuallyEscaping(change) { change in
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                for (type, file) in files { request.addResource(with: type, fileURL: file, options: nil) }
                change(request)
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
        }
        return try asset(identifier)
    }
}
