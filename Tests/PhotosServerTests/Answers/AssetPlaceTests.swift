import Foundation
import LibraryEngine
import PhotoModel
import PhotosTesting
import TestSupport
import Testing
@testable import PhotosServer

/// By which names the place of an asset is told, and to whom.
@Suite struct AssetPlaceTests {
    private let gazetteer: MadeGazetteer
    private let library: ServedLibrary
    /// In Alfama, amid an ocean, and nobody knows where.
    private let near: UUID, far: UUID, nowhere: UUID

    private static let english = ["Alfama", "Lisbon", "Lisbon District", "Portugal"]

    init() throws {
        gazetteer = try MadeGazetteer()
        library = try ServedLibrary(gazetteer: gazetteer.folder)
        near = try Self.add(38.7118, -9.126, to: library)
        far = try Self.add(0, -30, to: library)
        nowhere = try library.add("2019-06-12T10:00:00Z")
    }

    private static func add(_ latitude: Double, _ longitude: Double, to library: ServedLibrary) throws -> UUID {
        try library.add("2019-06-12T10:00:00Z") { $0.location = LocationRecord(latitude: latitude, longitude: longitude) }
    }

    private func row(_ id: UUID) throws -> Int64 {
        let row = try library.temporary.library.read { try $0.assetID(uuid: id) }
        return try #require(row)
    }

    /// As an asset's own answer has them.
    private static func names(_ server: TestServer, _ id: UUID, _ language: String? = nil) async throws -> [String]? {
        let reply = try await server.get("/api/assets/\(id)", language.map { [("Accept-Language", $0)] } ?? [])
        #expect(reply.status == 200, "\(reply.text)")
        let location = try reply.object()["location"] as? [String: Any]
        return location?["placeNames"] as? [String]
    }

    /// Whether an answer says anything of where the photo in Alfama was taken.
    private static func tellsPlace(_ reply: HTTPReply) -> Bool {
        (english + ["Lissabon", "placeNames", "38.71"]).contains { reply.text.contains($0) }
    }

    @Test func `a place is named in the language that is asked for`() async throws {
        let german = ["Alfama", "Lissabon", "Lisbon District", "Portugal"], chinese = ["Alfama", "里斯本", "Lisbon District", "葡萄牙"]
        let expected: [(language: String?, names: [String])] = [
            (nil, Self.english), ("en-US,en", Self.english), ("de-AT,de;q=0.9", german), ("zh-CN,zh", chinese), ("zh-TW", chinese), ("fr", Self.english),
        ]
        try await library.served { server in
            for (language, names) in expected {
                let told = try await Self.names(server, near, language)
                #expect(told == names, "\(language ?? "none")")
            }
            // What a cache has in one language is not the answer in another one.
            let address = "/api/assets/\(near)", first = try await server.get(address, [("Accept-Language", "de")]), tag = try #require(first["ETag"])
            #expect(first["Vary"]?.contains("Accept-Language") == true)
            let again = try await server.get(address, [("Accept-Language", "de"), ("If-None-Match", tag)]).status
            let other = try await server.get(address, [("Accept-Language", "en"), ("If-None-Match", tag)]).status
            #expect(again == 304 && other == 200)
        }
    }

    /// The search that a name in the viewer's panel leads to.
    @Test func `an asset is found by each name of its place that is told`() async throws {
        try await library.served { server in
            for language in ["en", "de", "zh-CN", "zh-TW"] {
                let told = try await Self.names(server, near, language), names = try #require(told)
                #expect(names.count == 4)
                for name in names {
                    let search = "ANY place ==[c] \"\(name)\"".utf8.map { String(format: "%%%02X", $0) }.joined()
                    let found = try await server.ids("q=\(search)")
                    #expect(found == [near.uuidString], "\(name)")
                }
            }
        }
    }

    @Test func `where nobody knows a name there is none, and lists have none`() async throws {
        try await library.served { server in
            let none = try await Self.names(server, far), answer = try await server.get("/api/assets/\(nowhere)").object()
            #expect(none == [])
            #expect(answer["location"] is NSNull)
            let list = try await server.get("/api/assets")
            #expect(list.status == 200 && !Self.tellsPlace(list))
        }
        // Without the tables, and with one that is damaged.
        let damaged = try MadeGazetteer()
        defer { withExtendedLifetime(damaged) {} }
        try Data("no town".utf8).write(to: damaged.towns)
        for folder in [nil, URL(fileURLWithPath: "/nowhere"), damaged.folder] {
            let other = try ServedLibrary(gazetteer: folder), id = try Self.add(38.7118, -9.126, to: other)
            try await other.served { server in
                let none = try await Self.names(server, id)
                #expect(none == [])
            }
        }
    }

    @Test func `a link that hides places tells no name of one`() async throws {
        try await library.served { server async throws in
            let person = try await server.connectStrange()
            defer { person.close() }
            for rules in ["", #","downloads":true"#, #","places":false"#] {
                let made = try await SharingTests.share(server, [near.uuidString], rules)
                let items = try await person.get(made.path + "api/items", [("Accept-Language", "de")])
                #expect(items.status == 200 && items.text.contains(near.uuidString) && !Self.tellsPlace(items), "\(items.text)")
                for path in ["", "api/share", "api/assets/\(near)", "api/place?id=\(near)"] {
                    let reply = try await person.get(made.path + path)
                    #expect(!Self.tellsPlace(reply), "\(path)")
                }
            }
            // The owner's address opens for no link, even for one that tells places.
            let open = try await SharingTests.share(server, [near.uuidString], #","places":true"#)
            for headers in [[], [("Authorization", "Bearer \(open.token)")], [("Cookie", "photos-\(server.port)=\(open.token)")]] {
                let reply = try await person.get("/api/assets/\(near)", headers)
                #expect(reply.status == 401 && !Self.tellsPlace(reply))
            }
        }
    }

    @Test func `who does not see a photo learns no name of its place`() async throws {
        let application = "org.example.viewer", seen = try row(near), unseen = try row(far)
        try await library.served { server async throws in
            let program = try await HTTPConnection(port: server.port, token: server.sessions.begin(.application(application)).token)
            defer { program.close() }
            let grants: [(access: PhotoLibrary.Access, status: Int)] = [
                (.limited([unseen]), 404), (.addOnly, 403), (.denied, 403), (.limited([seen]), 200), (.full, 200),
            ]
            for (access, status) in grants {
                try library.temporary.library.grant(access, to: application, author: "owner")
                let answer = try await program.get("/api/assets/\(near)")
                #expect(answer.status == status, "\(access)")
                // The name goes with the position, and to nobody else.
                #expect(Self.tellsPlace(answer) == (status == 200), "\(access)")
            }
            let stranger = try await server.connectStrange()
            defer { stranger.close() }
            let refused = try await stranger.get("/api/assets/\(near)")
            #expect(refused.status == 401 && !Self.tellsPlace(refused))
        }
    }
}
