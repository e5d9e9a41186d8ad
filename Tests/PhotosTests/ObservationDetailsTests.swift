import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// What a change says of objects and results.
    @Suite struct ObservationDetails {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        /// The change that a block makes.
        private func change(_ block: @escaping () throws -> Void) throws -> PHChange {
            // Guarded by the watcher: it is read only after `next` has waited for the call that set it.
            nonisolated(unsafe) var change: PHChange?
            let watcher = Watcher { heard in
                change = heard
                return ""
            }
            fixture.library.register(watcher)
            try block()
            try #require(watcher.next())
            return try #require(change)
        }

        private func perform(_ block: @escaping () -> Void) throws -> PHChange {
            try change { try fixture.library.performChangesAndWait(block) }
        }

        @Test func aDeletedAssetIsGoneAndARestoredOneIsBack() throws {
            let asset = try fixture.save()
            let result = PHAsset.fetchAssets(with: nil)
            let deletion = try perform { PHAssetChangeRequest.deleteAssets([asset] as NSFastEnumeration) }
            let gone = try #require(deletion.changeDetails(for: asset))
            #expect(gone.objectBeforeChanges === asset)
            #expect(gone.objectAfterChanges == nil && gone.objectWasDeleted && !gone.assetContentChanged)
            let details = try #require(deletion.changeDetails(for: result))
            #expect(details.fetchResultBeforeChanges === result)
            #expect(details.removedObjects == [asset])
            #expect(details.fetchResultAfterChanges.count == 0)
            let restoring = try change {
                try fixture.temporary.restore([asset])
            }
            let back = try #require(restoring.changeDetails(for: details.fetchResultAfterChanges))
            #expect(back.insertedObjects == [asset])
            #expect(try #require(restoring.changeDetails(for: asset)).objectAfterChanges == asset)
            let purge = try change { try fixture.temporary.purge([asset]) }
            #expect(try #require(purge.changeDetails(for: asset)).objectWasDeleted)
        }

        @Test func whatIsNotAffectedHasNoDetails() throws {
            let assets = try (0..<2).map { try fixture.save("\($0).jpg", seed: $0) }
            let album = try fixture.createAlbum("A", [assets[0]])
            let other = try fixture.createAlbum("B", [assets[1]])
            let (inAlbum, inOther) = (PHAsset.fetchAssets(in: album, options: nil), PHAsset.fetchAssets(in: other, options: nil))
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
            let change = try perform { PHAssetChangeRequest(for: assets[0]).isFavorite = true }
            #expect(change.changeDetails(for: assets[0])?.objectAfterChanges?.isFavorite == true)
            #expect(change.changeDetails(for: assets[1]) == nil)
            #expect(change.changeDetails(for: inAlbum)?.summary == "-[] +[] ~[0] []")
            #expect(change.changeDetails(for: inOther) == nil)
            #expect(change.changeDetails(for: albums) == nil)
            #expect(change.changeDetails(for: album) == nil)
            #expect(change.changeDetails(for: PHAsset.fetchAssets(with: nil)) == nil, "fetched after the change")
            #expect(change.changeDetails(for: PHFetchResult<PHAsset>()) == nil)
            #expect(change.changeDetails(for: PHAsset()) == nil)
            let favorites = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumFavorites, options: nil)
            let again = try perform { PHAssetChangeRequest(for: assets[1]).isFavorite = true }
            #expect(again.changeDetails(for: favorites)?.summary == "-[] +[] ~[0] []", "a smart album may change with every asset")
        }

        @Test func albumsChangeByTitleMembersAndCount() throws {
            let assets = try (0..<3).map { try fixture.save("\($0).jpg", seed: $0) }
            let first = try fixture.createAlbum("First", assets), second = try fixture.createAlbum("Second", [])
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: true)]
            var albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options)
            #expect(albums.all == [first, second])
            func next(_ block: @escaping () -> Void) throws -> String {
                guard let details = try perform(block).changeDetails(for: albums) else { return "nothing" }
                albums = details.fetchResultAfterChanges
                return details.summary
            }
            // Of two that change places either may be the one that moves.
            let renaming = try next { PHAssetCollectionChangeRequest(for: first)?.title = "Third" }
            #expect(["-[] +[] ~[0] [\"0>1\"]", "-[] +[] ~[0] [\"1>0\"]"].contains(renaming))
            #expect(albums.all == [second, first])
            #expect(try next { PHAssetCollectionChangeRequest(for: first)?.moveAssets(at: [0], to: 2) } == "-[] +[] ~[1] []")
            #expect(try next { PHAssetChangeRequest(for: assets[0]).isHidden = true } == "-[] +[] ~[1] []", "its count")
            #expect(albums.all.last?.estimatedAssetCount == 2)
            #expect(try next { PHAssetCollectionChangeRequest.deleteAssetCollections([second] as NSFastEnumeration) } == "-[0] +[] ~[] []")
            #expect(try next { _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A") } == "-[] +[0] ~[] []")
        }

        @Test func membersOfAnAlbumMoveInItsOrder() throws {
            let assets = try (0..<5).map { try fixture.save("\($0).jpg", seed: $0) }
            let album = try fixture.createAlbum("Order", assets)
            let members = PHAsset.fetchAssets(in: album, options: nil)
            let change = try perform {
                let request = PHAssetCollectionChangeRequest(for: album)
                request?.moveAssets(at: [0], to: 4)
                request?.removeAssets([assets[2]] as NSFastEnumeration)
            }
            let details = try #require(change.changeDetails(for: members))
            #expect(details.summary == "-[2] +[] ~[] [\"0>3\"]")
            #expect(applied(details, to: members.all) == [assets[1], assets[3], assets[4], assets[0]])
            #expect(change.changeDetails(for: album)?.objectAfterChanges?.estimatedAssetCount == 4)
        }

        @Test func aFolderChangesWithWhatIsInIt() throws {
            let album = try fixture.createAlbum("Inside")
            let top = PHCollection.fetchTopLevelUserCollections(with: nil)
            let root = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .rootFolder, options: nil)
            var identifier = ""
            let change = try perform {
                let request = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Folder")
                request.addChildCollections([album] as NSFastEnumeration)
                identifier = request.placeholderForCreatedCollectionList.localIdentifier
            }
            let folder = try #require(PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [identifier], options: nil).firstObject)
            #expect(change.changeDetails(for: top)?.fetchResultAfterChanges.all == [folder])
            #expect(change.changeDetails(for: top)?.summary == "-[0] +[0] ~[] []")
            #expect(change.changeDetails(for: root)?.summary == "-[] +[] ~[0] []")
            let inside = PHCollection.fetchCollections(in: folder, options: nil)
            let renaming = try perform { PHCollectionListChangeRequest(for: folder)?.title = "New" }
            #expect(renaming.changeDetails(for: folder)?.objectAfterChanges?.localizedTitle == "New")
            #expect(renaming.changeDetails(for: inside) == nil)
        }

        @Test func withoutTheOptionThereAreNoIndexes() throws {
            let asset = try fixture.save()
            let options = PHFetchOptions()
            options.wantsIncrementalChangeDetails = false
            let result = PHAsset.fetchAssets(with: options)
            let change = try perform { PHAssetChangeRequest(for: asset).isFavorite = true }
            let details = try #require(change.changeDetails(for: result))
            #expect(!details.hasIncrementalChanges)
            #expect(details.summary == "all true")
            #expect(details.fetchResultAfterChanges.firstObject?.isFavorite == true)
            #expect(details.removedObjects == [] && details.insertedObjects == [] && details.changedObjects == [])
            let again = try perform { _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A") }
            #expect(again.changeDetails(for: details.fetchResultAfterChanges) == nil, "the option stays with the result")
        }

        @Test func whatTheLibraryNoLongerRemembersIsToldWhole() throws {
            let asset = try fixture.save()
            let result = PHAsset.fetchAssets(with: nil)
            for value in [true, false] { try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = value } }
            let change = try change {
                fixture.temporary.clock.advance(by: 1_000)
                try fixture.temporary.forgetChanges()
                try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = true }
            }
            let details = try #require(change.changeDetails(for: result))
            #expect(!details.hasIncrementalChanges)
            #expect(details.fetchResultAfterChanges.count == 0)
        }

        @Test func anyTwoResultsCanBeCompared() throws {
            let assets = try (0..<4).map { try fixture.save("\($0).jpg", seed: $0) }
            let (before, options) = (PHAsset.fetchAssets(with: nil), PHFetchOptions())
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            options.fetchLimit = 3
            let after = PHAsset.fetchAssets(with: options)
            let details = PHFetchResultChangeDetails(from: before, to: after, changedObjects: [assets[0], assets[3]])
            #expect(details.removedIndexes == [0])
            #expect(details.changedObjects == [assets[3]])
            #expect(details.changedIndexes == [2], "before the moves")
            #expect(applied(details, to: before.all) == after.all)
            let album = PHAssetCollection.transientAssetCollection(with: [assets[2], assets[0], assets[2]], title: nil)
            let mixed = PHFetchResultChangeDetails(fromFetchResult: before, toFetchResult: PHAsset.fetchAssets(in: album, options: nil), changedObjects: [])
            #expect(applied(mixed, to: before.all) == [assets[2], assets[0], assets[2]])
        }

        @Test func aTransientAlbumShowsItsAssetsAsTheyAre() throws {
            let assets = try (0..<3).map { try fixture.save("\($0).jpg", seed: $0) }
            let album = PHAssetCollection.transientAssetCollection(with: [assets[2], assets[0], assets[1]], title: "T")
            let result = PHAsset.fetchAssets(in: album, options: nil)
            let change = try perform {
                PHAssetChangeRequest(for: assets[2]).isFavorite = true
                PHAssetChangeRequest.deleteAssets([assets[0]] as NSFastEnumeration)
            }
            let details = try #require(change.changeDetails(for: result))
            #expect(details.summary == "-[1] +[] ~[0] []")
            #expect(details.changedObjects.first?.isFavorite == true)
        }

        @Test func aResultOfUnknownTypeCanBeAskedAbout() throws {
            let asset = try fixture.save()
            let change = try perform { PHAssetChangeRequest(for: asset).isFavorite = true }
            let details: PHFetchResultChangeDetails<PHObject>? = change.changeDetails(for: PHFetchResult<AnyObject>())
            #expect(details == nil)
        }
    }
}
