import Foundation
import Testing

/// What the first screen needs is asked for at once, and nothing else.
@Suite struct FirstPageTests {
    @Test func `the first page names every module that the frame imports, so that none waits for another`() async throws {
        try await TestServer.run { server in
            let page = try await server.get("/").text
            let named = page.matches(of: /rel="modulepreload" href="([^"]+)"/).map { String($0.1) }
            let needed = try await modules(from: "/js/app.js", server)
            #expect(named.count == Set(named).count)
            #expect(Set(named).union(["/js/app.js"]) == needed)
            #expect(!needed.contains("/js/viewer/viewer.js"))
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

    /// A module and everything that it imports before it runs.
    private func modules(from first: String, _ server: TestServer) async throws -> Set<String> {
        var (found, waiting): (Set<String>, [String]) = ([first], [first])
        while let path = waiting.popLast() {
            let source = try await server.get(path)
            try #require(source.status == 200, "\(path)")
            for match in source.text.matches(of: /(?m)^(?:import|export)\b[^;"]*from "(\.[^"]+)"/) {
                let url = try #require(URL(string: String(match.1), relativeTo: URL(string: "http://x" + path)))
                if found.insert(url.absoluteURL.path).inserted { waiting.append(url.absoluteURL.path) }
            }
        }
        return found
    }
}
