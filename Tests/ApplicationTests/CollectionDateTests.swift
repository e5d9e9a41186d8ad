import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct CollectionDates {
        let world: World
        init() throws { world = try World() }

        @Test func anAlbumsModificationDateMoves() throws {
            let asset = try world.save()
            let album = try world.album("Diary")
            let before = try #require(album.modificationDate)
            world.wait(3600)
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.addAssets([asset] as NSFastEnumeration) }
            let after = try #require(try world.again(album).modificationDate)
            #expect(after > before)
        }
    }
}
