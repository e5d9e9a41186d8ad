import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// What can't come into the library: it stays where it was put, and why is said.
@Suite struct RefusedTests {
    private static let note = "Not imported.txt"

    @Test func `what is no photo, or damaged, is kept as it was put, and named with its reason`() async throws {
        let photo = try FixtureImages.jpeg(width: 300, height: 200, seed: 1), text = Data("no photo".utf8), torn = Data(photo[..<100])
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.makeFolder("Incoming/Trip").status == 201)
            #expect(try await client.names("Incoming/") == ["Trip/"], "there is nothing to say")
            for (name, data) in [("a.jpg", photo), ("notes.txt", text), ("Trip/lie.jpg", text), ("Trip/torn.jpg", torn)] {
                #expect(try await client.put("Incoming/" + name, data).status == 201, "\(name)")
            }
            try await client.rest()
            #expect(try await server.filenames() == ["a.jpg"])
            #expect(try await client.names("Incoming/") == [Self.note, "Trip/", "a.jpg", "notes.txt"])
            #expect(try await client.names("Incoming/Trip/") == ["lie.jpg", "torn.jpg"])
            for (name, data) in [("notes.txt", text), ("Trip/lie.jpg", text), ("Trip/torn.jpg", torn)] {
                let read = try await client.get("Incoming/" + name)
                #expect(read.status == 200 && read.body == data && read["ETag"] == DAVClient.tag(of: data), "\(name)")
            }
            let note = try await client.get("Incoming/" + Self.note), told = try #require(try await client.look("Incoming/")["Incoming/" + Self.note])
            #expect(note.status == 200 && note["Content-Type"]?.hasPrefix("text/plain") == true && told.length == note.body.count)
            for name in ["notes.txt", "lie.jpg", "torn.jpg"] {
                let lines = note.text.split(whereSeparator: \.isNewline).filter { $0.contains(name) }
                #expect(lines.count == 1 && (lines.first?.count ?? 0) > name.count + 10, "\(name): \(lines)")
            }
            #expect(!note.text.contains("a.jpg") && !note.text.contains("staging"), "\(note.text)")
        }
    }

    @Test func `what is no picture is bytes, and no page of the gallery's`() async throws {
        let page = Data("<html xmlns=\"http://www.w3.org/1999/xhtml\"><script src=\"/js/app.js\"/></html>".utf8), names = ["a.xml", "b.html", "c.svg", "d.XMP", "e.txt"]
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for name in names { #expect(try await client.put("Incoming/" + name, page).status == 201, "\(name)") }
            let told = try await client.look("Incoming/")
            for name in names {
                let read = try await client.get("Incoming/" + name), type = "application/octet-stream"
                #expect(read.status == 200 && read["Content-Type"] == type && read["X-Content-Type-Options"] == "nosniff", "\(name)")
                #expect(told["Incoming/" + name]?["getcontenttype"]?.text == type, "\(name)")
            }
        }
    }

    @Test func `it stays refused through the end of a server, and for a week`() async throws {
        let library = try TemporaryLibrary(), text = Data("no photo".utf8)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/notes.txt", text).status == 201)
            try await client.rest()
        }
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("Incoming/") == [Self.note, "notes.txt"])
            #expect(try await client.get("Incoming/notes.txt").body == text)
            for _ in 1...6 {
                try await client.rest(86_400)
                #expect(try await client.names("Incoming/") == [Self.note, "notes.txt"])
            }
            #expect(try await client.get("Incoming/notes.txt").body == text)
            try await client.rest(2 * 86_400)
            #expect(try await client.names("Incoming/") == [])
            #expect(try await client.get("Incoming/" + Self.note).status == 404)
            try await client.rest(7_200)
            #expect(try server.batches().allSatisfy { $0.files.isEmpty }, "nor does anything of it stay on the disk")
        }
    }

    @Test func `it goes when the client deletes it, and comes in when something better is put`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1), text = Data("no photo".utf8)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for name in ["one.jpg", "two.jpg"] { #expect(try await client.put("Incoming/" + name, text).status == 201) }
            try await client.rest()
            #expect(try await client.names("Incoming/") == [Self.note, "one.jpg", "two.jpg"])
            #expect(try await client.delete("Incoming/one.jpg").status == 204)
            #expect(try await client.get("Incoming/one.jpg").status == 404)
            #expect(try await client.get("Incoming/" + Self.note).text.contains("one.jpg") == false)
            #expect(try await client.put("Incoming/two.jpg", photo).status == 204)
            try await client.rest()
            #expect(try await client.names("Incoming/") == ["two.jpg"])
            #expect(try await server.filenames() == ["two.jpg"])
        }
    }

    @Test func `in an album it stays in the album, beside the photos`() async throws {
        let library = try TemporaryLibrary(), text = Data("no photo".utf8)
        try library.addAlbum("Trip", [try library.addPhoto("A.JPG", seed: 1)])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Albums/Trip/notes.txt", text).status == 201)
            #expect(try await client.put("Albums/Trip/B.JPG", FixtureImages.jpeg(seed: 2)).status == 201)
            try await client.rest()
            #expect(try await client.names("Albums/Trip/") == ["A.JPG", "B.JPG", "notes.txt"])
            #expect(try await client.get("Albums/Trip/notes.txt").body == text)
            #expect(try await client.get("Incoming/" + Self.note).text.contains("notes.txt"))
            #expect(try await client.delete("Albums/Trip/notes.txt").status == 204)
            #expect(try await client.names("Albums/Trip/") == ["A.JPG", "B.JPG"])
            #expect(try await client.names("Incoming/") == [])
        }
    }

    @Test func `the note is nobody's file`() async throws {
        let text = Data("no photo".utf8), note = "Incoming/" + Self.note
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/notes.txt", text).status == 201)
            try await client.rest()
            let before = try await client.get(note).body
            #expect(try await client.put(note, text).status == 403)
            #expect(try await client.delete(note).status == 403)
            #expect(try await client.move(note, to: "Incoming/x.txt").status == 403)
            #expect(try await client.move("Incoming/notes.txt", to: note).status == 403)
            #expect(try await client.get(note).body == before)
            #expect(try await client.names("Incoming/") == [Self.note, "notes.txt"])
        }
    }

    @Test func `what fails for a reason that may pass is tried until it is in, however long that takes`() async throws {
        let photo = try FixtureImages.jpeg(width: 200, height: 100, seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server), manager = FileManager.default
            #expect(try await client.put("Incoming/a.jpg", photo).status == 201)
            let incoming = server.library.url.appending(path: "staging/incoming")
            let numbered = try manager.subpathsOfDirectory(atPath: incoming.path).first { Int($0.split(separator: "/").last ?? "") != nil }
            let file = incoming.appending(path: try #require(numbered)), aside = file.deletingLastPathComponent().appending(path: "999")
            try manager.moveItem(at: file, to: aside)
            for pause: TimeInterval in [DAVClient.rest, 11, 21, 41, 81, 8 * 86_400, 8 * 86_400] {
                try await client.rest(pause)
                #expect(try await client.names("Incoming/") == ["a.jpg"], "after \(pause) s it is not refused")
            }
            try manager.moveItem(at: aside, to: file)
            try await client.rest(3_601)
            #expect(try await server.filenames() == ["a.jpg"])
        }
    }

    @Test func `what can't come in counts as what is under way, until it is deleted`() async throws {
        let library = try TemporaryLibrary(), text = Data(repeating: 0x41, count: 600)
        try await TestServer.run(library, { $0.incoming.bytes = 1_000 }) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/one.txt", text).status == 201)
            try await client.rest()
            #expect(try await client.put("Incoming/two.txt", text).status == 507)
        }
        try await TestServer.run(library, { $0.incoming.bytes = 1_000 }) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/two.txt", text).status == 507)
            #expect(try await client.delete("Incoming/one.txt").status == 204)
            #expect(try await client.put("Incoming/two.txt", text).status == 201)
        }
    }
}
