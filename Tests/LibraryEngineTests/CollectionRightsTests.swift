import Catalog
import Foundation
import PhotoModel
import Testing
@testable import LibraryEngine

@Suite struct CollectionRightsTests {
    @Test func theTableInTheDocumentationIsWhatTheCodeAllows() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Docs/CanPerform.md").standardizedFileURL
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let heading = try #require(rows.first)
        #expect(heading.dropFirst() == CollectionRights.Operation.allCases.map { "\($0)" }[...])
        let told = Dictionary(uniqueKeysWithValues: rows.dropFirst(2).map { ($0[0], $0.dropFirst().map { $0 == "yes" }) })
        #expect(told.count == CollectionRights.allCases.count)
        for kind in CollectionRights.allCases {
            #expect(told[kind.rawValue] == CollectionRights.Operation.allCases.map(kind.allows), "\(kind)")
        }
    }

    @Test func identitiesOfMomentsAreReadBack() {
        for identity in [MomentIdentity.moment(1), .moment(1 << 40), .list(.cluster, 77), .list(.year, 2_023), .list(.year, -44)] {
            #expect(MomentIdentity(identity.uuid) == identity)
        }
        #expect(MomentIdentity(UUID()) == nil)
        #expect(MomentIdentity(SmartAlbumIdentity.uuid(AlbumSubtype(rawValue: 203))) == nil)
        #expect(SmartAlbumIdentity.subtype(of: MomentIdentity.moment(203).uuid) == nil)
    }

    @Test func titlesOfMomentsAreDaysInTheUsersLanguage() {
        func list(_ first: CivilDate, _ last: CivilDate) -> MomentListRecord {
            MomentListRecord(kind: .cluster, identity: 1, moments: 0..<1, startDate: 0, endDate: 0, firstDay: first, lastDay: last)
        }
        func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate { CivilDate(year: year, month: month, day: day) }
        let expected: [(MomentListRecord, String, String)] = [
            (list(date(2023, 7, 3), date(2023, 7, 3)), "July 3, 2023", "2023年7月3日"),
            (list(date(2023, 7, 3), date(2023, 7, 9)), "July 3 – 9, 2023", "2023年7月3日至9日"),
            (list(date(2023, 6, 30), date(2023, 7, 2)), "June 30 – July 2, 2023", "2023年6月30日至7月2日"),
            (list(date(2022, 12, 31), date(2023, 1, 1)), "December 31, 2022 – January 1, 2023", "2022年12月31日至2023年1月1日"),
        ]
        for (list, english, chinese) in expected {
            #expect(MomentTitles.title(list, in: .english) == english)
            #expect(MomentTitles.title(list, in: .simplifiedChinese) == chinese)
            #expect(MomentTitles.title(list, in: .traditionalChinese) == chinese)
        }
        #expect(TitleLanguage(["zh-Hant"]) == .traditionalChinese)
        #expect(TitleLanguage(["zh_CN.UTF-8"]) == .simplifiedChinese)
        #expect(TitleLanguage(["de"]) == .german)
        #expect(TitleLanguage(["de_AT.UTF-8"]) == .german)
        #expect(TitleLanguage(["den"]) == .english)
        #expect(TitleLanguage([]) == .english)
    }
}
