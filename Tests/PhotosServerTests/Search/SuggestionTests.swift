import Catalog
import Foundation
import PhotoModel
import Testing
@testable import LibraryEngine

/// What the search box offers while somebody types.
@Suite struct SuggestionTests {
    private struct Answer: Decodable {
        struct Suggestion: Decodable, Equatable {
            var type: String, text: String, search: String, count: Int
        }
        var suggestions: [Suggestion]
    }

    private static func library() throws -> ServedLibrary {
        let library = try ServedLibrary()
        let tram = try library.add("2021-10-13T10:00:00Z", "IMG_1.JPG") { ($0.title, $0.keywords, $0.cameraModel) = ("Lisbon tram", ["tram"], "iPhone 15 Pro") }
        try library.add("2021-10-14T10:00:00Z", "IMG_2.JPG") { ($0.caption, $0.cameraModel, $0.lens) = ("Straßenbahn in Lisboa", "iPhone 15 Pro", "back camera") }
        try library.add("2021-10-15T10:00:00Z", "IMG_3.JPG") { ($0.caption, $0.cameraMake, $0.cameraModel) = ("Łódź, lisboa again", "Canon", "EOS R6") }
        try library.add("2021-10-16T10:00:00Z", "IMG_4.JPG") { ($0.title, $0.isHidden, $0.keywords) = ("Lissabon geheim", true, ["listless"]) }
        try library.add("2019-10-16T10:00:00Z", "IMG_5.JPG") { ($0.title, $0.keywords) = ("里斯本的电车", ["电车", "May"]) }
        try library.addAlbum("Lisbon and Porto", [tram])
        try library.addAlbum("Empty list")
        return library
    }

    private func suggestions(_ text: String, _ server: TestServer, _ more: String = "") async throws -> [Answer.Suggestion] {
        let q = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let answer: Answer = try await server.get("/api/suggestions?q=\(q)\(more)").decoded()
        return answer.suggestions
    }

    @Test func `names and words that go on from what is typed are offered with what they find`() async throws {
        try await Self.library().served { server in
            func expect(_ text: String, _ expected: [String], _ location: SourceLocation = #_sourceLocation) async throws {
                let found = try await suggestions(text, server).map { "\($0.type) \($0.text) → \($0.search) \($0.count)" }
                #expect(found == expected, "\(text)", sourceLocation: location)
            }
            try await expect("lis", ["album Lisbon and Porto → \"Lisbon and Porto\" 1", "word Lisboa → Lisboa 2", "word Lisbon → Lisbon 1"])
            try await expect("LISBO", ["album Lisbon and Porto → \"Lisbon and Porto\" 1", "word Lisboa → Lisboa 2", "word Lisbon → Lisbon 1"])
            try await expect("iph", ["camera iPhone 15 Pro → \"iPhone 15 Pro\" 2"])
            try await expect("pro", ["camera iPhone 15 Pro → \"iPhone 15 Pro\" 2"])
            try await expect("can", ["camera Canon → Canon 1"])
            try await expect("strasse", ["word Straßenbahn → Straßenbahn 1"])
            try await expect("lod", ["word Łódź → Łódź 1"])
            try await expect("电", ["keyword 电车 → 电车 1"])
            // What is before stays, and narrows the count.
            try await expect("tram lisbo", ["album Lisbon and Porto → tram \"Lisbon and Porto\" 1", "word Lisbon → tram Lisbon 1"])
            try await expect("iphone 15", ["camera iPhone 15 Pro → \"iPhone 15 Pro\" 2"])
            try await expect("lisbon and p", ["album Lisbon and Porto → \"Lisbon and Porto\" 1", "camera iPhone 15 Pro → lisbon and \"iPhone 15 Pro\" 1"])
            try await expect("canon \"lisbo", ["word Lisboa → canon Lisboa 1"])
            // What would be understood as a date is put into quotation marks.
            try await expect("ma", ["keyword May → \"May\" 1"])
        }
    }

    @Test func `nothing is offered of what is hidden, behind a space, and for a condition`() async throws {
        try await Self.library().served { server in
            for text in ["geheim", "lissa", "listl", "lis ", "", "  ", "favorite == YES", "title == \"lis", "title CONTAINS \"lis\"", "zebra", "img", "\"lis\"", "\"", "%"] {
                let found = try await suggestions(text, server)
                #expect(found == [], "\(text)")
            }
            let hidden = try await suggestions("geheim", server, "&in=hidden"), favorites = try await suggestions("lis", server, "&in=smart:smartAlbumFavorites")
            #expect(hidden.map(\.text) == ["geheim"])
            #expect(favorites == [])
            let nowhere = try await server.get("/api/suggestions?q=lis&in=nowhere"), long = try await server.get("/api/suggestions?q=\(String(repeating: "a", count: 3_000))")
            #expect(nowhere.status == 400 && long.status == 400)
        }
    }

    @Test func `who was given single assets is offered nothing of others, and no albums`() async throws {
        let library = try Self.library()
        _ = try library.catalog.write(author: "test") { try $0.setSelection(of: "org.example.app", to: [2]) }
        let found = try library.catalog.read(selection: "org.example.app") { try $0.wordSuggestions(for: ["lis"], .init()) }
        #expect(!found.contains { $0.source == .album || $0.source == .folder })
    }
}
