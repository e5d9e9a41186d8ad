@testable import Catalog
import Foundation
import GRDBSQLite
import PhotoModel
import Query
import TestSupport
import Testing

/// What the words of assets answer is what looking at each asset's texts answers.
@Suite struct WordTests {
    /// Letters that differ by case, by a mark, by being two in plain letters, by script, and by their number of bytes.
    private static let alphabet = ["a", "É", "ß", "上"]

    /// Every text of up to three of these letters.
    private static let texts: [String] = {
        var texts = [""], longest = [""]
        for _ in 0..<3 {
            longest = longest.flatMap { text in alphabet.map { text + $0 } }
            texts += longest
        }
        return texts
    }()

    private static let keys = ["filename", "title", "caption", "cameraMake", "camera", "lens"]
    private static let relations = ["CONTAINS", "BEGINSWITH", "ENDSWITH", "=="]

    private func set(_ key: String, _ text: String, of asset: inout AssetRecord) {
        switch key {
        case "filename": asset.filename = text
        case "title": asset.title = text
        case "caption": asset.caption = text
        case "cameraMake": asset.cameraMake = text
        case "camera": asset.cameraModel = text
        default: asset.lens = text
        }
    }

    /// Whether columns answered, and that they answered what memory does.
    private func check(_ format: String, in library: TemporaryCatalog, _ model: AssetModel) throws -> Bool {
        let query = AssetQuery(predicate: try Query.Predicate(format: format), sort: [SortKey("creationDate")])
        let expected = try model.ids(query)
        return try library.read { reader in
            let ids = try reader.columnIDs(query, now: TemporaryCatalog.now)
            if let ids { #expect(Array(ids) == expected, "\(format)") }
            #expect(try Array(reader.assetIDs(query)) == expected, "\(format)")
            return ids != nil
        }
    }

    /// A small world, all of it: each text in each field, and each of up to two letters looked for.
    @Test(arguments: keys) func everyShortTextIsFoundByItsParts(_ key: String) throws {
        let library = try TemporaryCatalog()
        var model = AssetModel(assets: [])
        try library.write { writer in
            for (number, text) in Self.texts.enumerated() {
                var asset = Sample.asset(number)
                asset.filename = "."
                set(key, text, of: &asset)
                asset.id = try writer.insert(asset, resources: [])
                model.assets.append(asset)
            }
        }
        #expect(library.catalog.updateColumns())
        for part in Self.texts where (1...2).contains(part.count) {
            for relation in Self.relations {
                for options in ["[cd]", "[cda]"] {
                    #expect(try check("\(key) \(relation)\(options) \"\(part)\"", in: library, model), "columns should answer")
                    #expect(try check("NOT (\(key) \(relation)\(options) \"\(part)\")", in: library, model), "columns should answer")
                }
            }
        }
        // What the index doesn't know is asked of the assets.
        for format in ["\(key) CONTAINS[c] \"É\"", "\(key) LIKE[cd] \"*É*\"", "\(key) MATCHES \"aÉ.*\"", "\(key) == \"aÉ\"", "\(key) != \"aÉ\"", "\(key) == nil"] {
            _ = try check(format, in: library, model)
        }
    }

    /// A large world: many blocks, texts of all kinds beside each other, changes, purges, and what came in again.
    @Test(arguments: [1, 2, 3] as [UInt64]) func manyAssetsWithAHistoryAgree(seed: UInt64) throws {
        let library = try TemporaryCatalog()
        var model = try RandomLibrary.fill(library, count: 1_300, seed: seed)
        var random = SeededRandom(seed: seed &* 31)
        let texts = RandomLibrary.texts + ["北京之行", "上海", "東京タワー", "Tromsø", "Łódź", "ﬁne", "\u{1F468}\u{200D}\u{1F469}", "a\nb"]
        #expect(library.catalog.updateColumns())
        for round in 0..<12 {
            try library.write { writer in
                for _ in 0..<40 {
                    let index = random.number(below: model.assets.count)
                    try writer.update(assetID: model.assets[index].id) { asset in
                        (asset.title, asset.caption) = (random.chance(20) ? nil : random.pick(texts), random.pick(texts) + random.pick(texts))
                        if random.chance(30) { asset.filename = random.pick(texts) }
                        if random.chance(30) { asset.lens = random.chance(50) ? nil : random.pick(texts) }
                    }
                    model.assets[index] = try #require(try writer.asset(id: model.assets[index].id))
                }
                var added = RandomLibrary.asset(20_000 + round, &random)
                added.id = try writer.insert(added, resources: [])
                model.assets.append(added)
                let gone = model.assets.remove(at: random.number(below: model.assets.count))
                _ = try writer.purge(assetIDs: [gone.id])
                for album in model.albums.keys { model.albums[album]?.removeAll { $0 == gone.id } }
            }
        }
        #expect(try library.read { try $0.consistencyProblems() } == [])
        var answered = 0
        for text in texts + ["e", "上", "ss", "o", "IMG_", ".", "北京", "i", "東"] where !text.isEmpty {
            let quoted = text.replacing("\n", with: "\\n")
            let anywhere = ["filename", "title", "caption", "camera", "cameraMake", "lens", "ANY keywords", "ANY album", "ANY folder"]
                .map { "\($0) CONTAINS[cda] \"\(quoted)\"" }.joined(separator: " OR ")
            let formats = [
                "(\(anywhere))", "(\(anywhere)) AND favorite == YES AND title CONTAINS[cd] \"e\"", "NOT (\(anywhere))",
                "title CONTAINS[cd] \"\(quoted)\" OR mediaType == 2 OR caption ENDSWITH[cda] \"\(quoted)\"",
            ]
            for format in formats where try check(format, in: library, model) { answered += 1 }
        }
        #expect(answered == 4 * (texts.count - 1 + 9), "columns answered \(answered)")
    }

    @Test func whatATransactionTakesBackIsNotFound() throws {
        struct Broken: Error {}
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        #expect(throws: Broken.self) {
            try library.write { writer in
                try writer.update(assetID: ids[0]) { $0.title = "lighthouse" }
                throw Broken()
            }
        }
        let query = AssetQuery(predicate: try Query.Predicate(format: "title CONTAINS[cd] \"light\""))
        #expect(try library.read { try $0.assetIDs(query) } == [])
        try library.write { writer in
            try writer.update(assetID: ids[1]) { $0.title = "lighthouse" }
            #expect(try writer.assetIDs(query) == [ids[1]], "a transaction finds its own changes")
        }
        #expect(try library.read { try $0.assetIDs(query) } == [ids[1]])
        #expect(try library.read { try $0.consistencyProblems() } == [])
    }

