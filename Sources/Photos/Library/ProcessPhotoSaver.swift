import Foundation
import LibraryEngine
import PlatformTypes

/// Saves for `UIImageWriteToSavedPhotosAlbum` and its like, into the library that `PHPhotoLibrary.shared()` opens. PlatformTypes finds it by its name, for which
/// it must be public, as `ProcessImageCoder`. There is nothing in it to use.
public final class ProcessPhotoSaver: PhotoSaver {
    package init() {}

    package func save(_ image: UIImage, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
        PHPhotoLibrary.shared().performChanges({ _ = PHAssetChangeRequest.creationRequestForAsset(from: image) }) { _, error in completion(error) }
    }

    package func saveVideo(atPath path: String, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
        let file = URL(fileURLWithPath: path)
        guard !path.isEmpty, FileManager.default.isReadableFile(atPath: path) else {
            return completion(PHPhotosError(.missingResource, "There is no file \(path) that can be read, so no video was saved. Check its path and permissions."))
        }
        PHPhotoLibrary.shared().performChanges({ _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file) }) { _, error in completion(error) }
    }

    package func isCompatible(videoAtPath path: String) -> Bool {
        FileManager.default.fileExists(atPath: path) && AVURLAsset(url: URL(fileURLWithPath: path)).tracks(withMediaType: .video).isEmpty == false
    }
}
