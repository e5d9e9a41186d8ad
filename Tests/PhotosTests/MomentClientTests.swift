import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// Moments as a client of their time used them.
    @Suite struct Moments {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private static let noon = Date(timeIntervalSince1970: 1_577_793_600)  // 2019-12-31T12:00:00Z

        @discardableResult
        private func save(_ hours: Double, at place: CLLocation? = nil) throws -> PHAsset {
            try fixture.save("\(hours).jpg", seed: Int(hours * 10)) { request in
                request.creationDate = Self.noon.addingTimeInterval(hours * 3_600)
                request.location = place
            }
        }

        @Test func aDayTwoPlacesAndAYear() throws {
            let beach = CLLocation(latitude: 10, longitude: 20), town = CLLocation(latitude: 10.5, longitude: 20)
            let assets = [try save(0, at: beach), try save(0.5), try save(1, at: town), try save(24)]
            let moments = PHAssetCollection.fetchMoments(with: nil)
            #expect(moments.all.map { PHAsset.fetchAssets(in: $0, options: nil).all } == [[assets[0], assets[1]], [assets[2]], [assets[3]]])
            #expect(moments.all.map(\.estimatedAssetCount) == [2, 1, 1])
            #expect(PHAssetCollection.fetchAssetCollections(with: .moment, subtype: .any, options: nil).all == moments.all)
            let first = try #require(moments.firstObject)
            #expect((first.assetCollectionType, first.assetCollectionSubtype) == (.moment, .any))
            #expect((first.startDate, first.endDate) == (assets[0].creationDate, assets[1].creationDate))
            #expect(first.approximateLocation?.coordinate.latitude == 10)
            #expect(moments.object(at: 2).approximateLocation == nil)
            #expect(first.localizedLocationNames == [])
            #expect(["December 31, 2019", "2019年12月31日"].contains(first.localizedTitle))
            #expect(PHAsset.fetchKeyAssets(in: first, options: nil)?.all == [assets[0]])
            #expect(PHAssetCollectionChangeRequest(for: first) == nil)
            #expect(first.canPerform(.deleteContent) && !first.canPerform(.addContent))
        }

        @Test func optionsFilterSortAndLimitMoments() throws {
            for hours in [0, 1, 24, 48] as [Double] { try save(hours) }
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "startDate", ascending: false)]
            #expect(PHAssetCollection.fetchMoments(with: options).all.map(\.estimatedAssetCount) == [1, 1, 2])
            options.predicate = NSPredicate(format: "estimatedAssetCount > 1")
            #expect(PHAssetCollection.fetchMoments(with: options).all.map(\.startDate) == [Self.noon])
            let limited = PHFetchOptions()
            limited.fetchLimit = 2
            let two = PHAssetCollection.fetchMoments(with: limited)
            #expect(two.count == 2 && two.index(of: two[1]) == 1)
        }

        @Test func aMomentIsFoundByIdentifierAndByItsAssets() throws {
            let assets = [try save(0), try save(24)]
            let moments = PHAssetCollection.fetchMoments(with: nil)
            let identifiers = moments.all.map(\.localIdentifier)
            #expect(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: identifiers.reversed(), options: nil).all == moments.all)
            for (asset, moment) in zip(assets, moments.all) {
                #expect(PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .moment, options: nil).all == [moment])
            }
            // It grows at both ends and stays the same one.
            let later = try save(0.5), earlier = try save(-0.5)
            let grown = try #require(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifiers[0]], options: nil).firstObject)
            #expect(PHAsset.fetchAssets(in: grown, options: nil).all == [earlier, assets[0], later])
            // So does what was fetched before.
            #expect(PHAsset.fetchAssets(in: moments[0], options: nil).count == 3)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: assets[1]).isHidden = true }
            #expect(PHAssetCollection.fetchAssetCollectionsContaining(assets[1], with: .moment, options: nil).count == 0)
            #expect(PHAssetCollection.fetchMoments(with: nil).count == 1)
        }

        @Test func momentsLieInClustersAndYears() throws {
            for hours in [0, 24, 24 * 30] as [Double] { try save(hours) }
            let moments = PHAssetCollection.fetchMoments(with: nil).all
            let years = PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil)
            #expect(years.all.map { PHAssetCollection.fetchMoments(inMomentList: $0, options: nil).all } == [[moments[0]], [moments[1], moments[2]]])
            #expect(["2019", "2019年"].contains(years[0].localizedTitle))
            let clusters = PHCollectionList.fetchCollectionLists(with: .momentList, subtype: .momentListCluster, options: nil)
            #expect(clusters.all.map { PHCollection.fetchCollections(in: $0, options: nil).all } == [[moments[0], moments[1]], [moments[2]]])
            #expect((clusters[0].collectionListType, clusters[0].collectionListSubtype) == (.momentList, .momentListCluster))
            #expect((clusters[0].startDate, clusters[0].endDate) == (moments[0].startDate, moments[1].endDate))
            #expect(PHCollectionList.fetchMomentLists(with: .momentListYear, containingMoment: moments[1], options: nil).all == [years[1]])
            #expect(PHCollectionList.fetchCollectionListsContaining(moments[1], options: nil).all == [clusters[0], years[1]])
            let again = PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [clusters[1].localIdentifier], options: nil)
            #expect(again.all == [clusters[1]])
            #expect(PHCollectionListChangeRequest(for: years[0]) == nil)
        }
    }
}
