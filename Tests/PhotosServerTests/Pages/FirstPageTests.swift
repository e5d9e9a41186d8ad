import Foundation
import Testing

/// What the first screen needs is asked for at once, and nothing else.
@Suite struct FirstPageTests {
    @Test func `the first page needs one script, which holds every module, each once and after those that it imports`() async throws {
        try await TestServer.run { server in
            let page = try await server.get("/").text
            let scripts = page.matches(of: /<script[^>]* src="([^"]+)"/).map { String($0.1) }
            #expect(scripts == ["/js/shell/early.js", "/js/gallery.js"])
            #expect(page.matches(of: /rel="stylesheet" href="([^"]+)"/).map { String($0.1) } == ["/css/gallery.css"])
            let joined = try await server.get("/js/gallery.js")
            #expect(joined["Content-Type"] == "text/javascript; charset=utf-8")
            let held = joined.text.matches(of: /(?m)^\/\/ (js\/\S+\.js)$/).map { "/" + $0.1 }
            let needed = try await modules(from: "/js/app.js", server)
            #expect(held.count == Set(held).count)
            #expect(Set(held) == needed.keys.reduce(into: []) { $0.insert($1) })
            #expect(held.last == "/js/app.js")
            for (path, imported) in needed {
                let place = try #require(held.firstIndex(of: path))
                for other in imported { #expect(try #require(held.firstIndex(of: other)) < place, "\(path) before \(other)") }
            }
            #expect(joined.text.firstMatch(of: /(?m)^(import|export)\b/) == nil)
            #expect(!joined.text.contains("import(\""))
        }
    }

    @Test func `the style sheet is all of them, in the order that they are named in`() async throws {
        try await TestServer.run { server in
            var expected = "/* All of the gallery's style sheets, in this order; the server sends them as one. */\n"
            for name in ["base", "shell", "sidebar", "overlays", "duplicates", "map", "uploads", "timeline", "viewer", "viewer-panel", "editor"] {
                expected += try await server.get("/css/\(name).css").text
            }
            #expect(try await server.get("/css/gallery.css").text.trimmingCharacters(in: .newlines) == expected.trimmingCharacters(in: .newlines))
        }
    }

    @Test func `what is asked for before the modules come is what the timeline asks for`() async throws {
        try await TestServer.run { server in
            let tiles = try await server.get("/js/timeline/tiles.js").text
            let block = try #require(tiles.firstMatch(of: /export const blockSize = (\d+);/)?.1)
            let early = try await server.get("/js/shell/early.js").text
            #expect(early.contains("offset=0&limit=\(block)`"))
        }
    }

    /// A module and everything that it imports, at once or later, with what each imports.
    private func modules(from first: String, _ server: TestServer) async throws -> [String: [String]] {
        var (found, waiting): ([String: [String]], [String]) = ([:], [first])
        while let path = waiting.popLast() {
            guard found[path] == nil else { continue }
            let source = try await server.get(path)
            try #require(source.status == 200, "\(path)")
            found[path] = try source.text.matches(of: /(?m)^import\b[^;"]*from "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/).map { match in
                try #require(URL(string: String(match.1 ?? match.2 ?? ""), relativeTo: URL(string: "http://x" + path))).absoluteURL.path
            }
            waiting += found[path, default: []]
        }
        return found
    }
}
