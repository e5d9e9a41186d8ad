import Photos
import PhotosTesting
import Testing

extension ClientTests {
    @Suite struct Projects {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func make(_ title: String, _ data: Data = Data(), _ assets: [PHAsset] = []) throws -> PHProject {
            var identifier = ""
            try fixture.library.performChangesAndWait {
                let request = PHProjectChangeRequest.creationRequestForProject(withTitle: title, extensionData: data, assets: assets)
                identifier = request.placeholderForCreatedProject.localIdentifier
            }
            return try project(identifier)
        }

        private func project(_ identifier: String) throws -> PHProject {
            let found = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject
            return try #require(found as? PHProject)
        }

        @Test func aProjectIsAnAlbumWithItsApplicationsData() throws {
            let assets = try (0..<3).map { try fixture.save("\($0).jpg", seed: $0) }
            let album = try fixture.createAlbum("Album")
            let book = try make("Book", Data("layout".utf8), assets)
            #expect(book.localizedTitle == "Book")
            #expect(book.projectExtensionData == Data("layout".utf8))
            #expect(!book.hasProjectPreview)
            #expect(PHAsset.fetchAssets(in: book, options: nil).all == assets)
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).all
            #expect(albums == [album, book])
            #expect(albums.map { $0 is PHProject } == [false, true])
            let top = PHCollectionList.fetchTopLevelUserCollections(with: nil).all
            #expect(top.map { $0 is PHProject } == [false, true])
            #expect(PHAssetCollection.fetchAssetCollectionsContaining(assets[0], with: .album, options: nil).all.map { $0 is PHProject } == [true])
        }

        @Test func everythingOfAProjectChanges() throws {
            let assets = try (0..<4).map { try fixture.save("\($0).jpg", seed: $0) }
            let book = try make("Book", Data([1]), assets)
            let picture = try #require(UIImage(data: FixtureImages.jpeg(width: 32, height: 16)))
            let last = PHAsset.fetchAssets(withLocalIdentifiers: [assets[3].localIdentifier], options: nil)
            try fixture.library.performChangesAndWait {
                let request = PHProjectChangeRequest(project: book)
                #expect((request.title, request.projectExtensionData) == ("Book", Data([1])))
                request.title = "Year book"
                request.projectExtensionData = Data(repeating: 7, count: 1_048_576)
                request.setKeyAsset(assets[1])
                request.removeAssets([assets[0]])
                request.removeAssets(last)
                request.setProjectPreviewImage(picture)
            }
            let now = try project(book.localIdentifier)
            #expect(now == book)
            #expect(now.localizedTitle == "Year book")
            #expect(now.projectExtensionData == Data(repeating: 7, count: 1_048_576))
            #expect(now.hasProjectPreview)
            #expect(now.projectPreviewImage?.size == CGSize(width: 32, height: 16))
            #expect(PHAsset.fetchAssets(in: now, options: nil).all == [assets[1], assets[2]])
            #expect(PHAsset.fetchKeyAssets(in: now, options: nil)?.all == [assets[1]])
        }

        @Test func moreThanAMegabyteFailsTheBlockWhole() throws {
            let book = try make("Book", Data([1]))
            do {
                try fixture.library.performChangesAndWait {
                    let request = PHProjectChangeRequest(project: book)
                    request.title = "Never"
                    request.projectExtensionData = Data(count: 1_048_577)
                }
                Issue.record("took too much")
            } catch { #expect((error as? PHPhotosError)?.code == .limitExceeded) }
            let now = try project(book.localIdentifier)
            #expect((now.localizedTitle, now.projectExtensionData) == ("Book", Data([1])))
        }

        @Test func projectsAreToldInHistoryAndDeletedAsAlbums() throws {
            let asset = try fixture.save()
            let start = fixture.library.currentChangeToken
            let book = try make("Book", Data(), [asset])
            try fixture.library.performChangesAndWait { PHProjectChangeRequest(project: book).projectExtensionData = Data([2]) }
            try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest.deleteAssetCollections([book] as NSArray) }
            let told = try fixture.library.fetchPersistentChanges(since: start).map { try $0.changeDetails(for: .assetCollection) }
            #expect(told.map { [$0.insertedLocalIdentifiers.count, $0.updatedLocalIdentifiers.count, $0.deletedLocalIdentifiers.count] } == [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0)
            #expect(book.projectExtensionData.isEmpty)
            #expect(PHAsset.fetchAssets(with: nil).all == [asset])
        }
    }
}
