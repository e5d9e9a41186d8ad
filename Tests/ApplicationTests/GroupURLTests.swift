import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct GroupURLs {
        let world: World
        init() throws { world = try World() }
        var library: PHPhotoLibrary { .shared() }

        @Test func groupURLsOfTheAssetsLibraryFindTheAlbum() throws {
            let album = try world.album("Old")
            let uuid = String(album.localIdentifier.prefix(36))
            let url = try #require(URL(string: "assets-library://group/?id=\(uuid)"))
            #expect(PHAssetCollection.fetchAssetCollections(withALAssetGroupURLs: [url], options: nil).all == [album])
        }
    }
}
