import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// The order in which requests are made inside a block does not matter for what they may name.
    @Suite struct ChangeOrder {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func members(_ identifier: String?) throws -> [String] {
            let found = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [try #require(identifier)], options: nil)
            return PHAsset.fetchAssets(in: try #require(found.firstObject), options: nil).all.map(\.localIdentifier)
        }

        @Test func anAlbumsRequestMayComeBeforeItsAssets() throws {
            let file = try fixture.temporary.file("a.jpg", FixtureImages.jpeg())
            var album: String?, asset: String?
            try fixture.library.performChangesAndWait {
                let albumRequest = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "First")
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                albumRequest.addAssets([request?.placeholderForCreatedAsset] as NSFastEnumeration)
                (album, asset) = (albumRequest.placeholderForCreatedAssetCollection.localIdentifier, request?.placeholderForCreatedAsset?.localIdentifier)
            }
            #expect(try members(album) == [asset])
        }

        @Test func anExistingAlbumsRequestMayComeBeforeANewAsset() throws {
            let album = try fixture.createAlbum("Old")
            let file = try fixture.temporary.file("a.jpg", FixtureImages.jpeg())
            var asset: String?
            try fixture.library.performChangesAndWait {
                let albumRequest = PHAssetCollectionChangeRequest(for: album)
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                albumRequest?.addAssets([request?.placeholderForCreatedAsset] as NSFastEnumeration)
                asset = request?.placeholderForCreatedAsset?.localIdentifier
            }
            #expect(try members(album.localIdentifier) == [asset])
        }

        @Test func aFoldersRequestMayComeBeforeANewAlbum() throws {
            var identifier = ""
            try fixture.library.performChangesAndWait {
                let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Folder")
                let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Inside")
                folder.addChildCollections([album.placeholderForCreatedAssetCollection] as NSArray)
                identifier = folder.placeholderForCreatedCollectionList.localIdentifier
            }
            let folder = try #require(PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [identifier], options: nil).firstObject)
            #expect(PHCollection.fetchCollections(in: folder, options: nil).all.map(\.localizedTitle) == ["Inside"])
        }

        @Test func foldersAreNotDeletedAsAlbumsNorAlbumsAsFolders() throws {
            let album = try fixture.createAlbum("Album")
            try fixture.library.performChangesAndWait { PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Folder") }
            let all = PHCollection.fetchTopLevelUserCollections(with: nil)
            let folder = try #require(all.all.compactMap { $0 as? PHCollectionList }.first)
            #expect(throws: PHPhotosError.self) {
                try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest.deleteAssetCollections([folder] as NSArray) }
            }
            #expect(throws: PHPhotosError.self) {
                try fixture.library.performChangesAndWait { PHCollectionListChangeRequest.deleteCollectionLists([album] as NSArray) }
            }
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 2)
        }

        @Test func assetsThatTakeNoChangeAreLeftAlone() throws {
            let asset = try fixture.save()
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
            do {
                try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
                Issue.record("a deleted asset was changed")
            } catch { #expect((error as? PHPhotosError)?.code == .changeNotSupported) }
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        }

        @Test(.timeLimit(.minutes(10))) func aCompletionMayWaitForAnothersCompletion() async throws {
            let asset = try fixture.save()
            let library = fixture.library
            let heard: Bool = await withCheckedContinuation { continuation in
                library.performChanges({ PHAssetChangeRequest(for: asset).isFavorite = true }) { _, _ in
                    let inner = DispatchSemaphore(value: 0)
                    library.performChanges({ PHAssetChangeRequest(for: asset).isHidden = true }) { _, _ in inner.signal() }
                    continuation.resume(returning: inner.wait(timeout: .now() + 120) == .success)
                }
            }
            #expect(heard)
        }
    }
}
