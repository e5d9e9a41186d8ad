import Foundation
import Photos
import Testing

extension ApplicationTests {
    /// Applications test themselves with subclasses of Photos' classes, which need no library.
    @Suite struct TestDoubles {
        private let one = FakeAsset("one", date: Date(timeIntervalSinceReferenceDate: 3))
        private let two = FakeAsset("two", date: Date(timeIntervalSinceReferenceDate: 1), isFavorite: true)
        private let three = FakeAsset("three", date: Date(timeIntervalSinceReferenceDate: 2))

        private func model(_ library: FakeLibrary = FakeLibrary()) -> AlbumModel {
            FakeAlbum.stored = [FakeAlbum("album", title: "Summer")]
            FakeAsset.stored = ["album": [one, two]]
            return AlbumModel(library: library, albums: FakeAlbum.self, assets: FakeAsset.self)
        }

        @Test func aModelShowsWhatDoublesSay() {
            let library = FakeLibrary(), model = model(library)
            #expect(model.title == "Summer")
            #expect(model.rows == ["0 one", "1 two ♥"])
            #expect(library.observers.count == 1 && library.observers.first === model)
        }

        @Test func aModelFollowsTheChangeThatADoubleTells() {
            let model = model(), change = FakeChange()
            model.photoLibraryDidChange(change)
            #expect(model.updates == [])
            change.objectDetails = FakeDetails(after: FakeAlbum("album", title: "Winter"))
            change.resultDetails = PHFetchResultChangeDetails(from: FakeResult([one, two]), to: FakeResult([three, one]), changedObjects: [one])
            model.photoLibraryDidChange(change)
            #expect(model.title == "Winter")
            #expect(model.rows == ["0 three", "1 one"])
            #expect(model.updates == ["renamed", "delete [1]", "insert [0]", "reload [1]"])
            // Details that say what there is, and not how it came.
            (change.objectDetails, change.resultDetails) = (nil, FakeResultDetails(after: FakeResult([two])))
            model.photoLibraryDidChange(change)
            #expect(model.rows == ["0 two ♥"] && model.updates.last == "reload")
            (change.objectDetails, change.resultDetails) = (FakeDetails(after: nil), nil)
            model.photoLibraryDidChange(change)
            #expect(model.title == "Nothing" && model.updates.last == "closed")
        }

        @Test func aModelMakesRequestsOfADoublesClass() async throws {
            let library = FakeLibrary(), model = model(library)
            #expect(try await model.add(FakeRequest.self, from: UIImage()) == "placeholder")
            library.failure = PHPhotosError(.notEnoughSpace)
            await #expect(throws: PHPhotosError.self) { try await model.add(FakeRequest.self, from: UIImage()) }
        }

        @Test func whatAnObjectAnswersFollowsTheMembersThatAreOverridden() {
            #expect(two.value(forKey: "isFavorite") as? Bool == true)
            #expect(two.value(forKey: "mediaType") as? Int == PHAssetMediaType.image.rawValue)
            #expect(NSPredicate(format: "isFavorite == YES AND localIdentifier == 'two'").evaluate(with: two))
            #expect(!NSPredicate(format: "isFavorite == YES").evaluate(with: one))
            #expect(two == FakeAsset("two") && two != one && Set([one, two, FakeAsset("two")]).count == 2)
        }

        @Test func whatAResultAnswersFollowsItsCountAndObjects() {
            let result = FakeResult<PHAsset>([one, two, three])
            #expect(result.firstObject === one && result.lastObject === three && result[1] === two)
            #expect(result.objects(at: IndexSet([0, 2])) == [one, three])
            #expect(result.contains(two) && !result.contains(FakeAsset("four")))
            #expect(result.index(of: three) == 2 && result.index(of: one, in: NSRange(location: 1, length: 2)) == NSNotFound)
            #expect(result.countOfAssets(with: .image) == 3 && result.countOfAssets(with: .video) == 0)
            var met: [PHAsset] = []
            result.enumerateObjects(options: .reverse) { asset, _, _ in met.append(asset) }
            result.enumerateObjects(at: IndexSet(integer: 1)) { asset, _, _ in met.append(asset) }
            #expect(met == [three, two, one, two])
        }

        @Test func differencesOfTwoResultsGoByTheirObjects() {
            let details = PHFetchResultChangeDetails(from: FakeResult<PHAsset>([one, two, three]), to: FakeResult([three, one]), changedObjects: [one])
            #expect(details.removedIndexes == [1] && details.removedObjects == [two])
            #expect(details.insertedObjects == [] && details.changedObjects == [one] && details.hasMoves)
        }

        @Test func aTransientAlbumHoldsDoubles() {
            let album = PHAssetCollection.transientAssetCollection(with: [one, two, three], title: "Now")
            let options = options { $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)] }
            #expect(PHAsset.fetchAssets(in: album, options: options).all == [two, three, one])
            #expect(album.estimatedAssetCount == 3)
            let list = PHCollectionList.transientCollectionList(with: [album, FakeAlbum("other", title: "Other")], title: nil)
            #expect(PHCollection.fetchCollections(in: list, options: nil).all.map(\.localizedTitle) == ["Now", "Other"])
        }

        @Test func allFormsOfACallAreOneToADouble() async {
            #expect(await FakeLibrary.requestAuthorization(for: .readWrite) == .limited)
            await confirmation { asked in
                FakeLibrary.requestAuthorization { status in
                    #expect(status == .authorized)
                    asked()
                }
            }
        }

        @Test func everyClassHasAnEmptyObject() {
            #expect(PHChange().changeDetails(for: one) == nil && PHChange().changeDetails(for: FakeResult<PHAsset>([one])) == nil)
            let details = PHFetchResultChangeDetails<PHAsset>()
            #expect(details.fetchResultAfterChanges.count == 0 && !details.hasIncrementalChanges && details.removedObjects == [])
            #expect(PHObjectChangeDetails<PHAsset>().objectAfterChanges == nil)
            #expect(PHAssetResource().originalFilename == "" && PHAssetResource.assetResources(for: one) == [])
            #expect(PHPersistentChangeFetchResult().map(\.changeToken) == [])
            #expect(PHLivePhoto().size == .zero && PHAssetExtendedMetadata().caption == nil)
            #expect(PHObjectPlaceholder() != PHObjectPlaceholder())
            #expect(PHAdjustmentData().formatIdentifier == "" && PHAdjustmentData().data.isEmpty)
            #expect(PHContentEditingOutput().adjustmentData == nil)
        }
    }
}
