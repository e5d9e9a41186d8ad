import Foundation
import Photos
import Stage
import Testing

extension ApplicationTests {
    @Suite struct GroupURLs {
        let stage: Stage
        init() throws { stage = try Stage() }
        var library: PHPhotoLibrary { .shared() }

        @Test func groupURLsOfTheAssetsLibraryFindTheAlbum() throws {
            let album = try stage.album("Old")
            let uuid = String(album.localIdentifier.prefix(36))
            let url = try #require(URL(string: "assets-library://group/?id=\(uuid)"))
            #expect(PHAssetCollection.fetchAssetCollections(withALAssetGroupURLs: [url], options: nil).all == [album])
        }
    }
}
