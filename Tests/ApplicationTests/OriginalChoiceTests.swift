import Foundation
import Photos
import Stage
import Testing

extension ApplicationTests {
    @Suite struct OriginalChoice {
        let stage: Stage
        init() throws { stage = try Stage() }
        var library: PHPhotoLibrary { .shared() }

        @Test func theChoiceOfAnOriginalIsForPairsOnly() throws {
            #expect(try stage.save("plain.jpg", seed: 4).originalResourceChoice == .compressed)
            let file = try stage.jpeg()
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
