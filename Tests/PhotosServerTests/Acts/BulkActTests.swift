import Foundation
import PhotoModel
import Testing

@testable import PhotosServer

@Suite struct BulkActTests {
    @Test func `many are previewed, changed and taken back as one`() async throws {
        try await ActWorld.run { world in
            let edit: [String: Any] = ["shift": 3_600, "title": "Batch", "addKeywords": ["sea"], "rating": 4, "place": ["latitude": 1.5, "longitude": -2]]
            let assets = world.ids(0, 1, 2), before = try assets.map { try world.record($0) }
            let reply = try await world.post("/api/acts/preview", ["assets": assets, "edit": edit])
            #expect(reply.status == 200, "\(reply.text)")
            let preview = try #require(try JSONSerialization.jsonObject(with: reply.body) as? [String: Any])
            #expect(preview["changed"] as? Int == 3 && preview["count"] as? Int == 3 && preview["refused"] as? Int == 0)
            let document = try #require(try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.text.utf8)) as? [String: Any])
            #expect(JSONSchema(document: document).problems(of: preview, named: "BulkPreview") == [])
            #expect(try assets.map { try world.record($0) } == before)
            let done = try await world.act("edit", ["assets": assets, "edit": edit])
            #expect(done.changed == 3 && done.title == "Changed the date, place, title, keywords and rating of 3 photos", "\(done.title)")
            #expect(try world.record(assets[0]).creationDate == before[0].creationDate.map { $0 + 3_600 })
            #expect(try world.record(assets[0]).keywords == ["sea"] && world.record(assets[0]).location?.longitude == -2)
            let undone = try await world.undo(done.undo)
            #expect(undone.changed == 3)
            for (id, old) in zip(assets, before) {
                var now = try world.record(id)
                now.modificationDate = old.modificationDate
                #expect(now == old)
            }
            let again = try await world.undo(undone.undo)
            #expect(again.changed == 3 && again.title.hasPrefix("Done again"))
            #expect(try world.record(assets[2]).rating == 4)
        }
    }

    @Test func `what others changed since is left, and named`() async throws {
        try await ActWorld.run { world in
            let done = try await world.act("edit", ["assets": world.ids(0, 1), "edit": ["rating": 5]])
            let record = try world.record(world.assets[0])
            try world.server.library.library.performChanges(author: "other") { try $0.update(assetID: record.id) { $0.rating = 1 } }
            let undone = try await world.undo(done.undo)
            #expect(undone.changed == 1)
            #expect(undone.title == "Undone for 1 of 2: Changed the rating of 2 photos. Changed since by others, and left: \(record.filename)", "\(undone.title)")
            #expect(try world.record(world.assets[0]).rating == 1 && world.record(world.assets[1]).rating == 0)
        }
    }

    @Test(arguments: [
        "{}", "{\"shift\": \"x\"}", "{\"rating\": 6}", "{\"date\": \"2023-02-30T00:00:00Z\"}", "{\"date\": \"2023-02-03T00:00:00Z\", \"shift\": 1}", "{\"timeZone\": \"Mars\"}",
        "{\"place\": {\"latitude\": 91, \"longitude\": 0}}", "{\"place\": {}}", "{\"addKeywords\": [\"\"]}", "{\"title\": \"\\u0000\"}", "{\"shift\": 1e300}",
    ])
    func `what makes no sense is refused`(_ edit: String) async throws {
        try await ActWorld.run { world in
            let before = try world.state()
            for (path, act) in [("/api/acts", "\"act\": \"edit\", "), ("/api/acts/preview", "")] {
                let reply = try await world.server.post(path, json: "{\(act)\"assets\": [\"\(world.assets[0])\"], \"edit\": \(edit)}")
                #expect(reply.status == 400, "\(path) \(reply.text)")
            }
            #expect(try world.state() == before)
        }
    }

    @Test func `a date that leaves the calendar refuses all, by name`() async throws {
        try await ActWorld.run { world in
            let body: [String: Any] = ["assets": world.ids(0, 1), "edit": ["shift": 9e11, "title": "x"]]
            let refused = try await world.post("/api/acts", body.merging(["act": "edit"]) { $1 })
            #expect(refused.status == 409 && refused.text.contains("would leave the calendar"), "\(refused.text)")
            #expect(try world.record(world.assets[0]).title == nil)
            let preview = try await world.post("/api/acts/preview", body)
            #expect(preview.text.contains("\"refused\":2") && preview.text.contains("outOfCalendar"), "\(preview.text)")
            let gone = try await world.post("/api/acts/preview", ["assets": [UUID().uuidString], "edit": ["rating": 1]])
            #expect(gone.status == 404)
        }
    }
}
