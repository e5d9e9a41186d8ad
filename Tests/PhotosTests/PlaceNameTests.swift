import Foundation
import PhotoModel
import Photos
import PhotosTesting
import TestSupport
import Testing
@testable import LibraryEngine

/// What moments, their lists and assets say of where they were.
@Suite struct PlaceNameTests {
    private let gazetteer: MadeGazetteer
    private let temporary: TemporaryLibrary
    private let options = PHFetchOptions()

    private static let noon = Date(timeIntervalSince1970: 1_577_793_600)  // 2019-12-31T12:00:00Z

    /// Two pictures in Alfama, one in Sintra on the day after, which is near enough to be one cluster with them, one months later in Munich, and one nowhere.
    init() throws {
        gazetteer = try MadeGazetteer(MadeGazetteer.usualTowns + [.init(2_264_268, "Sintra", 38.80097, -9.37826, "PT", "14")])
        temporary = try TemporaryLibrary(gazetteer: gazetteer.folder)
        let hours: [Double] = [0, 0.5, 24, 4_800, 9_600]
        try temporary.insertRecords(hours.count) { (Self.noon.addingTimeInterval(hours[$0] * 3_600), false) }
        options.photoLibrary = temporary.photoLibrary
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        let assets = PHAsset.fetchAssets(with: options).all
        let places = [(38.7118, -9.126), (38.712, -9.1262), (38.801, -9.378), (48.1, 11.6)]
        try temporary.photoLibrary.performChangesAndWait {
            for (asset, place) in zip(assets, places) { PHAssetChangeRequest(for: asset).location = CLLocation(latitude: place.0, longitude: place.1) }
        }
    }

    @Test func `moments and clusters are called by their towns, and years have countries`() {
        let plain = PHFetchOptions()
        plain.photoLibrary = temporary.photoLibrary
        let moments = PHAssetCollection.fetchMoments(with: plain).all
        #expect(
            moments.map { $0.localizedLocationNames.first } == ["Alfama", "Sintra", "Munich", nil].map { TitleLanguage.preferred == .german && $0 == "Munich" ? "München" : $0 })
        #expect(moments[0].value(forKey: "localizedLocationNames") as? [String] == moments[0].localizedLocationNames)
        let library = temporary.library, read = try? library.read { try $0.moments(in: .gmt) }
        guard let index = read else {
            Issue.record("there are no moments")
            return
        }
        #expect(
            index.moments.map { library.placeNames(of: $0, in: .german) } == [
                ["Alfama", "Lissabon", "Lisbon District", "Portugal"], ["Sintra", "Lisbon District", "Portugal"], ["München", "Bayern", "Deutschland"], [],
            ])
        func title(_ place: Int, _ language: TitleLanguage) -> String {
            MomentTitles.title(index.moments[place], at: library.placeName(of: index.moments[place], in: language), in: language)
        }
        #expect(title(0, .english) == "Lisbon · December 31, 2019" && title(0, .german) == "Lissabon · 31. Dezember 2019")
        #expect(title(0, .simplifiedChinese) == "里斯本 · 2019年12月31日" && title(3, .english) == "February 3, 2021")
        #expect(library.placeNames(of: index.clusters[0], in: index, in: .german) == ["Lissabon", "Sintra"], "those with most pictures first")
        #expect(library.placeNames(of: index.years[0], in: index, in: .english) == ["Portugal"])
        #expect(MomentTitles.title(index.clusters[0], at: ["Lisbon", "Porto", "Faro", "Sintra"], in: .english) == "Lisbon, Porto, Faro · December 31, 2019 – January 1, 2020")
        let clusters = PHCollectionList.fetchMomentLists(with: .momentListCluster, options: plain).all
        #expect(clusters.map(\.localizedLocationNames.count) == [2, 1, 0])
        #expect(clusters.map { $0.localizedTitle?.contains(" · ") } == [true, true, false])
        #expect(PHCollectionList.fetchMomentLists(with: .momentListYear, options: plain).all.allSatisfy { $0.localizedTitle?.contains(" · ") == false })
    }

    @Test func `assets are fetched by the names of their place`() throws {
        // The second names the district as well.
        for (format, count) in [("ANY place ==[c] \"lissabon\"", 2), ("ANY place CONTAINS \"Lisb\"", 3)] {
            options.predicate = NSPredicate(format: format)
            #expect(PHAsset.fetchAssets(with: options).count == count, "\(format)")
        }
        options.predicate = .assets { $0.place.contains("Deutschland") }
        let found = PHAsset.fetchAssets(with: options)
        #expect(found.count == 1)
        let asset = try #require(found.firstObject)
        #expect((asset.value(forKey: "place") as? [String])?.contains("Bayern") == true)
    }

    /// A damaged table is told, and everything else works.
    @Test func `with a table that was cut short titles are days and searches find nothing`() throws {
        let whole = try Data(contentsOf: gazetteer.towns)
        let made = try MadeGazetteer()
        try whole.prefix(100).write(to: made.towns)
        let other = try TemporaryLibrary(gazetteer: made.folder)
        try other.insertRecords(1) { _ in (Self.noon, false) }
        let plain = PHFetchOptions()
        plain.photoLibrary = other.photoLibrary
        let asset = try #require(PHAsset.fetchAssets(with: plain).firstObject)
        try other.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: asset).location = CLLocation(latitude: 38.7, longitude: -9.1) }
        let moment = try #require(PHAssetCollection.fetchMoments(with: plain).firstObject)
        #expect(moment.localizedLocationNames == [])
        #expect(moment.localizedTitle?.contains("·") == false)
        plain.predicate = NSPredicate(format: "ANY place == \"Lisbon\"")
        #expect(PHAsset.fetchAssets(with: plain).count == 0)
        plain.predicate = nil
        #expect(PHAsset.fetchAssets(with: plain).count == 1)
    }
}
