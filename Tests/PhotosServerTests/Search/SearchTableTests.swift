import Catalog
import Foundation
import PhotoModel
import Query
import TestSupport
import Testing
@testable import LibraryEngine
@testable import PhotosServer

/// Each search of `Fixtures/searches.tsv` finds what stands behind it there, over the words that the catalogue keeps and by looking at every asset.
@Suite struct SearchTableTests {
    private struct Table {
        var assets: [[String]] = []
        var searches: [(text: String, found: [String])] = []

        init() throws {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/searches.tsv")
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
                let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                switch fields[0] {
                case "asset": assets.append(Array(fields.dropFirst()))
                default: searches.append((fields[1], fields[2].split(separator: " ").map(String.init)))
                }
            }
        }

        /// - Returns: the library, and the numbers of its assets.
        func library(_ gazetteer: MadeGazetteer) throws -> (ServedLibrary, [UUID: String]) {
            let library = try ServedLibrary(gazetteer: gazetteer.folder)
            var numbers: [UUID: String] = [:], albums: [String: [UUID]] = [:], folders: [String: String] = [:], trashed: [UUID] = []
            for fields in assets {
                var facts: [String: String] = [:]
                for field in fields.dropFirst(2) {
                    let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
                    facts[parts[0]] = parts[1]
                }
                let uuid = try library.add(fields[1], facts["filename"] ?? "IMG_00\(fields[0]).JPG") { asset in
                    (asset.title, asset.caption) = (facts["title"], facts["caption"])
                    (asset.cameraMake, asset.cameraModel, asset.lens) = (facts["make"], facts["camera"], facts["lens"])
                    asset.keywords = facts["keywords"]?.split(separator: "|").map(String.init) ?? []
                    if let type = facts["type"] { asset.uniformType = type }
                    if let place = facts["place"]?.split(separator: " ").compactMap({ Double($0) }) { asset.location = LocationRecord(latitude: place[0], longitude: place[1]) }
                    switch facts["kind"] {
                    case "screenshot": asset.mediaSubtypes = .photoScreenshot
                    case "video": (asset.mediaType, asset.playbackStyle, asset.duration) = (.video, .video, 5)
                    case "favorite": asset.isFavorite = true
                    case "hidden": asset.isHidden = true
                    default: break
                    }
                }
                numbers[uuid] = fields[0]
                if facts["kind"] == "trashed" { trashed.append(uuid) }
                guard let album = facts["album"] else { continue }
                albums[album, default: []].append(uuid)
                folders[album] = facts["folder"]
            }
            var folderIDs: [String: Int64] = [:]
            for (title, members) in albums.sorted(by: { $0.key < $1.key }) {
                let album = try library.addAlbum(title, members)
                guard let name = folders[title] else { continue }
                try library.catalog.write(author: "test") { writer in
                    let folder = try folderIDs[name] ?? writer.insert(CollectionRecord(uuid: UUID(), type: .folder(.regularFolder), title: name))
                    folderIDs[name] = folder
                    if let id = try writer.collection(uuid: album)?.id { try writer.update(collectionID: id) { $0.parentID = folder } }
                }
            }
            try library.trash(trashed)
            return (library, numbers)
        }
    }

    @Test func everySearchFindsWhatTheTableSays() throws {
        let table = try Table()
        #expect(table.searches.count >= 200)
        let gazetteer = try MadeGazetteer()
        let (served, numbers) = try table.library(gazetteer)
        let library = served.temporary.library
        #expect(library.updateColumns())
        let scanning = try library.reopened { $0.usesColumns = false }
        defer { scanning.close() }
        let now = try #require(ISO8601DateFormatter().date(from: "2024-12-01T12:00:00Z"))
        for (text, expected) in table.searches {
            for source in [library, scanning] {
                let found = try source.read { reader in
                    let search = try Search(text, SearchDates(reader, now: now, zone: .gmt), now: now)
                    let query = AssetQuery(predicate: search.predicate, sort: [SortKey("creationDate")])
                    let ids = try reader.assetIDs(query)
                    #expect(try reader.assetCount(query) == ids.count, "\(text)")
                    return try reader.uuids(assetIDs: ids).compactMap { $0.flatMap { numbers[$0] } }
                }
                #expect(found == expected, "\(text), \(source === library ? "over the words" : "by looking at every asset")")
            }
        }
    }
}
