import Descriptions
import Foundation
import LibraryEngine
import PhotoModel
import PhotosServer
import Testing
@testable import PhotosTool

struct CollectionTreeTests {
    private func record(_ id: Int64, _ kind: CollectionRecord.Kind, _ title: String?, parent: Int64? = nil, position: Int = 0, count: Int = 0) -> CollectionRecord {
        let uuid = UUID(uuidString: "00000000-0000-4000-8000-00000000000\(id)") ?? UUID()
        var record = CollectionRecord(uuid: uuid, type: kind == .folder ? .folder(.regularFolder) : .album(.albumRegular), title: title)
        (record.id, record.parentID, record.position, record.count) = (id, parent, position, count)
        if count == 1 { (record.startDate, record.endDate) = (583_891_200, 583_977_600) }
        return record
    }

    @Test func foldersComeBeforeWhatTheyContainAndSiblingsByPosition() throws {
        let day = CivilDate(year: 2019, month: 7, day: 3)
        let entries = CollectionTree.nested([
            record(1, .album, "Last", position: 2, count: 1), record(2, .folder, "Trips", position: 1, count: 2), record(3, .album, "Inner", parent: 4, count: 1234),
            record(4, .folder, "2023", parent: 2, position: 1, count: 1), record(5, .album, "First\u{1B}", position: 0), record(6, .album, nil, parent: 2, position: 0),
        ])
        let moments = [
            CollectionDescription(localIdentifier: "Y/L0/020", title: "2019", type: "momentList", subtype: "momentListYear", count: 1, days: day...day),
            CollectionDescription(
                localIdentifier: LocalIdentifier.album(MomentIdentity.moment(17).uuid), title: "July 3, 2019", type: "moment", subtype: "any", parent: "Y/L0/020", count: 7,
                days: day...day, depth: 1),
        ]
        let smart = [("Recents", "UserLibrary", 1234), ("Videos", "Videos", 0), ("RAW", "RAW", 1)].map {
            CollectionDescription(localIdentifier: "S/L0/040", title: $0, type: "smartAlbum", subtype: "smartAlbum" + $1, count: $2)
        }
        let tree = CollectionTree(entries: smart + entries + moments)
        let shown = [(false, false), (true, true)].flatMap { moments, empty in
            tree.lines(moments: moments, empty: empty) + [tree.hint(moments: moments, empty: empty) ?? "no hint", ""]
        }
        var json = JSONWriter()
        for entry in tree.entries {
            entry.write(to: &json)
            json.newline()
        }
        try Golden.expect(shown.joined(separator: "\n") + "\n" + json.text, matches: "albums.txt")
    }

    /// What stands in the column ID is understood where a command asks for an album, also where an album of the user's has the shorter name.
    @Test func namesOfWhatTheLibraryMakesItselfAreShortAndNobodyElses() throws {
        func shown(_ titles: [String]) throws -> [String] {
            let entries =
                SmartAlbum.offered.map { CollectionDescription(localIdentifier: SmartAlbums.localIdentifier($0), title: "x", type: "smartAlbum", subtype: $0.name, count: 1) }
                + titles.map { CollectionDescription(localIdentifier: "00000000-0000-4000-8000-000000000001/L0/040", title: $0, type: "album", subtype: "any", count: 1) }
            return try CollectionTree(entries: entries).lines(moments: false, empty: true).dropFirst().prefix(SmartAlbum.offered.count).map { line in
                try #require(line.split(separator: " ", omittingEmptySubsequences: true).dropFirst(2).first.map(String.init))
            }
        }
        let plain = try shown([])
        #expect(Set(plain).count == plain.count && plain.contains("favorites") && plain.allSatisfy { $0.count <= 16 }, "\(plain)")
        #expect(plain.map { SmartAlbums.album(meantBy: $0)?.name } == SmartAlbum.offered.map(\.name))
        let avoiding = try shown(["favorites", "videos", "smartAlbumVideos"])
        #expect(avoiding.contains("smartAlbumFavorites") && !avoiding.contains("videos"), "\(avoiding)")
        #expect(avoiding.map { SmartAlbums.album(meantBy: $0)?.name } == SmartAlbum.offered.map(\.name))
        #expect(SmartAlbums.moment(meantBy: SmartAlbums.name(ofMoment: 17)) == 17 && SmartAlbums.moment(meantBy: "moment-x") == nil)
    }

    @Test func nestingAsDeepAsItGets() {
        let records = (1...5000).map { id in
            var record = CollectionRecord(uuid: UUID(), type: .folder(.regularFolder), title: "\(id)")
            (record.id, record.parentID) = (Int64(id), id == 1 ? nil : Int64(id - 1))
            return record
        }
        #expect(CollectionTree.nested(records).map(\.depth) == Array(0..<5000))
    }
}
