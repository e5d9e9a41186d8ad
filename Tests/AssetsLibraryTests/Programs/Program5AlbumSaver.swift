import AssetsLibrary
import Foundation
import ImageIO
import SharedWorld
import Testing
import UIKit

/// The category that everybody had: saves an image into an album of the application's own.
extension ALAssetsLibrary {
    func saveImage(_ image: UIImage, metadata: [AnyHashable: Any], toAlbum albumName: String, completion: @escaping (URL?, Error?) -> Void) {
        writeImage(toSavedPhotosAlbum: image.cgImage, metadata: metadata) { (assetURL: URL?, error: Error?) in
            if error != nil {
                completion(nil, error)
                return
            }
            self.addAssetURL(assetURL!, toAlbum: albumName, completion: completion)
        }
    }

    func addAssetURL(_ assetURL: URL, toAlbum albumName: String, completion: @escaping (URL?, Error?) -> Void) {
        var albumWasFound = false
        enumerateGroups(
            withTypes: ALAssetsGroupType(ALAssetsGroupAlbum),
            using: { (group, stop) in
                if let group = group {
                    if albumName == group.value(forProperty: ALAssetsGroupPropertyName) as? String {
                        albumWasFound = true
                        stop?.pointee = true
                        self.add(assetURL, to: group, completion: completion)
                    }
                } else if !albumWasFound {
                    self.addAssetsGroupAlbum(
                        withName: albumName,
                        resultBlock: { group in self.add(assetURL, to: group!, completion: completion) },
                        failureBlock: { error in completion(nil, error) })
                }
            },
            failureBlock: { error in completion(nil, error) })
    }

    private func add(_ assetURL: URL, to group: ALAssetsGroup, completion: @escaping (URL?, Error?) -> Void) {
        asset(
            for: assetURL,
            resultBlock: { asset in
                _ = group.add(asset)
                completion(assetURL, nil)
            },
            failureBlock: { error in completion(nil, error) })
    }
}

extension AssetsLibraryTests {
    @Suite struct Program5 {
        let world: World
        init() throws { world = try World() }

        @MainActor @Test func picturesAreSavedIntoAnAlbumThatIsMadeOnce() async throws {
            let library = ALAssetsLibrary(), image = world.image()
            for number in 1...2 {
                let url: URL? = await withCheckedContinuation { done in
                    library.saveImage(image, metadata: [kCGImagePropertyOrientation as String: 3], toAlbum: "My App") { url, error in
                        #expect(error == nil)
                        done.resume(returning: url)
                    }
                }
                let groups = await library.groups(ALAssetsGroupAlbum)
                #expect(groups.map(\.name) == ["My App"] && groups.first?.numberOfAssets() == number && groups.first?.assets.last?.url == url)
                #expect(groups.first?.assets.last?.defaultRepresentation()?.orientation() == .down)
            }
        }
    }
}
