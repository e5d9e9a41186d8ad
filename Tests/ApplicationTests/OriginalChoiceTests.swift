import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct OriginalChoice {
        let world: World
        init() throws { world = try World() }
        var library: PHPhotoLibrary { .shared() }

        @Test func theChoiceOfAnOriginalIsForPairsOnly() throws {
            #expect(try world.save("plain.jpg", seed: 4).originalResourceChoice == .compressed)
            let file = try world.jpeg()
            #expect(throws: (any Error).self) {
                try library.performChangesAndWait {
                    let request = PHAssetCreationRequest.forAsset()
                    request.addResource(with: .photo, fileURL: file, options: nil)
                    request.originalResourceChoice = .raw
                }
            }
            #expect(PHAsset.fetchAssets(with: nil).count == 1)
        }
    }
}
