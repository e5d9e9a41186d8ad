import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// What may be done to which collection, key assets, dates, and the older ways to find an album.
    @Suite struct CollectionRules {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @Test(arguments: [
            PHAssetCollectionSubtype.albumRegular, .albumSyncedEvent, .albumSyncedFaces, .albumSyncedAlbum, .albumImported, .albumMyPhotoStream, .albumCloudShared,
        ])
        func albumsTakeJustTheChangesTheyPermit(subtype: PHAssetCollectionSubtype) throws {
            let (member, other) = (try fixture.save("a.jpg", seed: 1), try fixture.save("b.jpg", seed: 2))
            let steps: [(PHCollectionEditOperation, @Sendable (PHAssetCollection) -> Void)] = [
                (.addContent, { PHAssetCollectionChangeRequest(for: $0)?.addAssets([other] as NSArray) }),
                (.addContent, { PHAssetCollectionChangeRequest(for: $0)?.insertAssets([other] as NSArray, at: [0]) }),
                (.removeContent, { PHAssetCollectionChangeRequest(for: $0)?.removeAssets([member] as NSArray) }),
                (.removeContent, { PHAssetCollectionChangeRequest(for: $0)?.removeAssets(at: [0]) }),
                (.rearrangeContent, { PHAssetCollectionChangeRequest(for: $0)?.moveAssets(at: [0], to: 0) }),
                (.rename, { PHAssetCollectionChangeRequest(for: $0)?.title = "new" }),
                (.delete, { PHAssetCollectionChangeRequest.deleteAssetCollections([$0] as NSArray) }),
            ]
            for (operation, step) in steps {
                let identifier = try fixture.temporary.insertAlbum(subtype, title: "theirs", [member])
                func fetched() -> PHAssetCollection? {
                    PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject
                }
                let album = try #require(fetched())
                var failure: PHPhotosError.Code?
                do {
                    try fixture.library.performChangesAndWait {
                        // Nothing of the block happens where one thing in it is denied.
                        PHAssetChangeRequest(for: other).isFavorite = true
                        step(album)
                    }
                    try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: other).isFavorite = false }
                } catch { failure = (error as? PHPhotosError)?.code }
                #expect((failure == nil) == album.canPerform(operation), "\(operation) of \(subtype)")
                guard failure != nil else { continue }
                #expect(failure == .changeNotSupported)
                #expect(fetched()?.localizedTitle == "theirs")
                #expect(PHAsset.fetchAssets(in: album, options: nil).all == [member])
                #expect(PHAsset.fetchAssets(withLocalIdentifiers: [other.localIdentifier], options: nil).firstObject?.isFavorite == false)
            }
        }

        @Test func foldersOfAnotherComputerTakeNoChange() throws {
            let album = try fixture.createAlbum("A")
            let identifier = try fixture.temporary.insertFolder(.smartFolderEvents, title: "Events")
            let folder = try #require(PHCollectionList.fetchCollectionLists(with: .smartFolder, subtype: .any, options: nil).firstObject)
            #expect(folder.localIdentifier == identifier && folder.collectionListType == .smartFolder)
            #expect(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil).count == 0)
            #expect(throws: PHPhotosError.self) {
                try fixture.library.performChangesAndWait { PHCollectionListChangeRequest(for: folder)?.addChildCollections([album] as NSArray) }
            }
            #expect(throws: PHPhotosError.self) {
                try fixture.library.performChangesAndWait { PHCollectionListChangeRequest.deleteCollectionLists([folder] as NSArray) }
            }
            let transient = PHCollectionList.transientCollectionList(with: [album], title: "T")
            #expect(PHCollectionListChangeRequest(for: transient) == nil && !transient.canPerform(.addContent))
        }

        @Test func aChosenKeyAssetStandsForTheAlbumWhileItShows() throws {
            let assets = try (0..<3).map { try fixture.save("\($0).jpg", seed: $0) }
            let album = try fixture.createAlbum("A", [assets[0], assets[1]])
            func key() -> [PHAsset]? { PHAsset.fetchKeyAssets(in: album, options: nil)?.all }
            #expect(key() == [assets[0]])
            try fixture.library.performChangesAndWait {
                let request = PHAssetCollectionChangeRequest(for: album)
                request?.addAssets([assets[2]] as NSArray)
                request?.setKeyAsset(assets[2])
            }
            #expect(key() == [assets[2]])
            let unordered = PHFetchOptions()
            unordered.sortDescriptors = []
            #expect(PHAsset.fetchKeyAssets(in: album, options: unordered)?.all == [assets[2]], "an empty list of orders is none")
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: assets[2]).isHidden = true }
            #expect(key() == [assets[0]])
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: assets[2]).isHidden = false }
            #expect(key() == [assets[2]])
            try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.setKeyAsset(nil) }
            #expect(key() == [assets[0]])
            let stranger = try fixture.save("other.jpg", seed: 9)
            #expect(throws: PHPhotosError.self) {
                try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.setKeyAsset(stranger) }
            }
        }

        @Test func positionsInAnAlbumCountInWhatIsSeen() throws {
            let assets = try (0..<5).map { try fixture.save("\($0).jpg", seed: $0) }
            let album = try fixture.createAlbum("A", Array(assets[0..<4]))
            let fetched = PHAsset.fetchAssets(in: album, options: nil)
            // One is hidden and one taken out before the positions are used.
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest(for: assets[1]).isHidden = true
                PHAssetCollectionChangeRequest(for: album)?.removeAssets([assets[2]] as NSArray)
            }
            try fixture.library.performChangesAndWait {
                let request = PHAssetCollectionChangeRequest(for: album, assets: fetched)
                request?.insertAssets([assets[4]] as NSArray, at: [2])
                request?.removeAssets(at: [0])
            }
            #expect(PHAsset.fetchAssets(in: album, options: nil).all == [assets[4], assets[3]])
            // Without a fetch result they count in what the album shows.
            try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.moveAssets(at: [1], to: 0) }
            #expect(PHAsset.fetchAssets(in: album, options: nil).all == [assets[3], assets[4]])
            let all = PHFetchOptions()
            all.includeHiddenAssets = true
            #expect(Set(PHAsset.fetchAssets(in: album, options: all).all) == [assets[1], assets[3], assets[4]])
        }

        @Test func smartAlbumsSpanTheDatesOfTheirAssets() throws {
            let assets = try (0..<3).map { number in
                try fixture.save("\(number).jpg", seed: number) {
                    $0.creationDate = Date(timeIntervalSince1970: 1_600_000_000 + Double(number))
                    $0.isFavorite = number > 0
                }
            }
            func album(_ subtype: PHAssetCollectionSubtype) throws -> PHAssetCollection {
                try #require(PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: subtype, options: nil).firstObject)
            }
            let favorites = try album(.smartAlbumFavorites)
            #expect((favorites.startDate, favorites.endDate) == (assets[1].creationDate, assets[2].creationDate))
            let videos = try album(.smartAlbumVideos)
            #expect(videos.startDate == nil && videos.endDate == nil)
            let exposures = try album(.smartAlbumLongExposures)
            #expect(exposures.estimatedAssetCount == 0 && ["Long Exposure", "长曝光", "長曝光"].contains(exposures.localizedTitle))
        }

        @Test func anAlbumIsFoundByItsOldURL() throws {
            let album = try fixture.createAlbum("A")
            let uuid = album.localIdentifier.prefix(36)
            let urls = try ["assets-library://group/?id=\(uuid)&type=Album&filter=1537", "assets-library://group/?id=\(UUID().uuidString)"].map {
                try #require(URL(string: $0))
            }
            #expect(PHAssetCollection.fetchAssetCollections(withALAssetGroupURLs: urls, options: nil).all == [album])
        }
    }
}