    /// More than a transaction keeps back until its end.
    @Test func aLargeTransactionIsWhole() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(10_300)
        try library.write { writer in try ids.prefix(10_200).forEach { id in try writer.update(assetID: id) { $0.caption = "c" } } }
        #expect(try library.read { try $0.consistencyProblems() } == [])
        try library.write { writer in _ = try writer.purge(assetIDs: ids.prefix(10_250)) }
        #expect(try library.read { try $0.consistencyProblems() } == [])
        #expect(try sql("SELECT count(*) FROM asset_words", library) == 1, "blocks without assets are gone")
    }

    @Test func whoeverWasGivenAssetsFindsNoAlbums() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(4)
        try library.write { writer in
            var folder = Sample.album("Journeys", number: 9_100, kind: .folder)
            folder.id = try writer.insert(folder)
            var album = Sample.album("Lisbon")
            album.parentID = folder.id
            try writer.addMembers(ids, to: writer.insert(album))
            try writer.update(assetID: ids[1]) { $0.keywords = ["tram"] }
            try writer.setSelection(of: "org.example.app", to: [ids[0], ids[1]])
        }
        #expect(library.catalog.updateColumns())
        for (format, all, given) in [
            ("ANY album CONTAINS[cda] \"lisb\"", 4, 0), ("ANY folder CONTAINS[cda] \"journey\"", 4, 0), ("ANY keywords CONTAINS[cda] \"TRÁM\"", 1, 1),
            ("filename CONTAINS[cda] \"img\"", 4, 2), ("NOT (ANY album CONTAINS[cda] \"lisb\")", 0, 2),
        ] {
            let query = AssetQuery(predicate: try Query.Predicate(format: format))
            #expect(try library.read { try $0.assetCount(query) } == all, "\(format)")
            #expect(try library.catalog.read(selection: "org.example.app") { try $0.assetCount(query) } == given, "\(format)")
        }
    }

    // MARK: What is wrong in the file

    private func sql(_ statement: String, _ library: TemporaryCatalog) throws -> Int {
        var db: OpaquePointer?, compiled: OpaquePointer?
        defer { sqlite3_close(db) }
        try #require(sqlite3_open(library.file.path, &db) == SQLITE_OK)
        sqlite3_busy_timeout(db, 10_000)
        try #require(sqlite3_prepare_v2(db, statement, -1, &compiled, nil) == SQLITE_OK)
        defer { sqlite3_finalize(compiled) }
        return sqlite3_step(compiled) == SQLITE_ROW ? Int(sqlite3_column_int64(compiled, 0)) : 0
    }

    @Test(arguments: [
        "UPDATE asset_words SET words = x''", "UPDATE asset_words SET words = substr(words, 1, 1200)", "UPDATE asset_words SET words = words || x'41'",
        "UPDATE asset_words SET words = x'01' || substr(words, 2)", "UPDATE asset_words SET words = substr(words, 1, 1029) || x'FF' || substr(words, 1031)",
        "UPDATE asset_words SET words = substr(words, 1, 1284) || x'FFFFFFFF' || substr(words, 1289)", "UPDATE asset_words SET block = -1",
        "UPDATE asset_words SET words = substr(words, 1, 1289) || x'41' || substr(words, 1291)", "UPDATE asset_words SET block = 999999999",
        "UPDATE asset_words SET words = 'text'",
    ])
    func damagedWordsAreAnErrorAndAreMadeAgain(_ damage: String) throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(5)
        #expect(library.catalog.updateColumns())
        _ = try sql(damage, library)
        let query = AssetQuery(predicate: try Query.Predicate(format: "filename CONTAINS[cd] \"img_3\""))
        #expect { try library.read { try $0.assetIDs(query) } } throws: { ($0 as? CatalogError)?.code == .corrupt }
        #expect(try library.read { try $0.consistencyProblems() }.count == 1)
        try library.write { try $0.recount() }
        #expect(try library.read { try $0.consistencyProblems() } == [])
        #expect(try library.read { try $0.assetIDs(query) } == [ids[3]])
    }

    @Test func wordsThatAreNotTheAssetsAreToldOf() throws {
        for damage in ["DELETE FROM asset_words WHERE block = 1", "UPDATE asset SET title = 'x' WHERE id = 300", "INSERT INTO asset_words SELECT 7, words FROM asset_words"] {
            let library = try TemporaryCatalog()
            _ = try library.addPictures(600)
            _ = try sql(damage.replacing("SELECT 7, words FROM asset_words", with: "SELECT 7, words FROM asset_words WHERE block = 1"), library)
            #expect(try library.read { try $0.consistencyProblems() } == ["words for searches that are not what the assets say (1)"], "\(damage)")
        }
    }

    /// A search that nobody waits for any more ends among the words, and one without work left is refused.
    @Test func wordsSpendFromTheBudget() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(3_000)
        #expect(library.catalog.updateColumns())
        let query = AssetQuery(predicate: try Query.Predicate(format: "filename CONTAINS[cd] \"img\""))
        let budget = QueryBudget(20)
        #expect { try library.catalog.read(budget: budget) { try $0.assetIDs(query) } } throws: { ($0 as? QueryError)?.code == .tooCostly }
        let enough = QueryBudget(2_000)
        #expect(try library.catalog.read(budget: enough) { try $0.assetIDs(query) }.count == 3_000)
        #expect(enough.spent >= 40, "twelve blocks were looked through")
    }
}
