import Foundation
import PhotosTesting
import Testing
@testable import PhotosServer

/// The server of map tiles that an owner names.
@Suite struct MapTilesTests {
    private struct Answer: Decodable {
        struct Tiles: Decodable, Equatable { let template: String, server: String, credit: String }
        let tiles: Tiles?
    }

    private static func policy(_ server: TestServer, _ path: String, _ headers: [(String, String)] = []) async throws -> String {
        try #require(try await server.get(path, headers)["Content-Security-Policy"])
    }

    private static let usual = CommonHeaders.policy(framedBy: [])

    @Test func `without one no page may load a picture from elsewhere`() async throws {
        try await TestServer.run { server in
            for path in ["/", "/js/gallery.js", "/api/map/tiles", "/nowhere"] { #expect(try await Self.policy(server, path) == Self.usual, "\(path)") }
            #expect(Self.usual.contains("; img-src 'self' blob: data:; ") && !Self.usual.contains("http"))
            let told = try await server.get("/api/map/tiles").decoded(Answer.self).tiles
            #expect(told == nil)
        }
    }

    @Test func `the gallery's page may load pictures of just that server, and nothing else changes`() async throws {
        let tiles = try MapTiles("https://Tiles.Example.org:8443/a/{z}/{x}/{y}.png?key=k", credit: " © Somebody\n else ")
        try await TestServer.run({ $0.mapTiles = tiles }) { server in
            let allowed = Self.usual.replacing("img-src 'self' blob: data:;", with: "img-src 'self' blob: data: https://tiles.example.org:8443;")
            #expect(try await Self.policy(server, "/") == allowed && allowed != Self.usual)
            // A browser that kept the page from a server without tiles hears of them.
            let tag = try #require(try await server.get("/")["ETag"]), kept = try await server.get("/", [("If-None-Match", tag)])
            #expect(kept.status == 304 && kept["Content-Security-Policy"] == allowed)
            for path in ["/js/gallery.js", "/api/library", "/share.html", "/nowhere"] { #expect(try await Self.policy(server, path) == Self.usual, "\(path)") }
            let told = try await server.get("/api/map/tiles").decoded(Answer.self).tiles, origin = "https://tiles.example.org:8443"
            #expect(told == Answer.Tiles(template: tiles.template, server: origin, credit: "© Somebody else"))
        }
    }

    @Test(arguments: [
        ("https://tiles.example.org/{z}/{x}/{y}.png", "https://tiles.example.org", true), ("http://127.0.0.1:8080/{z}/{y}/{x}@2x.webp", "http://127.0.0.1:8080", false),
        ("https://h/?z={z}&x={x}&y={y}", "https://h", true), ("HTTPS://h:443/{x}{y}{z}", "https://h", true),
    ])
    func `an address of tiles names its server`(template: String, origin: String, isSecure: Bool) throws {
        let tiles = try MapTiles(template, credit: "©")
        #expect(tiles.template == template && tiles.server.origin == origin && tiles.isLoaded(byPagesThatAreSecure: true) == isSecure)
        #expect(tiles.isLoaded(byPagesThatAreSecure: false))
    }

    @Test(arguments: [
        ("", "begin with https://"), ("tiles.example.org/{z}/{x}/{y}.png", "begin with https://"), ("file:///{z}/{x}/{y}.png", "begin with https://"),
        ("https:///{z}/{x}/{y}.png", "one host name"), ("https://{s}.example.org/{z}/{x}/{y}.png", "one host name"), ("https://*.org/{z}/{x}/{y}", "one host name"),
        ("https://user:word@h/{z}/{x}/{y}", "one host name"), ("https://[::1]/{z}/{x}/{y}", "one host name"), ("https://h:0/{z}/{x}/{y}", "one host name"),
        ("https://h;script-src/{z}/{x}/{y}", "one host name"), ("https://h,i/{z}/{x}/{y}", "one host name"),
        ("https://h/{z}/{x}", "each once"), ("https://h", "each once"), ("https://h/{z}/{x}/{y}/{y}", "each once"), ("https://h/{z}/{x}/{y}}", "each once"),
        ("https://h/{{z}}/{x}/{y}", "each once"), ("https://h/{z}/{x}/{y}{r}.png", "it has {r}"), ("https://h/{q}", "it has {q}"), ("https://h/{Z}/{x}/{y}", "it has {Z}"),
        ("https://h/{z}/{x}/{y} .png", "others as %20"), ("https://h/{z}/{x}/{y}#", "others as %20"), ("https://h/{z}/{x}/{y}\r\nX: y", "others as %20"),
        ("https://h/ü/{z}/{x}/{y}", "others as %20"), ("https://h\\/{z}/{x}/{y}", "others as %20"),
        ("https://h/{z}/{x}/{y}" + String(repeating: "a", count: 1000), "others as %20"),
    ])
    func `what is no address of tiles is refused, with the reason`(template: String, reason: String) {
        let error = #expect(throws: ServerError.self) { try MapTiles(template, credit: "© Somebody") }
        #expect(error?.code == .mapTiles && error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(error?.message.hasSuffix("It is like https://tiles.example.org/{z}/{x}/{y}.png.") == true)
    }

    @Test(arguments: ["", "  \n", "\u{7}", String(repeating: "a", count: 201)])
    func `tiles of nobody are refused`(credit: String) {
        let error = #expect(throws: ServerError.self) { try MapTiles("https://h/{z}/{x}/{y}", credit: credit) }
        #expect(error?.code == .mapTiles && error?.message.contains("whose its tiles are") == true)
    }
}
