@testable import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// Collections by key, as key-value coding gives them, and what requests ask of a collection.
    @Suite struct CollectionValues {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @Test func everyPropertyHasAKey() throws {
            let asset = try fixture.save("a.jpg") { request in
                request.creationDate = Date(timeIntervalSince1970: 1_577_793_600)
                request.location = CLLocation(latitude: 10, longitude: 20)
            }
            let album = try fixture.createAlbum("Trip", [asset])
            #expect(album.value(forKey: "localIdentifier") as? String == album.localIdentifier)
            #expect(album.value(forKey: "uuid") as? String == String(album.localIdentifier.prefix(36)))
            #expect(["localizedTitle", "title"].map { album.value(forKey: $0) as? String } == ["Trip", "Trip"])
            let modified = try #require(album.modificationDate)
            #expect(album.value(forKey: "modificationDate") as? Date == modified)
            let dates = ["startDate", "endDate"].map { album.value(forKey: $0) as? Date }
            #expect(dates == [asset.creationDate, asset.creationDate])
            func numbers(_ object: PHCollection, _ keys: [String]) -> [Int?] { keys.map { (object.value(forKey: $0) as? NSNumber)?.intValue } }
            let common = ["canContainAssets", "canContainCollections"]
            let keys = ["assetCollectionType", "assetCollectionSubtype", "estimatedAssetCount"] + common
            #expect(numbers(album, keys) == [1, 2, 1, 1, 0])
            #expect(album.value(forKey: "localizedLocationNames") as? [String] == [])
            #expect(album.value(forKey: "approximateLocation") == nil && album.value(forKey: "nothing") == nil)

            let moment = try #require(PHAssetCollection.fetchMoments(with: nil).firstObject)
            #expect(numbers(moment, keys) == [3, PHAssetCollectionSubtype.any.rawValue, 1, 1, 0])
            #expect((moment.value(forKey: "approximateLocation") as? CLLocation)?.coordinate.latitude == 10)
            let year = try #require(PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil).firstObject)
            let listKeys = ["collectionListType", "collectionListSubtype"] + common
            #expect(numbers(year, listKeys) == [1, 2, 0, 1])
            #expect(year.value(forKey: "startDate") as? Date == asset.creationDate && year.value(forKey: "modificationDate") == nil)
            let root = try #require(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .rootFolder, options: nil).firstObject)
            #expect(numbers(root, listKeys) == [2, 101, 0, 1])
            #expect(root.value(forKey: "estimatedAssetCount") == nil)
        }

        @Test func whatABlockMakesIsCreatedAndWhatIsThereIsAdded() throws {
            let asset = try fixture.save("a.jpg")
            let placeholder = PHObjectPlaceholder(uuid: UUID(), suffix: PHAsset.identifierSuffix, session: asset.session)
            #expect(ListStep.add([]).operations == [.addContent])
            #expect(ListStep.add([asset]).operations == [.addContent])
            #expect(ListStep.insert([placeholder], [0]).operations == [.createContent])
            #expect(ListStep.add([placeholder, asset]).operations == [.createContent, .addContent])
            #expect(ListStep.replace([0], [placeholder]).operations == [.createContent, .rearrangeContent])
        }

        @Test(arguments: [PHAssetCollectionSubtype.albumRegular, .albumImported, .albumCloudShared])
        func newAssetsAreMadeOnlyWhereTheyMayBe(subtype: PHAssetCollectionSubtype) throws {
            let identifier = try fixture.temporary.insertAlbum(subtype, title: "A")
            let album = try #require(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject)
            let file = try fixture.temporary.file("new.jpg", FixtureImages.jpeg(seed: 3))
            var failure: PHPhotosError.Code?
            do {
                try fixture.library.performChangesAndWait {
                    guard let new = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.placeholderForCreatedAsset else { return }
                    PHAssetCollectionChangeRequest(for: album)?.addAssets([new] as NSArray)
                }
            } catch { failure = (error as? PHPhotosError)?.code }
            #expect(failure == (album.canPerform(.createContent) ? nil : .changeNotSupported))
            let made = failure == nil ? 1 : 0
            #expect(PHAsset.fetchAssets(in: album, options: nil).count == made && PHAsset.fetchAssets(with: nil).count == made, "all or nothing")
        }
    }
}
