import Codecs
import Foundation
import LibraryEngine
import Metadata
import PhotoModel
import Photos
import PhotosTesting
import Pixels
import TestSupport
import Testing
@testable import PhotosServer

extension PickerTests {
    @Test func `pictures are handed on as large as was asked, and compatible ones are what everything opens`() async throws {
        let library = try TemporaryLibrary()
        let photo = try library.add((.photo, "BIG.JPG", FixtureImages.jpeg(width: 800, height: 600, seed: 4)))
        let raw = try library.add((.photo, "SHOT.DNG", FixtureImages.raw(width: 64, height: 48)))
        try await TestServer.run(library) { server async throws in
            func file(_ request: String, _ asset: String, size: Int? = nil) async throws -> HTTPReply {
                let picker = try await Self.begin(server, request), person = try await Self.person(server, picker)
                let chosen = try await Self.choose(person, picker, "{\"assets\":[\"\(asset)\"]\(size.map { ",\"size\":\($0)" } ?? "")}")
                #expect(chosen.status == 200, "\(chosen.text)")
                return try await Self.program(server, picker).get(picker.path + "/items/0/file")
            }
            let whole = try await file("{}", photo), small = try await file(#"{"size":200}"#, photo), byPerson = try await file("{}", photo, size: 400)
            #expect(try Picture(whole.body).size == (800, 600))
            #expect(try Picture(small.body).size == (200, 150))
            #expect(try Picture(byPerson.body).size == (400, 300))
            let shot = try await file("{}", raw), compatible = try await file(#"{"representation":"compatible"}"#, raw)
            #expect(shot["Content-Type"] != "image/jpeg" && shot.body == FixtureImages.raw(width: 64, height: 48))
            #expect(compatible["Content-Type"] == "image/jpeg" && compatible["Content-Disposition"]?.contains("SHOT.jpg") == true)
            #expect(try Picture(compatible.body).size == (64, 48))
        }
    }

    @Test func `a RAW with its JPEG is handed on as both, the very bytes`() async throws {
        let library = try TemporaryLibrary(), raw = FixtureImages.raw(width: 64, height: 48), jpeg = try FixtureImages.jpeg(width: 64, height: 48, seed: 6)
        let pair = try library.add((.photo, "IMG_2.JPG", jpeg), (.alternatePhoto, "IMG_2.DNG", raw))
        try await TestServer.run(library) { server async throws in
            let picker = try await Self.begin(server), person = try await Self.person(server, picker), program = try await Self.program(server, picker)
            #expect(try await Self.choose(person, picker, "{\"assets\":[\"\(pair)\"]}").status == 200)
            let item = try #require(try await program.get(picker.path).decoded(State.self).items.first)
            let urls = try #require(item.urls), resources = try #require(item.resources)
            #expect(Set(resources.map(\.filename)) == ["IMG_2.JPG", "IMG_2.DNG"] && urls.resources.count == 2)
            for (resource, url) in zip(resources, urls.resources) {
                let file = try await program.get(url)
                #expect(file.status == 200 && file.body == (resource.filename == "IMG_2.DNG" ? raw : jpeg), "\(resource.filename)")
                #expect(file["ETag"] == "\"\(resource.sha256)\"")
            }
            #expect(try await program.get(urls.file).body == jpeg, "what the pair shows")
        }
    }

    /// The file says what its camera knew, and the library what its owner does.
    @Test func `what is made for a program says what the library knows`() async throws {
        let library = try TemporaryLibrary()
        let said = [
            ("com.apple.quicktime.creationdate", "2013-10-25T12:04:53+0200"), ("com.apple.quicktime.displayname", "Old"),
            ("com.apple.quicktime.location.ISO6709", "+34.0533-118.2423/"), ("com.apple.quicktime.comment", "Old words"),
        ]
        let film = try Data(MadeFilm { ($0.picture, $0.metadata) = ("libx265", said) }.bytes())
        let assets = [
            try library.add((.video, "MOV_1.MOV", film)), try library.add((.photo, "SHOT.DNG", FixtureImages.raw(width: 64, height: 48))),
        ]
        for asset in assets {
            try library.library.performChanges(author: "test") { transaction in
                let uuid = try #require(UUID(uuidString: asset)), id = try #require(try transaction.reader.assetID(uuid: uuid))
                try transaction.update(assetID: id) { record in
                    (record.title, record.caption, record.keywords) = ("Pier", "Words", ["sea", "sun"])
                    record.location = LocationRecord(latitude: -35.5, longitude: 139.25)
                    (record.creationDate, record.creationOffset) = (Date(timeIntervalSince1970: 1_400_000_000).timeIntervalSinceReferenceDate, 3600)
                }
            }
        }
        try await TestServer.run(library) { server async throws in
            for asset in assets {
                let picker = try await Self.begin(server, #"{"representation":"compatible"}"#), person = try await Self.person(server, picker)
                let chosen = try await Self.choose(person, picker, "{\"assets\":[\"\(asset)\"]}")
                #expect(chosen.status == 200, "\(chosen.text)")
                let made = try await Self.program(server, picker).get(picker.path + "/items/0/file")
                #expect(["video/mp4", "image/jpeg"].contains(made["Content-Type"]), "\(made.status)")
                let facts = try made.body.withUnsafeBytes { try FactsReader.read($0, name: "a", limits: DecodingLimits()) }
                #expect(facts.title == "Pier" && facts.caption == "Words" && facts.keywords == ["sea", "sun"], "\(facts)")
                #expect(facts.captureDate?.localSeconds == 1_400_003_600 && facts.captureDate?.utcOffset == 3600, "\(facts)")
                #expect(abs((facts.location?.latitude ?? 0) + 35.5) < 1e-4 && abs((facts.location?.longitude ?? 0) - 139.25) < 1e-4, "\(facts)")
            }
        }
    }
}
