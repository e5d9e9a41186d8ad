import Foundation
import PhotosTesting
import Testing

/// The languages of the page: whole, and chosen as browsers ask for them.
@Suite struct PageLanguageTests {
    private static let web = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/PhotosServer/Web").standardizedFileURL

    private static func messages(_ name: String) throws -> [String: Any] {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: web.appending(path: "languages/\(name).json"))) as? [String: Any]
        return try #require(file?["messages"] as? [String: Any])
    }

    private static let names = try? FileManager.default.contentsOfDirectory(atPath: web.appending(path: "languages").path).map { $0.replacing(".json", with: "") }.sorted()

    private static func forms(_ value: Any?) -> [String: String] {
        (value as? [String: String]) ?? (value as? String).map { ["other": $0] } ?? [:]
    }

    private static func places(_ text: String) -> Set<String> { Set(text.matches(of: /\{\w+\}/).map { String($0.0) }) }

    @Test func `every language says all that English says, and fills in the same`() throws {
        let names = try #require(Self.names)
        #expect(names == ["de", "en", "en-US", "zh-Hans", "zh-Hant"])
        let english = try Self.messages("en")
        for name in names {
            let own = try Self.messages(name)
            // American English stands on the British one.
            if name != "en-US" { #expect(Set(own.keys) == Set(english.keys), "\(name)") }
            for (key, value) in own {
                let base = Self.forms(english[key]), forms = Self.forms(value)
                #expect(!forms.isEmpty && forms["other"] != nil, "\(name) \(key)")
                let wanted = Self.places(base["other"] ?? "")
                #expect(Self.places(forms["other"] ?? "").isSubset(of: wanted.union(["{count}"])), "\(name) \(key): \(value)")
                for place in wanted where place != "{count}" { #expect(forms.values.allSatisfy { $0.contains(place) }, "\(name) \(key) lacks \(place)") }
                if base["one"] != nil, !name.hasPrefix("zh") { #expect(forms["one"] != nil, "\(name) \(key) has no form for one") }
            }
        }
    }

    @Test func `the page says no word that stands in no language, and no language has one that nobody says`() throws {
        let english = try Self.messages("en")
        var used = Set<String>(), starts = Set<String>()
        let files = try #require(FileManager.default.enumerator(at: Self.web, includingPropertiesForKeys: nil)).compactMap { $0 as? URL }
        for file in files where ["js", "html"].contains(file.pathExtension) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /"([a-zA-Z]+(?:\.[a-zA-Z]+)*)"/) where english[String(match.1)] != nil { used.insert(String(match.1)) }
            for match in text.matches(of: /[^#\w]say(?:IfKnown)?\("([^"]+)"/) { #expect(english[String(match.1)] != nil, "\(file.lastPathComponent) says \(match.1)") }
            for match in text.matches(of: /\{\{([\w.]+)\}\}/) {
                #expect(english[String(match.1)] != nil, "\(file.lastPathComponent) says \(match.1)")
                used.insert(String(match.1))
            }
            for match in text.matches(of: /`([a-z]+\.)\$\{/) { starts.insert(String(match.1)) }
        }
        // What the server puts into pages by itself.
        let refusals = try String(contentsOf: Self.web.deletingLastPathComponent().appending(path: "Answers/ProblemPage.swift"), encoding: .utf8)
        for match in refusals.matches(of: /say\("([\w.]+)"\)/) {
            #expect(english[String(match.1)] != nil, "a refusal says \(match.1)")
            used.insert(String(match.1))
        }
        let unused = english.keys.filter { key in !used.contains(key) && !starts.contains { key.hasPrefix($0) } }
        #expect(unused.isEmpty, "\(unused.sorted())")
    }

    @Test(
        arguments: [
            (nil, "en-GB"), ("", "en-GB"), ("en-GB,en;q=0.9", "en-GB"), ("en", "en-GB"), ("en-US,en;q=0.9", "en-US"), ("en-AU", "en-AU"), ("de", "de"),
            ("de-AT,de;q=0.9,en;q=0.8", "de-AT"), ("fr,de;q=0.5,en;q=0.4", "de"), ("en;q=0.3, de;q=0.7", "de"), ("zh", "zh-Hans"), ("zh-CN", "zh-CN"),
            ("zh-TW", "zh-TW"), ("zh-HK,zh;q=0.9", "zh-HK"), ("zh-Hant", "zh-Hant"), ("zh-Hant-TW", "zh-Hant-TW"), ("de;q=0,en", "en-GB"), ("xx-YY, *;q=0.1", "en-GB"),
            ("de-ZZ", "de"), (";;;,,q=,=", "en-GB"), ("DE-de", "de-DE"),
        ] as [(String?, String)]) func `the first language that the page speaks is taken`(header: String?, locale: String) async throws
    {
        try await TestServer.run { server in
            let reply = try await server.get("/", header.map { [("Accept-Language", $0)] } ?? [])
            #expect(reply.status == 200)
            #expect(reply["Vary"]?.contains("Accept-Language") == true)
            let text = String(decoding: reply.body, as: UTF8.self)
            let own = locale.replacing("zh-Hant-TW", with: "zh-TW")
            #expect(text.contains("<html lang=\"\(own)\">") || text.contains("<html lang=\"\(locale)\">"), "\(text.prefix(60))")
            #expect(!text.contains("{{"))
        }
    }

    @Test func `a page that is kept for one language is not taken for another`() async throws {
        try await TestServer.run { server in
            for path in ["/", "/js/gallery.js", "/js/words.js"] {
                let german = try await server.get(path, [("Accept-Language", "de")])
                let tag = try #require(german["ETag"])
                #expect(try await server.get(path, [("Accept-Language", "de"), ("If-None-Match", tag)]).status == 304, "\(path)")
                let chinese = try await server.get(path, [("Accept-Language", "zh-TW"), ("If-None-Match", tag)])
                #expect(chinese.status == 200 && chinese.body != german.body, "\(path)")
            }
        }
    }

    @Test(arguments: [("de-AT,de;q=0.9", "de"), ("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"), ("fr", "en"), ("", "en")])
    func `who is refused reads why in the language that the browser asks for`(header: String, name: String) async throws {
        let messages = try Self.messages(name)
        func text(_ key: String) throws -> String { try #require(messages[key] as? String) }
        try await TestServer.run { server in
            let asked = [("Accept", "text/html"), ("Accept-Language", header)]
            let stranger = try await server.connectStrange().get("/", asked)
            #expect(stranger.status == 401)
            var page = String(decoding: stranger.body, as: UTF8.self).replacing(/<\/?code>/, with: "")
            let steps = try ["toBeLetIn", "terminal", "enter", "address", "without"].map { try text("refusal." + $0) }
            for words in steps + [try text("problem.token")] {
                for part in words.split(separator: /\{\w+\}/) { #expect(page.contains(part), "\(part)") }
            }
            #expect(page.contains("photos serve") && page.contains("PHOTOS_TOKEN") && page.contains("--token-file"), "\(page)")
            page = String(decoding: try await server.get("/nowhere", asked).body, as: UTF8.self)
            #expect(try page.contains(text("problem.not-found")) && page.contains(text("refusal.gallery")))
        }
    }
}
