import AssetsLibrary
import Foundation
import Photos
import SharedWorld
import Testing
import UIKit

/// A post that was not sent: URLs of its pictures in the defaults, asked for again at the next start, and anew when the library changes.
final class DraftController: NSObject {
    let library = ALAssetsLibrary()
    var thumbnails: [UIImage] = []
    var missing: [URL] = []
    var reloads = 0
    private var observer: NSObjectProtocol?

    func watch(_ onChange: @escaping @Sendable () -> Void) {
        observer = NotificationCenter.default.addObserver(forName: NSNotification.Name.ALAssetsLibraryChanged, object: library, queue: nil) { note in
            if let info = note.userInfo, info.count == 0 { return }
            onChange()
        }
    }

    deinit {
        if let observer = observer { NotificationCenter.default.removeObserver(observer) }
    }

    func load(_ draft: [String], completion: @escaping () -> Void) {
        thumbnails = []
        missing = []
        var remaining = draft.count
        for text in draft {
            let url = URL(string: text)!
            library.asset(
                for: url,
                resultBlock: { asset in
                    if let asset = asset, let thumbnail = asset.thumbnail() {
                        self.thumbnails.append(UIImage(cgImage: thumbnail.takeUnretainedValue()))
                    } else {
                        self.missing.append(url)
                    }
                    remaining -= 1
                    if remaining == 0 { completion() }
                },
                failureBlock: { error in
                    NSLog("%@", "\(String(describing: error))")
                    remaining -= 1
                    if remaining == 0 { completion() }
                })
        }
    }
}

extension AssetsLibraryTests {
    @Suite struct Program6 {
        let world: World
        init() throws { world = try World() }

        @MainActor @Test func aDraftSaysWhichPicturesAreGone() async throws {
            let photos = try world.saveDays(3), controller = DraftController()
            let draft = photos.map { "assets-library://asset/asset.JPG?id=\($0.localIdentifier.prefix(36))&ext=JPG" }
            await withCheckedContinuation { done in controller.load(draft) { done.resume() } }
            #expect(controller.thumbnails.count == 3 && controller.missing.isEmpty)
            await withCheckedContinuation { done in
                controller.watch { done.resume() }
                PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.deleteAssets([photos[1]]) }
            }
            await withCheckedContinuation { done in controller.load(draft) { done.resume() } }
            #expect(controller.thumbnails.count == 2 && controller.missing.map(\.absoluteString) == [draft[1]])
        }
    }
}
