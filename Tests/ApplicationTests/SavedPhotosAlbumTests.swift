import Foundation
import Photos
import SharedWorld
import Testing
import UIKit

extension ApplicationTests {
    /// UIKit's functions from before there was a photo library to speak to.
    @Suite struct SavedPhotosAlbum {
        let world: World
        init() throws { world = try World() }

        private func saving(_ save: (@escaping @MainActor @Sendable ((any Error)?) -> Void) -> Void) async -> (any Error)? {
            await withCheckedContinuation { (done: CheckedContinuation<(any Error)?, Never>) in
                save { error in
                    dispatchPrecondition(condition: .onQueue(.main))
                    done.resume(returning: error)
                }
            }
        }

        @Test func picturesAndFilmsAreSaved() async throws {
            let image = world.image(width: 60, height: 40), film = try world.movie()
            #expect(await saving { UIImageWriteToSavedPhotosAlbum(image, completion: $0) } == nil)
            #expect(await saving { UISaveVideoAtPathToSavedPhotosAlbum(film.path, completion: $0) } == nil)
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "mediaType", ascending: true)]
            let assets = PHAsset.fetchAssets(with: options)
            #expect(assets.objects(at: IndexSet(0..<assets.count)).map { "\($0.mediaType.rawValue) \($0.pixelWidth)x\($0.pixelHeight)" } == ["1 60x40", "2 64x48"])
            #expect(FileManager.default.fileExists(atPath: film.path), "a copy was saved")
        }

        @Test func theFormsWithoutATargetSaveToo() async throws {
            let image = world.image()
            UIImageWriteToSavedPhotosAlbum(image, nil, nil, nil)
            // Changes are done one after the other, so this one is done after that.
            try await PHPhotoLibrary.shared().performChanges {}
            #expect(PHAsset.fetchAssets(with: .image, options: nil).count == 1)
            UISaveVideoAtPathToSavedPhotosAlbum(try world.movie().path, nil, nil, nil)
            try await PHPhotoLibrary.shared().performChanges {}
            #expect(PHAsset.fetchAssets(with: .video, options: nil).count == 1)
        }

        @Test func whatCannotBeSavedIsTold() async throws {
            let text = try world.file("a.mov", Data("no film".utf8)), picture = try world.jpeg(), film = try world.movie("b.mov")
            #expect(await saving { UIImageWriteToSavedPhotosAlbum(UIImage(), completion: $0) } is PHPhotosError)
            for path in [text.path, picture.path, world.folder.appendingPathComponent("nothing.mov").path, ""] {
                #expect(await saving { UISaveVideoAtPathToSavedPhotosAlbum(path, completion: $0) } is PHPhotosError, "\(path)")
                #expect(!UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(path), "\(path)")
            }
            #expect(UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(film.path))
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
        }
    }
}
