import Foundation
import Synchronization

/// Saves for ``UIImageWriteToSavedPhotosAlbum(_:_:_:_:)`` and its like. `Photos` brings one; this module stays a leaf.
package protocol PhotoSaver: AnyObject, Sendable {
    init()
    /// Adds a picture to the process' library. `completion` is called once, on the main queue.
    func save(_ image: UIImage, _ completion: @escaping @Sendable ((any Error)?) -> Void)
    /// Adds a copy of a film.
    func saveVideo(atPath path: String, _ completion: @escaping @Sendable ((any Error)?) -> Void)
    /// Whether the file is a film that can be saved. Waits for the disk.
    func isCompatible(videoAtPath path: String) -> Bool
}

enum PhotoSaving {
    private static let found = Mutex<(any PhotoSaver)?>(nil)

    /// Found by its class name, as the coder of `UIImage` is; `nil` where `Photos` is not linked.
    static var saver: (any PhotoSaver)? {
        found.withLock { saver in
            if saver == nil, let type = NSClassFromString("Photos.ProcessPhotoSaver") as? any PhotoSaver.Type { saver = type.init() }
            return saver
        }
    }

    struct Unavailable: LocalizedError {
        var errorDescription: String? { "Nothing can be saved: the program does not link the product Photos. Add it to the target." }
    }

    static func report(_ completion: (@MainActor @Sendable ((any Error)?) -> Void)?) -> @Sendable ((any Error)?) -> Void {
        { error in
            guard let completion else { return }
            DispatchQueue.main.async { completion(error) }
        }
    }
}

/// Saves a picture to the library that `PHPhotoLibrary.shared()` opens, as a new asset.
/// <https://developer.apple.com/documentation/uikit/uiimagewritetosavedphotosalbum(_:_:_:_:)>
///
/// The picture is saved later, on a thread of its own. There are no selectors here, so a target is told of nothing, and no selector can be given;
/// ``UIImageWriteToSavedPhotosAlbum(_:completion:)`` tells how it ended.
public func UIImageWriteToSavedPhotosAlbum(
    _ image: UIImage, _ completionTarget: Any?, _ completionSelector: Never?, _ contextInfo: UnsafeMutableRawPointer?
) {
    UIImageWriteToSavedPhotosAlbum(image, completion: nil)
}

/// The same, with a handler in the place of target and selector. Addition.
/// - Parameter completion: called once on the main queue, with a `PHPhotosError` where the picture was not saved.
public func UIImageWriteToSavedPhotosAlbum(_ image: UIImage, completion: (@MainActor @Sendable ((any Error)?) -> Void)?) {
    let report = PhotoSaving.report(completion)
    guard let saver = PhotoSaving.saver else { return report(PhotoSaving.Unavailable()) }
    saver.save(image, report)
}

/// Saves a copy of the film at a path, as ``UIImageWriteToSavedPhotosAlbum(_:_:_:_:)`` saves a picture.
/// <https://developer.apple.com/documentation/uikit/uisavevideoatpathtosavedphotosalbum(_:_:_:_:)>
public func UISaveVideoAtPathToSavedPhotosAlbum(
    _ videoPath: String, _ completionTarget: Any?, _ completionSelector: Never?, _ contextInfo: UnsafeMutableRawPointer?
) {
    UISaveVideoAtPathToSavedPhotosAlbum(videoPath, completion: nil)
}

/// The same, with a handler in the place of target and selector. Addition.
/// - Parameter completion: called once on the main queue, with a `PHPhotosError` where the film was not saved.
public func UISaveVideoAtPathToSavedPhotosAlbum(_ videoPath: String, completion: (@MainActor @Sendable ((any Error)?) -> Void)?) {
    let report = PhotoSaving.report(completion)
    guard let saver = PhotoSaving.saver else { return report(PhotoSaving.Unavailable()) }
    saver.saveVideo(atPath: videoPath, report)
}

/// Whether the file at a path is a film that ``UISaveVideoAtPathToSavedPhotosAlbum(_:_:_:_:)`` can save. Waits for the disk.
/// <https://developer.apple.com/documentation/uikit/uivideoatpathiscompatiblewithsavedphotosalbum(_:)>
public func UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(_ videoPath: String) -> Bool { PhotoSaving.saver?.isCompatible(videoAtPath: videoPath) ?? false }
