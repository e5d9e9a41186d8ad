import Foundation
import TestSupport
import Testing

@Suite struct BulkEditCommandTests {
    @Test func manyArePreviewedChangedAndTakenBack() throws {
        let world = try World.imported(3)
        func assets() throws -> [[String: Any]] { try world.photos("assets", "--sort", "filename", "--json").jsonLines }
        let edit = ["--where", "mediaType == 1", "--shift", "+1h", "--title", "Pier", "--keyword", "sea", "--rating", "4"]
        let before = try assets()
        let preview = try world.photos(["edit"] + edit + ["--preview"])
        #expect(preview.status == 0 && preview.output.contains("IMG_1000.jpg: title: – → Pier") && preview.output.contains("rating: – → ★★★★"), "\(preview.output)")
        #expect(preview.output.contains("date: 2023-11-02 17:00:00 +01:00 → 2023-11-02 18:00:00 +01:00"), "\(preview.output)")
        #expect(preview.errors.contains("3 of 3 assets would change"), "\(preview.errors)")
        let lines = try world.photos(["edit"] + edit + ["--preview", "--json"]).jsonLines
        #expect(lines.count == 3 && lines[0]["fields"] as? [String] == ["date", "title", "keywords", "rating"])
        #expect((lines[0]["to"] as? [String: Any])?["title"] as? String == "Pier")
        #expect(try assets().map { $0["title"] as? String } == before.map { $0["title"] as? String })
        #expect(try world.photos(["edit"] + edit + ["--json"]).json["changed"] as? Int == 3)
        #expect(try assets().map { $0["title"] as? String } == ["Pier", "Pier", "Pier"])
        let list = try world.photos("undo", "--list", "--json").jsonLines
        #expect(list.count == 1 && list[0]["count"] as? Int == 3)
        // Somebody else writes one of the titles.
        let id = try #require(before[0]["localIdentifier"] as? String)
        #expect(try world.photos("edit", id, "--title", "Mine").status == 0)
        let undone = try world.photos("undo", String(try #require(list[0]["id"] as? String).prefix(8)))
        #expect(undone.status == 1 && undone.errors.contains("IMG_1000.jpg was changed by somebody since, and stays as it is: title."), "\(undone.errors)")
        #expect(try assets().map { $0["title"] as? String } == ["Mine", nil, nil])
        #expect(try assets().map { $0["creationDate"] as? String } == before.map { $0["creationDate"] as? String })
        #expect(try world.photos("undo").status == 0)
        #expect(try assets()[0]["title"] as? String == "Pier")
        #expect(try world.photos("undo").status == 65)
    }

    @Test func aPlaceMayBeATown() throws {
        let world = try World.imported(2), gazetteer = try MadeGazetteer(MadeGazetteer.usualTowns + [.init(99_000_001, "Lisbon", 43.7, -72.1, "DE", "02")])
        func edit(_ place: String, _ more: String...) throws -> ProgramRun {
            try world.photos(["edit", "--where", "mediaType == 1", "--place", place] + more, environment: ["PHOTOS_GAZETTEER": gazetteer.folder.path])
        }
        let preview = try edit("lisbon", "--preview")
        #expect(preview.output.contains("IMG_1000.jpg: place: – → 38.71667, -9.13333") && preview.errors.contains("The place is Lisbon, "), "\(preview)")
        #expect(try edit("Lisbon, Bavaria", "--json").json["changed"] as? Int == 2)
        let places = try world.photos("assets", "--json").jsonLines.map { ($0["location"] as? [String: Any])?["latitude"] as? Double }
        #expect(places == [43.7, 43.7])
        for place in ["Lisb", "Lisbon, Spain"] {
            let refused = try edit(place)
            #expect(refused.status == 65 && refused.errors.contains("No town is called \(place) here."), "\(refused.errors)")
        }
    }

    @Test func aDateThatLeavesTheCalendarChangesNothing() throws {
        let world = try World.imported(2)
        for more in [[], ["--preview"]] {
            let refused = try world.photos(["edit", "--where", "mediaType == 1", "--shift", "+99999999s", "--shift", "+99999d", "--date", "none"] + more)
            #expect(refused.status == 64, "\(refused.errors)")
            let far = try world.photos(["edit", "--where", "mediaType == 1", "--date", "9999-12-31T23:59:59-05:00"] + more)
            #expect(far.status == 0, "\(far.errors)")
        }
        let out = try world.photos("edit", "--where", "mediaType == 1", "--shift", "+1d", "--title", "x")
        #expect(out.status == 65 && out.errors.contains("The date of IMG_1000.jpg would leave the calendar"), "\(out.errors)")
        let preview = try world.photos("edit", "--where", "mediaType == 1", "--shift", "+1d", "--preview")
        #expect(preview.status == 65 && preview.errors.contains("2 assets can't be changed so"), "\(preview.errors)")
        #expect(try world.photos("assets", "--where", "title == 'x'", "--json").output.isEmpty)
    }
}
