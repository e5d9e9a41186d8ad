import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct Collections {
        let world: World
        init() throws { world = try World() }

        @Test func anAlbumSaysWhatItIs() throws {
            let days = try world.saveDays(3)
            let album = try world.album("Holiday", Array(days[1...]))
            #expect(album.localizedTitle == "Holiday")
            #expect(album.assetCollectionType == .album)
            #expect(album.assetCollectionSubtype == .albumRegular)
            #expect(album.canContainAssets)
            #expect(!album.canContainCollections)
            #expect(album.estimatedAssetCount == 2 || album.estimatedAssetCount == NSNotFound, "a hint")
            #if OPENPHOTOKIT
                // Apple's page says nil for all but moments; clients sort their albums by these dates.
                #expect(album.startDate == World.day(1))
                #expect(album.endDate == World.day(2))
            #endif
            #expect(album.localizedLocationNames == [], "only filled for moments")
            let collection: PHCollection = album
            #expect(collection.localIdentifier == album.localIdentifier)
        }

        @Test func typesAndSubtypesSelect() throws {
            let album = try world.album("One")
            func fetch(_ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype) -> [PHAssetCollection] {
                PHAssetCollection.fetchAssetCollections(with: type, subtype: subtype, options: nil).all
            }
            #expect(fetch(.album, .any) == [album])
            #expect(fetch(.album, .albumRegular) == [album])
            #expect(fetch(.album, .albumImported) == [])
            #expect(fetch(.album, .albumCloudShared) == [])
            #expect(fetch(.smartAlbum, .smartAlbumFavorites).map(\.assetCollectionSubtype) == [.smartAlbumFavorites])
            #expect(fetch(.smartAlbum, .any).allSatisfy { $0.assetCollectionType == .smartAlbum })
        }

        @Test func albumsAreFetchedByIdentifier() throws {
            let first = try world.album("One"), second = try world.album("Two")
            let found = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [second.localIdentifier, "nothing"], options: nil)
            #expect(found.all == [second])
            #expect(found.firstObject != first)
        }

        @Test func theAlbumsOfAnAssetAreFound() throws {
            let days = try world.saveDays(2)
            let one = try world.album("One", [days[0]]), both = try world.album("Both", days)
            try world.album("None")
            let containing = PHAssetCollection.fetchAssetCollectionsContaining(days[0], with: .album, options: nil)
            #expect(Set(containing.all) == [one, both])
            #expect(PHAssetCollection.fetchAssetCollectionsContaining(days[1], with: .album, options: nil).all == [both])
            #expect(PHAssetCollection.fetchAssetCollectionsContaining(days[0], with: .smartAlbum, options: nil).count == 0, "not for smart albums")
        }

        @Test func transientAlbumsLiveInMemory() throws {
            let days = try world.saveDays(3)
            let fromArray = PHAssetCollection.transientAssetCollection(with: [days[2], days[0]], title: "Pick")
            #expect(fromArray.localizedTitle == "Pick")
            #expect(PHAsset.fetchAssets(in: fromArray, options: nil).all == [days[2], days[0]])
            let fromResult = PHAssetCollection.transientAssetCollection(withAssetFetchResult: PHAsset.fetchAssets(with: nil), title: nil)
            #expect(PHAsset.fetchAssets(in: fromResult, options: nil).all == days)
            #expect(fromResult.localizedTitle == nil)
            #expect(!fromArray.canPerform(.addContent))
            #expect(!fromArray.canPerform(.removeContent))
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0, "never stored")
        }

        @Test func whatMayBeDoneWithAlbums() throws {
            let asset = try world.save()
            let album = try world.album("Mine", [asset])
            let all: [PHCollectionEditOperation] = [.deleteContent, .removeContent, .addContent, .createContent, .rearrangeContent, .delete, .rename]
            #expect(all.map { album.canPerform($0) } == [true, true, true, true, true, true, true])
            let favourites = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumFavorites, options: nil)
            let smart = try #require(favourites.firstObject)
            #expect([PHCollectionEditOperation.addContent, .rearrangeContent, .delete, .rename].map { smart.canPerform($0) } == [false, false, false, false])
        }
    }
}
