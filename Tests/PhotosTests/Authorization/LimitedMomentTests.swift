import Foundation
import Photos
import PhotosTesting
import Testing

/// An application that was given some assets sees the moments that these make, as if there was nothing else.
@Suite struct LimitedMomentTests {
    private static let start = Date(timeIntervalSince1970: 1_577_793_600)  // 2019-12-31T12:00:00Z

    private static func date(_ hours: Double) -> Date { start.addingTimeInterval(hours * 3_600) }

    /// Three on the last day of a year, two on the first of the next, one months later.
    private func world() throws -> AccessWorld {
        let world = try AccessWorld(count: 6)
        try world.owner.performChangesAndWait {
            for (asset, hours) in zip(world.assets, [0, 0.25, 0.5, 24, 24.25, 4_800]) {
                PHAssetChangeRequest(for: asset).creationDate = Self.date(hours)
            }
            for (asset, latitude) in zip(world.assets, [10, 10.01, 10.002]) {
                PHAssetChangeRequest(for: asset).location = CLLocation(latitude: latitude, longitude: 20)
            }
        }
        return world
    }

    /// The members of every moment, each way to moments giving the same ones.
    private func moments(_ world: AccessWorld, _ library: PHPhotoLibrary? = nil) -> [[PHAsset]] {
        let options = world.options(library)
        let moments = PHAssetCollection.fetchMoments(with: options)
        #expect(PHAssetCollection.fetchAssetCollections(with: .moment, subtype: .any, options: options).all == moments.all)
        let identifiers = moments.all.map(\.localIdentifier)
        #expect(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: identifiers, options: options).all == moments.all)
        return moments.all.map { moment in
            let result = PHAsset.fetchAssets(in: moment, options: options)
            #expect(moment.estimatedAssetCount == result.count && result.countOfAssets(with: .image) == result.count)
            #expect((moment.startDate, moment.endDate) == (result.firstObject?.creationDate, result.lastObject?.creationDate))
            #expect(PHAsset.fetchKeyAssets(in: moment, options: options)?.firstObject == result.firstObject)
            for asset in result.all {
                #expect(PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .moment, options: options).all == [moment])
            }
            return result.all
        }
    }

    /// The moments of every list of a kind, by their first assets, with the dates of the list.
    private func lists(_ world: AccessWorld, _ kind: PHCollectionListSubtype, _ library: PHPhotoLibrary? = nil) -> [String] {
        let options = world.options(library)
        let lists = PHCollectionList.fetchMomentLists(with: kind, options: options)
        #expect(PHCollectionList.fetchCollectionLists(with: .momentList, subtype: kind, options: options).all == lists.all)
        return lists.all.map { list in
            let moments = PHAssetCollection.fetchMoments(inMomentList: list, options: options).all
            #expect(PHCollection.fetchCollections(in: list, options: options).all == moments as [PHCollection])
            for moment in moments {
                #expect(PHCollectionList.fetchMomentLists(with: kind, containingMoment: moment, options: options).all == [list])
                #expect(PHCollectionList.fetchCollectionListsContaining(moment, options: options).all.contains(list))
            }
            let hours = [list.startDate, list.endDate].map { Int(($0 ?? .distantPast).timeIntervalSince(Self.start) / 3_600) }
            return "\(moments.map(\.estimatedAssetCount)) \(hours)"
        }
    }

    @Test func onlyTheSelectionMakesMoments() throws {
        let world = try world()
        let assets = world.assets
        let everything = [Array(assets[0...2]), Array(assets[3...4]), [assets[5]]]
        #expect(moments(world, world.owner) == everything && moments(world) == everything)
        #expect(lists(world, .momentListYear) == ["[3] [0, 0]", "[2, 1] [24, 4800]"])
        #expect(lists(world, .momentListCluster) == ["[3, 2] [0, 24]", "[1] [4800, 4800]"])

        try world.grant(.limited([assets[1], assets[4]]))
        #expect(moments(world) == [[assets[1]], [assets[4]]])
        #expect(lists(world, .momentListYear) == ["[1] [0, 0]", "[1] [24, 24]"])
        #expect(lists(world, .momentListCluster) == ["[1, 1] [0, 24]"])
        #expect(PHAssetCollection.fetchMoments(with: world.options()).firstObject?.approximateLocation?.coordinate.latitude == 10.01)
        let large = world.options { $0.predicate = NSPredicate(format: "estimatedAssetCount > 1") }
        #expect(PHAssetCollection.fetchMoments(with: large).count == 0)
        // Each looks without disturbing the other.
        #expect(moments(world, world.owner) == everything && moments(world) == [[assets[1]], [assets[4]]])

        try world.viewer.setLimitedSelection([assets[0], assets[2], assets[5]].map(\.localIdentifier))
        #expect(moments(world) == [[assets[0], assets[2]], [assets[5]]])
        let middle = PHAssetCollection.fetchMoments(with: world.options()).firstObject?.approximateLocation?.coordinate.latitude ?? 0
        #expect(abs(middle - 10.001) < 1e-9)
        try world.owner.performChangesAndWait { PHAssetChangeRequest(for: assets[2]).isHidden = true }
        #expect(moments(world) == [[assets[0]], [assets[5]]])

        for access in [TemporaryLibrary.Access.limited([]), .denied] {
            try world.grant(access)
            #expect(moments(world) == [] && lists(world, .any) == [])
        }
        try world.grant(.full)
        #expect(moments(world) == [[assets[0], assets[1]], Array(assets[3...4]), [assets[5]]])
    }

    @Test func whatWasFetchedBeforeShowsNothingElse() throws {
        let world = try world()
        world.keepEverythingSeen()
        let options = world.options()
        let before = PHAssetCollection.fetchMoments(with: options).all
        let years = PHCollectionList.fetchMomentLists(with: .momentListYear, options: options).all
        let clusters = PHCollectionList.fetchMomentLists(with: .momentListCluster, options: options).all
        let given = [world.assets[0], world.assets[4]]
        try world.grant(.limited(given))
        // The first moment is known by its first picture; the second was known by one that is out of reach.
        #expect(before.map { PHAsset.fetchAssets(in: $0, options: options).all } == [[given[0]], [], []])
        #expect(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: before.map(\.localIdentifier), options: options).all == [before[0]])
        for list in years + clusters {
            let moments = PHAssetCollection.fetchMoments(inMomentList: list, options: options).all
            let members = moments.flatMap { PHAsset.fetchAssets(in: $0, options: options).all }
            #expect(Set(members).isSubset(of: given), "\(list.localizedTitle ?? "")")
        }
        for asset in world.everythingSeen {
            let found = PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .moment, options: options)
            #expect(found.count == (given.contains(asset) ? 1 : 0))
        }
    }
}
