import CoreLocation
import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    /// Deprecated since iOS 13, and still in use.
    @Suite struct Moments {
        let world: World
        init() throws { world = try World() }

        /// Two days in Vienna in one year, one in Oslo in the next.
        func travels() throws -> [PHAsset] {
            let places = [(0.0, 48.2, 16.4), (0.01, 48.2, 16.4), (400.0, 59.9, 10.7)]
            return try places.enumerated().map { index, place in
                try world.save("T\(index).jpg", seed: index) {
                    $0.creationDate = World.day(0).addingTimeInterval(place.0 * 86_400)
                    $0.location = CLLocation(latitude: place.1, longitude: place.2)
                }
            }
        }

        @Test func momentsAreOfATimeAndAPlace() throws {
            let assets = try travels()
            let moments = PHAssetCollection.fetchMoments(with: nil)
            #expect(moments.count == 2)
            let first = try #require(moments.firstObject), last = try #require(moments.lastObject)
            #expect(first.assetCollectionType == .moment)
            #expect(PHAsset.fetchAssets(in: first, options: nil).all == Array(assets[..<2]))
            #expect(PHAsset.fetchAssets(in: last, options: nil).all == [assets[2]])
            #expect(first.startDate == assets[0].creationDate)
            #expect(first.endDate == assets[1].creationDate)
            let place = try #require(first.approximateLocation)
            #expect(abs(place.coordinate.latitude - 48.2) < 0.5)
            #expect(abs(place.coordinate.longitude - 16.4) < 0.5)
            #expect(PHAssetCollection.fetchAssetCollections(with: .moment, subtype: .any, options: nil).all == moments.all)
            #expect(PHAssetCollection.fetchAssetCollectionsContaining(assets[2], with: .moment, options: nil).all == [last])
        }

        @Test func momentsAreInOneYearAndOneCluster() throws {
            let assets = try travels()
            let moments = PHAssetCollection.fetchMoments(with: nil).all
            let years = PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil)
            #expect(years.count == 2)
            #expect(years.all.map(\.collectionListType) == [.momentList, .momentList])
            #expect(years.all.map(\.collectionListSubtype) == [.momentListYear, .momentListYear])
            let first = try #require(years.firstObject)
            #expect(first.startDate == assets[0].creationDate)
            #expect(first.endDate == assets[1].creationDate)
            #expect(years.all.flatMap { PHAssetCollection.fetchMoments(inMomentList: $0, options: nil).all } == moments)
            for moment in moments {
                for subtype in [PHCollectionListSubtype.momentListYear, .momentListCluster] {
                    #expect(PHCollectionList.fetchMomentLists(with: subtype, containingMoment: moment, options: nil).count == 1)
                }
            }
            let lists = PHCollectionList.fetchCollectionLists(with: .momentList, subtype: .momentListYear, options: nil)
            #expect(lists.all == years.all)
        }

        @Test func hiddenAssetsAreInNoMoment() throws {
            let assets = try travels()
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: assets[2]).isHidden = true }
            let moments = PHAssetCollection.fetchMoments(with: nil)
            #expect(moments.count == 1)
            #expect(moments.all.flatMap { PHAsset.fetchAssets(in: $0, options: nil).all } == Array(assets[..<2]))
        }

        @Test func momentsTakeNoChanges() throws {
            _ = try travels()
            let moment = try #require(PHAssetCollection.fetchMoments(with: nil).firstObject)
            #expect([PHCollectionEditOperation.addContent, .removeContent, .delete, .rename].map { moment.canPerform($0) } == [false, false, false, false])
        }
    }
}
