import Foundation
import Photos
import Stage
import Testing

extension ApplicationTests {
    @Suite struct CollectionDates {
        let stage: Stage
        init() throws { stage = try Stage() }

        @Test func anAlbumsModificationDateMoves() throws {
            let asset = try stage.save()
            let album = try stage.album("Diary")
            let before = try #require(album.modificationDate)
            stage.wait(3600)
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.addAssets([asset] as NSFastEnumeration) }
            let after = try #require(try stage.again(album).modificationDate)
            #expect(after > before)
        }
    }
}
