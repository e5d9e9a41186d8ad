import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct AssetFetches {
        let world: World
        init() throws { world = try World() }

        @Test func optionsBeginWithTheDocumentedDefaults() throws {
            let options = PHFetchOptions()
            #expect(options.predicate == nil)
            #expect(options.sortDescriptors == nil || options.sortDescriptors == [])
            #expect(options.includeHiddenAssets == false)
            #expect(options.includeAllBurstAssets == false)
            #expect(options.includeAssetSourceTypes == [])
            #expect(options.fetchLimit == 0)
            #expect(options.wantsIncrementalChangeDetails == true)
            #expect(options.prefetchAssetExtendedMetadata == false)
        }

        @Test func optionsCanBeCopied() throws {
            let first = PHFetchOptions()
            first.fetchLimit = 3
            first.includeHiddenAssets = true
            let copy = try #require(first.copy() as? PHFetchOptions)
            first.fetchLimit = 5
            #expect(copy.fetchLimit == 3)
            #expect(copy.includeHiddenAssets)
        }

        @Test func typesAreFetchedApart() throws {
            let picture = try world.save()
            let file = try world.movie()
            try PHPhotoLibrary.shared().performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file) }
            #expect(PHAsset.fetchAssets(with: .image, options: nil).all == [picture])
            #expect(PHAsset.fetchAssets(with: .video, options: nil).count == 1)
            #expect(PHAsset.fetchAssets(with: .audio, options: nil).count == 0)
            let all = PHAsset.fetchAssets(with: nil)
            #expect(all.count == 2)
            #expect([PHAssetMediaType.image, .video, .audio].map { all.countOfAssets(with: $0) } == [1, 1, 0])
        }

        @Test func theLimitActsAfterSorting() throws {
            let days = try world.saveDays(5)
            let newest = options {
                $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
                $0.fetchLimit = 2
            }
            #expect(PHAsset.fetchAssets(with: newest).all == [days[4], days[3]])
            newest.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
            newest.fetchLimit = 1
            #expect(PHAsset.fetchAssets(with: newest).all == [days[0]])
        }

        @Test func hiddenAssetsAreLeftOutUnlessAskedForOrNamed() throws {
            let days = try world.saveDays(3)
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: days[1]).isHidden = true }
            #expect(PHAsset.fetchAssets(with: nil).all == [days[0], days[2]])
            #expect(PHAsset.fetchAssets(with: options { $0.includeHiddenAssets = true }).count == 3)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: days.map(\.localIdentifier), options: nil).count == 3)
            let hidden = options {
                $0.includeHiddenAssets = true
                $0.predicate = NSPredicate(format: "hidden == YES")
            }
            #expect(PHAsset.fetchAssets(with: hidden).all == [days[1]])
        }

        @Test func identifiersFindWhatIsThere() throws {
            let days = try world.saveDays(3)
            let wanted = [days[2].localIdentifier, "A-STRANGER/L0/001", days[0].localIdentifier]
            let found = PHAsset.fetchAssets(withLocalIdentifiers: wanted, options: nil)
            #expect(Set(found.all) == [days[0], days[2]], "unknown identifiers are absent")
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: [], options: nil).count == 0)
        }

        @Test func theURLsOfTheAssetsLibraryFindTheAsset() throws {
            let asset = try world.save()
            let uuid = String(asset.localIdentifier.prefix(36))
            let url = try #require(URL(string: "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG"))
            let stranger = try #require(URL(string: "assets-library://asset/asset.JPG?id=\(UUID().uuidString)&ext=JPG"))
            #expect(PHAsset.fetchAssets(withALAssetURLs: [stranger, url], options: nil).all == [asset])
            // A group has an identifier of its own, whatever it is.
            let group = try #require(URL(string: "assets-library://group/?id=\(asset.localIdentifier.prefix(36))&type=1"))
            #expect(PHAsset.fetchAssets(withALAssetURLs: [group], options: nil).count == 0)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: [group.absoluteString], options: nil).count == 0)
        }

        @Test func albumsAreFetchedInTheirOrderAndByOptions() throws {
            let days = try world.saveDays(4)
            let album = try world.album("Mixed", [days[2], days[0], days[3]])
            #expect(PHAsset.fetchAssets(in: album, options: nil).all == [days[2], days[0], days[3]])
            let sorted = options { $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)] }
            #expect(PHAsset.fetchAssets(in: album, options: sorted).all == [days[0], days[2], days[3]])
            sorted.predicate = NSPredicate(format: "creationDate > %@", World.day(1) as NSDate)
            #expect(PHAsset.fetchAssets(in: album, options: sorted).all == [days[2], days[3]])
            sorted.fetchLimit = 1
            #expect(PHAsset.fetchAssets(in: album, options: sorted).all == [days[2]])
        }

        @Test func aCollectionHasKeyAssets() throws {
            let days = try world.saveDays(3)
            let album = try world.album("Trip", Array(days[1...]))
            let keys = try #require(PHAsset.fetchKeyAssets(in: album, options: nil))
            #expect(keys.count >= 1)
            #expect(keys.all.allSatisfy { [days[1], days[2]].contains($0) })
            let roll = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil).firstObject
            let newest = PHAsset.fetchKeyAssets(in: try #require(roll), options: nil)
            #expect(newest?.firstObject == days[2], "the camera roll gives its newest")
            let transient = PHAssetCollection.transientAssetCollection(with: days, title: "Now")
            #expect(PHAsset.fetchKeyAssets(in: transient, options: nil) == nil)
        }

        @Test func prefetchedWordsAreTheSameWords() throws {
            let asset = try world.save { $0.caption = "Noon" }
            let prefetching = options { $0.prefetchAssetExtendedMetadata = true }
            let found = try #require(PHAsset.fetchAssets(with: prefetching).firstObject)
            #expect(found == asset)
            #expect(found.extendedMetadata.caption == "Noon")
        }

        @Test func aFetchIsAsOfItsTime() throws {
            let days = try world.saveDays(3)
            let before = PHAsset.fetchAssets(with: nil)
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest.deleteAssets([days[1]] as NSFastEnumeration) }
            try world.save("late.jpg", seed: 9) { $0.creationDate = World.day(7) }
            #expect(before.count == 3)
            #expect(before.all.map(\.localIdentifier) == days.map(\.localIdentifier))
            #expect(PHAsset.fetchAssets(with: nil).count == 3)
        }
    }
}
