import Foundation
import Testing

/// What the first screen needs is asked for at once, and nothing else.
@Suite struct FirstPageTests {
    @Test func `the first page needs one script, which holds what it imports, each module once and after those that it imports`() async throws {
        try await TestServer.run { server in
            let page = try await server.get("/").text
            let scripts = page.matches(of: /<script[^>]* src="([^"]+)"/).map { String($0.1) }
            #expect(scripts == ["/js/shell/early.js", "/js/gallery.js"])
            #expect(page.matches(of: /rel="stylesheet" href="([^"]+)"/).map { String($0.1) } == ["/css/gallery.css"])
            let (first, held) = try await joined("/js/gallery.js", server), (later, heldLater) = try await joined("/js/gallery-later.js", server)
            let needed = try await modules(from: "/js/app.js", server), neededFirst = try await modules(from: "/js/app.js", server, andLater: false)
            #expect(Set(held) == Set(neededFirst.keys))
            #expect(Set(heldLater) == Set(needed.keys).subtracting(held))
            #expect(held.last == "/js/app.js")
            let all = held + heldLater
            #expect(all.count == Set(all).count)
            for (path, imported) in needed {
                let place = try #require(all.firstIndex(of: path))
                for other in imported { #expect(try #require(all.firstIndex(of: other)) < place, "\(path) after \(other)") }
            }
            // What a press opens is none of it.
            #expect(heldLater.contains("/js/viewer/viewer.js") && heldLater.contains("/js/map/photo-map.js"))
            for script in [first, later] { #expect(script.firstMatch(of: /(?m)^(import|export)\b/) == nil) }
            let named = (first + later).matches(of: /\bimport\("([^"]+)"\)/).map { String($0.1) }
            #expect(!named.isEmpty && Set(named) == ["./gallery-later.js"])
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

    /// A joined script, and the modules that it holds.
    private func joined(_ path: String, _ server: TestServer) async throws -> (String, [String]) {
        let script = try await server.get(path)
        #expect(script["Content-Type"] == "text/javascript; charset=utf-8")
        return (script.text, script.text.matches(of: /(?m)^\/\/ (js\/\S+\.js)$/).map { "/" + $0.1 })
    }

    /// A module and everything that it imports at once, and later as well, with what each imports at once.
    private func modules(from first: String, _ server: TestServer, andLater: Bool = true) async throws -> [String: [String]] {
        var (found, waiting): ([String: [String]], [String]) = ([:], [first])
        while let path = waiting.popLast() {
            guard found[path] == nil else { continue }
            let source = try await server.get(path)
            try #require(source.status == 200, "\(path)")
            func address(_ name: Substring) throws -> String { try #require(URL(string: String(name), relativeTo: URL(string: "http://x" + path))).absoluteURL.path }
            found[path] = try source.text.matches(of: /(?m)^import\b[^;"]*from "(\.[^"]+)"/).map { try address($0.1) }
            waiting += found[path, default: []]
            if andLater { waiting += try source.text.matches(of: /\bimport\("(\.[^"]+)"\)/).map { try address($0.1) } }
        }
        return found
    }
}
