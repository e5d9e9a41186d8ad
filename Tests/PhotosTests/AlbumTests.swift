import Photos
import PhotosTesting
import Testing

extension ClientTests {
    @Suite struct Albums {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @Test func theAlbumListWithCounts() throws {
            let assets = try (0..<3).map { try fixture.save("\($0).jpg", seed: $0) }
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: assets[0]).isFavorite = true }
            _ = try fixture.createAlbum("B", [assets[0], assets[1]])
            _ = try fixture.createAlbum("A")
            var lines: [String] = []
            let smart = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .albumRegular, options: nil)
            smart.enumerateObjects { collection, _, _ in
                let count = PHAsset.fetchAssets(in: collection, options: nil).count
                #expect(collection.estimatedAssetCount == count, "\(collection.localizedTitle ?? "")")
                if count > 0 { lines.append("\(collection.assetCollectionSubtype.rawValue) \(count)") }
            }
            #expect(lines == ["203 1", "206 3", "209 3"])
            let user = PHCollectionList.fetchTopLevelUserCollections(with: nil)
            lines = []
            user.enumerateObjects { (collection: PHCollection, _: Int, _: UnsafeMutablePointer<ObjCBool>) in
                guard let album = collection as? PHAssetCollection else { return }
                lines.append("\(album.localizedTitle ?? "") \(album.estimatedAssetCount)")
            }
            #expect(lines == ["B 2", "A 0"])
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: true)]
            options.predicate = NSPredicate(format: "estimatedAssetCount > 0")
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: options).all.map(\.localizedTitle) == ["B"])
            #expect(
                PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: options).all.map(\.assetCollectionSubtype.rawValue).sorted() == [203, 206, 209])
        }

        @Test func theCameraRollIsASmartAlbumWithItsNewestForKey() throws {
            let assets = try (0..<3).map { number in
                try fixture.save("\(number).jpg", seed: number) { $0.creationDate = Date(timeIntervalSince1970: 1_600_000_000 + Double(number)) }
            }
            let roll = try #require(PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: PHFetchOptions()).firstObject)
            #expect(PHAsset.fetchAssets(in: roll, options: nil).all == assets)
            #expect(PHAsset.fetchKeyAssets(in: roll, options: nil)?.all == [assets[2]])
            let again = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [roll.localIdentifier], options: nil)
            #expect(again.all == [roll])
            let album = try fixture.createAlbum("Mine", [assets[1], assets[0]])
            #expect(PHAsset.fetchKeyAssets(in: album, options: nil)?.all == [assets[1]])
            #expect((album.startDate, album.endDate) == (assets[0].creationDate, assets[1].creationDate))
        }

        @Test func transientAlbumsKeepTheirOrderAndTakeNoChange() throws {
            let assets = try (0..<3).map { try fixture.save("\($0).jpg", seed: $0) }
            let album = PHAssetCollection.transientAssetCollection(with: [assets[2], assets[0]], title: "Now")
            #expect(album.localizedTitle == "Now")
            #expect(PHAsset.fetchAssets(in: album, options: nil).all == [assets[2], assets[0]])
            #expect(PHAsset.fetchKeyAssets(in: album, options: nil) == nil)
            #expect(PHAssetCollectionChangeRequest(for: album) == nil)
            #expect(!album.canPerform(.addContent))
        }

        @Test func whatASortTakesForEqualKeepsTheOrderOfATransientAlbum() throws {
            let assets = try (0..<6).map { number in try fixture.save("\(number).jpg", seed: number) { if number % 2 == 1 { $0.isFavorite = true } } }
            let album = PHAssetCollection.transientAssetCollection(with: [5, 2, 0, 3, 4, 1].map { assets[$0] }, title: nil)
            let options = PHFetchOptions()
            for (ascending, order) in [(true, [2, 0, 4, 5, 3, 1]), (false, [5, 3, 1, 2, 0, 4])] {
                options.sortDescriptors = [NSSortDescriptor(key: "favorite", ascending: ascending)]
                #expect(PHAsset.fetchAssets(in: album, options: options).all == order.map { assets[$0] })
            }
        }

        @Test func transientAlbumsLeaveOutWhatStoredOnesDo() throws {
            let assets = try (0..<3).map { number in try fixture.save("\(number).jpg", seed: number) { if number == 1 { $0.rating = .five } } }
            let listed = [assets[0], assets[1], assets[2]]
            let album = try fixture.createAlbum("Stored", listed)
            let options = PHFetchOptions()
            for format in ["rating == nil", "rating != nil", "rating == 5"] {
                options.predicate = NSPredicate(format: format)
                let transient = PHAssetCollection.transientAssetCollection(with: listed, title: nil)
                #expect(PHAsset.fetchAssets(in: transient, options: options).all == PHAsset.fetchAssets(in: album, options: options).all, "\(format)")
            }
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray) }
            let everything = PHFetchOptions()
            let now = PHAsset.fetchAssets(withLocalIdentifiers: [assets[1].localIdentifier], options: nil).all
            let trashed = PHAsset()
            let transient = PHAssetCollection.transientAssetCollection(with: now + [trashed], title: nil)
            #expect(PHAsset.fetchAssets(in: transient, options: everything).all == now)
            everything.includeAssetSourceTypes = .typeCloudShared
            #expect(PHAsset.fetchAssets(in: transient, options: everything).count == 0)
        }

        @Test func foldersHoldAlbumsAndTakeThemAlongWhenDeleted() throws {
            let asset = try fixture.save()
            let album = try fixture.createAlbum("Inside", [asset])
            var identifier = ""
            try fixture.library.performChangesAndWait {
                let request = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Folder")
                request.addChildCollections([album] as NSFastEnumeration)
                identifier = request.placeholderForCreatedCollectionList.localIdentifier
            }
            let folder = try #require(PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [identifier], options: nil).firstObject)
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).all == [folder])
            #expect(PHCollection.fetchCollections(in: folder, options: nil).all == [album])
            #expect(PHCollectionList.fetchCollectionListsContaining(album, options: nil).all == [folder])
            try fixture.library.performChangesAndWait { PHCollectionListChangeRequest(for: folder)?.removeChildCollections([album] as NSArray) }
            #expect(Set(PHCollection.fetchTopLevelUserCollections(with: nil).all) == [album, folder])
            try fixture.library.performChangesAndWait { PHCollectionListChangeRequest(for: folder)?.addChildCollections([album] as NSArray) }
            try fixture.library.performChangesAndWait { PHCollectionListChangeRequest.deleteCollectionLists([folder] as NSArray) }
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
            #expect(PHAsset.fetchAssets(with: nil).all == [asset])
        }

        @Test func titlesFollowTheUsersLanguage() throws {
            let favorites = try #require(PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumFavorites, options: nil).firstObject)
            #expect(["Favorites", "个人收藏", "喜好項目"].contains(favorites.localizedTitle))
        }
    }
}
