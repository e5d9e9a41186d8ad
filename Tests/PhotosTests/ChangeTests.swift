import Photos
import PhotosTesting
import Synchronization
import Testing

extension ClientTests {
    @Suite struct Changes {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @Test func propertiesChangeAndTheOldObjectDoesNot() throws {
            let asset = try fixture.save()
            fixture.temporary.clock.advance(by: 60)
            try fixture.library.performChangesAndWait {
                let request = PHAssetChangeRequest(for: asset)
                request.isFavorite = !asset.isFavorite
                request.caption = "By the lake"
                request.addKeyword("lake")
                request.addKeyword("lake")
            }
            #expect(!asset.isFavorite, "objects don't change")
            let again = try #require(PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil).firstObject)
            #expect(again.isFavorite)
            #expect(again == asset)
            #expect(again.extendedMetadata.caption == "By the lake")
            #expect(again.extendedMetadata.keywords == ["lake"])
            #expect(again.modificationDate == fixture.temporary.clock.now)
        }

        @Test func hiddenAssetsAreLeftOutUnlessAskedForOrNamed() throws {
            let asset = try fixture.save()
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = true }
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
            let options = PHFetchOptions()
            options.includeHiddenAssets = true
            #expect(PHAsset.fetchAssets(with: options).all == [asset])
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil).all == [asset])
        }

        @Test func deletingTakesArraysOfEveryKindAndFetchResults() throws {
            let assets = try (0..<5).map { try fixture.save("\($0).jpg", seed: $0) }
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray) }
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[1]] as NSFastEnumeration) }
            let optional: PHAsset? = assets[2]
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([optional] as NSFastEnumeration) }
            let rest = PHAsset.fetchAssets(withLocalIdentifiers: [assets[3].localIdentifier], options: nil)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(rest) }
            #expect(PHAsset.fetchAssets(with: nil).all == [assets[4]])
            #expect(rest.count == 1, "a result does not change")
            #expect(rest.firstObject?.localIdentifier == assets[3].localIdentifier)
        }

        @Test func albumsAreFilledEmptiedRenamedAndDeleted() throws {
            let assets = try (0..<4).map { try fixture.save("\($0).jpg", seed: $0) }
            let album = try fixture.createAlbum("Trip", Array(assets[0...2]))
            #expect(album.estimatedAssetCount == 3)
            try fixture.library.performChangesAndWait {
                let request = PHAssetCollectionChangeRequest(for: album, assets: PHAsset.fetchAssets(in: album, options: nil))
                request?.removeAssets([assets[1]] as NSFastEnumeration)
                request?.insertAssets([assets[3]] as NSFastEnumeration, at: IndexSet(integer: 0))
                request?.title = "Journey"
            }
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "title = %@", "Journey")
            let found = try #require(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options).firstObject)
            #expect(found == album)
            #expect(PHAsset.fetchAssets(in: found, options: nil).all == [assets[3], assets[0], assets[2]])
            try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest(for: found)?.moveAssets(at: IndexSet([0]), to: 2) }
            #expect(PHAsset.fetchAssets(in: found, options: nil).all == [assets[0], assets[2], assets[3]])
            try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest.deleteAssetCollections([found] as NSFastEnumeration) }
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0)
            #expect(PHAsset.fetchAssets(with: nil).count == 4, "assets stay")
            let smart = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumVideos, options: nil)
            #expect(smart.firstObject.map { PHAssetCollectionChangeRequest(for: $0) == nil } == true)
        }

        @Test func completionComesAfterTheChangeIsVisibleAndOffTheMainThread() async throws {
            let file = try fixture.temporary.file("a.jpg", FixtureImages.jpeg())
            let library = fixture.library
            let heard: [String] = await withCheckedContinuation { continuation in
                let history = Mutex<[String]>([])
                library.performChanges({
                    history.withLock { $0.append("block \(PHAsset.fetchAssets(with: nil).count)") }
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                }) { success, error in
                    history.withLock { $0.append("completion \(success) \(error == nil) \(PHAsset.fetchAssets(with: nil).count) \(MainQueue.isCurrent)") }
                    continuation.resume(returning: history.withLock { $0 })
                }
            }
            #expect(heard == ["block 0", "completion true true 1 false"])
        }

        @Test func aCompletionMayWaitForFurtherChanges() async throws {
            let asset = try fixture.save()
            let library = fixture.library
            let worked: Bool = await withCheckedContinuation { continuation in
                library.performChanges({ PHAssetChangeRequest(for: asset).isFavorite = true }) { _, _ in
                    let inner: Void? = try? library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = true }
                    continuation.resume(returning: inner != nil)
                }
            }
            #expect(worked)
        }

        @Test func requestsGoWhenTheirBlockIsDoneWhetherItWorkedOrNot() throws {
            let good = try fixture.temporary.file("good.jpg", FixtureImages.jpeg())
            let bad = try fixture.temporary.file("bad.jpg", Data("nothing".utf8))
            for file in [good, bad] {
                weak var request: PHAssetChangeRequest?
                try? fixture.library.performChangesAndWait {
                    request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                }
                #expect(request == nil)
            }
            let staging = fixture.temporary.url.appendingPathComponent("staging")
            // The lock that all sessions share stays; a session would be a folder beside it.
            #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path).filter { $0 != "gate" } == [])
        }

        @Test func misuseHasNoEffectAndWaitingInsideABlockThrows() throws {
            let asset = try fixture.save()
            PHAssetChangeRequest(for: asset).isFavorite = true
            #expect(PHAsset.fetchAssets(with: nil).firstObject?.isFavorite == false)
            var inner: (any Error)?
            try fixture.library.performChangesAndWait {
                do { try fixture.library.performChangesAndWait {} } catch { inner = error }
            }
            #expect((inner as? PHPhotosError)?.code == .changeNotSupported)
        }
    }
}
