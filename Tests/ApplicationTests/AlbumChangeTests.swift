import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct AlbumChanges {
        let world: World
        init() throws { world = try World() }
        var library: PHPhotoLibrary { .shared() }

        func members(_ album: PHAssetCollection) -> [PHAsset] { PHAsset.fetchAssets(in: album, options: nil).all }

        /// Opens a request as the documentation advises: with the assets as fetched.
        func change(_ album: PHAssetCollection, _ body: (PHAssetCollectionChangeRequest) -> Void) throws {
            let fetched = PHAsset.fetchAssets(in: album, options: nil)
            try withoutActuallyEscaping(body) { body in
                try library.performChangesAndWait {
                    guard let request = PHAssetCollectionChangeRequest(for: album, assets: fetched) else { return }
                    body(request)
                }
            }
        }

        @Test func anAlbumIsMadeRenamedAndDeleted() throws {
            let asset = try world.save()
            var placeholder: PHObjectPlaceholder?
            try library.performChangesAndWait {
                let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Draft")
                request.addAssets([asset] as NSFastEnumeration)
                placeholder = request.placeholderForCreatedAssetCollection
            }
            let album = try world.album(identifier: try #require(placeholder).localIdentifier)
            #expect(album.localizedTitle == "Draft")
            #expect(members(album) == [asset])
            var title = ""
            try library.performChangesAndWait {
                let request = PHAssetCollectionChangeRequest(for: album)
                title = request?.title ?? ""
                request?.title = "Final"
            }
            #expect(title == "Draft")
            #expect(try world.again(album).localizedTitle == "Final")
            try library.performChangesAndWait { PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSFastEnumeration) }
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0)
            #expect(PHAsset.fetchAssets(with: nil).all == [asset], "deleting an album leaves its assets")
        }

        @Test func addingAppendsAtTheEnd() throws {
            let days = try world.saveDays(4)
            let album = try world.album("A", [days[3]])
            try change(album) { $0.addAssets([days[1], days[0]] as NSFastEnumeration) }
            #expect(members(album) == [days[3], days[1], days[0]])
        }

        @Test func insertingPutsEachAtItsIndex() throws {
            let days = try world.saveDays(5)
            let album = try world.album("A", Array(days[0...2]))
            try change(album) { $0.insertAssets([days[3], days[4]] as NSFastEnumeration, at: IndexSet([1, 3])) }
            #expect(members(album) == [days[0], days[3], days[1], days[4], days[2]])
        }

        @Test func asManyIndexesAsAssets() throws {
            let days = try world.saveDays(3)
            let album = try world.album("A", [days[0]])
            #expect(throws: (any Error).self) { try change(album) { $0.insertAssets([days[1], days[2]] as NSFastEnumeration, at: IndexSet(integer: 0)) } }
            #expect(members(album) == [days[0]])
        }

        @Test func removingGoesByIdentityOrPosition() throws {
            let days = try world.saveDays(5)
            let album = try world.album("A", days)
            try change(album) { $0.removeAssets([days[4], days[0]] as NSFastEnumeration) }
            #expect(members(album) == Array(days[1...3]))
            try change(album) { $0.removeAssets(at: IndexSet([0, 2])) }
            #expect(members(album) == [days[2]])
            #expect(PHAsset.fetchAssets(with: nil).count == 5)
        }

        @Test func replacingPutsOneForOne() throws {
            let days = try world.saveDays(5)
            let album = try world.album("A", Array(days[0...2]))
            try change(album) { $0.replaceAssets(at: IndexSet([0, 2]), withAssets: [days[3], days[4]] as NSFastEnumeration) }
            #expect(members(album) == [days[3], days[1], days[4]])
        }

        /// "When you call this method, Photos first removes the moved items, then inserts them": the target counts in the shortened list.
        @Test func movingTakesOutFirst() throws {
            let days = try world.saveDays(5)
            let album = try world.album("A", days)
            try change(album) { $0.moveAssets(at: IndexSet([0, 1]), to: 2) }
            #expect(members(album) == [days[2], days[3], days[0], days[1], days[4]])
            try change(album) { $0.moveAssets(at: IndexSet([4]), to: 0) }
            #expect(members(album) == [days[4], days[2], days[3], days[0], days[1]])
        }

        @Test func requestsForWhatCannotBeEditedFail() throws {
            let days = try world.saveDays(1)
            let smart = try #require(
                PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumFavorites, options: nil).firstObject)
            let transient = PHAssetCollection.transientAssetCollection(with: days, title: "T")
            for album in [smart, transient] {
                let before = members(album)
                var wasRefused = false
                do {
                    try library.performChangesAndWait {
                        guard let request = PHAssetCollectionChangeRequest(for: album) else { return wasRefused = true }
                        request.addAssets(days as NSFastEnumeration)
                    }
                } catch { wasRefused = true }
                #expect(wasRefused)
                #expect(members(album) == before)
            }
        }

        #if OPENPHOTOKIT
            @Test func theOtherNamesInTheDocumentation() throws {
                let days = try world.saveDays(2)
                let album = try world.album("A", [days[0]])
                let fetched = PHAsset.fetchAssets(in: album, options: nil)
                try library.performChangesAndWait {
                    PHAssetCollectionChangeRequest(forAssetCollection: album)?.title = "B"
                    PHAssetCollectionChangeRequest(forAssetCollection: album, assets: fetched)?.addAssets([days[1]] as NSFastEnumeration)
                }
                #expect(try world.again(album).localizedTitle == "B")
                #expect(members(album) == days)
            }

            @Test func albumsThatOthersManageTakeNoAssets() throws {
                let asset = try world.save()
                let shared = try world.inventAlbum("Family", subtype: .albumCloudShared)
                #expect(shared.assetCollectionSubtype == .albumCloudShared)
                #expect(!shared.canPerform(.addContent))
                #expect(throws: (any Error).self) {
                    try library.performChangesAndWait {
                        guard let request = PHAssetCollectionChangeRequest(for: shared) else { return }
                        request.addAssets([asset] as NSFastEnumeration)
                    }
                    if members(shared).isEmpty { throw World.Failure(description: "no request") }
                }
                #expect(members(shared) == [])
            }
        #endif
    }
}
