import Catalog
import Foundation
import PhotoModel
import PhotosTesting
import Testing
@testable import LibraryEngine
@testable import Photos

extension ClientTests {
    /// What an asset is called where one of several is chosen.
    @Suite struct DisplayRepresentations {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        /// 2020-01-06T10:40:00Z.
        private static let morning = 600_000_000.0

        private func insert(_ type: MediaType = .image, _ change: (inout AssetRecord) -> Void = { _ in }) throws -> PHAsset {
            var record = AssetRecord(
                uuid: fixture.temporary.library.environment.makeUUID(), mediaType: type, addedDate: 700_000_000, filename: "IMG_1.HEIC", uniformType: "public.heic")
            record.creationDate = Self.morning
            record.creationOffset = 0
            change(&record)
            try fixture.temporary.library.catalog.write(author: "test") { _ = try $0.insert(record, resources: []) }
            return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [record.uuid.uuidString], options: nil).firstObject)
        }

        private func title(_ asset: PHAsset) -> String { String(localized: asset.displayRepresentation.title) }

        private func subtitle(_ asset: PHAsset) -> String? { asset.displayRepresentation.subtitle.map { String(localized: $0) } }

        private func january(_ day: Int) -> String { MomentTitles.title(of: CivilDate(year: 2020, month: 1, day: day)) }

        @Test func anAssetIsTitledByItsTitleOrByWhatItIs() throws {
            #expect(try title(insert()) == AssetTitles.kind(.image))
            #expect(try title(insert { $0.title = "Alfama" }) == "Alfama")
            #expect(try title(insert { $0.title = "" }) == AssetTitles.kind(.image))
            #expect(try title(insert { $0.mediaSubtypes = .photoLive }) == AssetTitles.kind(.image, isLivePhoto: true))
            #expect(try title(insert(.video)) == AssetTitles.kind(.video))
            #expect(try title(insert(.audio)) == AssetTitles.kind(.audio))
            #expect(String(localized: PHAsset.typeDisplayRepresentation.name) == AssetTitles.kind(.image))
        }

        @Test func belowTheTitleIsTheDayByTheClockOfThePlace() throws {
            #expect(try subtitle(insert()) == january(6))
            #expect(try subtitle(insert { $0.creationOffset = 14 * 3_600 }) == january(7))
            #expect(try subtitle(insert { $0.creationDate = nil }) == nil)
            #expect(title(PHAsset()) == AssetTitles.kind(.image) && subtitle(PHAsset()) == nil, "of no library")
        }

        // Guarded by its test, which uses it on one thread.
        private final class Told: PHAsset, @unchecked Sendable {
            override var mediaType: PHAssetMediaType { .video }
            override var creationDate: Date? { Date(timeIntervalSinceReferenceDate: DisplayRepresentations.morning) }
            override func value(forKey key: String) -> Any? { key == "title" ? "Told" : super.value(forKey: key) }
        }

        @Test func aDoubleIsPresentedByItsMembers() {
            let zone = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Self.morning))
            #expect(title(Told()) == "Told")
            #expect(subtitle(Told()) == MomentTitles.title(of: CivilDate(Self.morning + Double(zone))))
        }
    }

    /// The words for what assets are, in all languages of titles.
    @Suite struct AssetTitleWords {
        @Test func kindsHaveTheGallerysWords() throws {
            let languages: [(TitleLanguage, String)] = [(.english, "en"), (.german, "de"), (.simplifiedChinese, "zh-Hans"), (.traditionalChinese, "zh-Hant")]
            for (language, file) in languages {
                let words = try Self.words(file)
                #expect(AssetTitles.kind(.image, in: language) == words["kind.photo"])
                #expect(AssetTitles.kind(.image, isLivePhoto: true, in: language) == words["kind.live"])
                #expect(AssetTitles.kind(.video, in: language) == words["kind.video"])
                #expect(AssetTitles.kind(.audio, in: language) == words["kind.audio"])
                #expect(AssetTitles.kind(.unknown, in: language) == words["kind.photo"])
            }
        }

        /// The messages of the gallery's page.
        private static func words(_ language: String) throws -> [String: String] {
            var folder = URL(fileURLWithPath: #filePath)
            for _ in 0..<3 { folder.deleteLastPathComponent() }
            let data = try Data(contentsOf: folder.appending(path: "Sources/PhotosServer/Web/languages/\(language).json"))
            let json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
            return try #require(json["messages"] as? [String: Any]).compactMapValues { $0 as? String }
        }
    }
}
