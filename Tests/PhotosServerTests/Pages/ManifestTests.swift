import Foundation
import Testing
@testable import PhotosServer

/// What a browser needs to install the gallery.
@Suite struct ManifestTests {
    private struct Manifest: Decodable {
        struct Icon: Decodable { var src: String, sizes: String, type: String, purpose: String }
        struct ShareTarget: Decodable {
            struct Parameters: Decodable {
                struct Files: Decodable, Equatable { var name: String, accept: [String] }
                var files: [Files]
            }

            var action: String, method: String, enctype: String
            var params: Parameters
        }

        var id: String, lang: String, name: String, short_name: String, start_url: String, scope: String, display: String, theme_color: String, background_color: String
        var icons: [Icon]
        var share_target: ShareTarget
    }

    /// Width and height of a PNG, as its header says.
    private static func size(_ png: Data) -> String? {
        guard png.count > 24, png.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
        let numbers = [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        return "\(numbers[0])x\(numbers[1])"
    }

    @Test func `the manifest is whole, in the page's language, and its icons have the sizes that it says`() async throws {
        try await TestServer.run { server in
            let page = try await server.get("/").text
            #expect(page.contains("<link rel=\"manifest\" href=\"/manifest.webmanifest\" crossorigin=\"use-credentials\">"))
            let reply = try await server.get("/manifest.webmanifest", [("Accept-Language", "de")])
            #expect(reply.status == 200 && reply["Content-Type"] == "application/manifest+json" && reply["Vary"]?.contains("Accept-Language") == true)
            #expect(reply["Content-Security-Policy"]?.contains("manifest-src 'self'") == true)
            let manifest: Manifest = try reply.decoded()
            #expect(manifest.lang == "de" && manifest.name == "Fotos" && manifest.short_name == "Fotos" && manifest.display == "standalone")
            #expect(manifest.id == "/" && manifest.start_url == "/" && manifest.scope == "/")
            let english: Manifest = try await server.get("/manifest.webmanifest").decoded()
            #expect(english.name == "Photos")
            // The colours of the page.
            let styles = try await server.get("/css/base.css").text
            #expect(styles.contains("--background: light-dark(\(manifest.background_color), #111113)") && manifest.theme_color == manifest.background_color)
            for color in [manifest.theme_color, "#111113"] { #expect(page.contains("<meta name=\"theme-color\" content=\"\(color)\"")) }
            for icon in manifest.icons {
                let file = try await server.get(icon.src)
                #expect(file.status == 200 && file["Content-Type"] == icon.type, "\(icon.src)")
                if icon.type == "image/png" { #expect(Self.size(file.body) == icon.sizes, "\(icon.src)") }
            }
            let needed = Set(manifest.icons.map { "\($0.sizes) \($0.purpose)" })
            #expect(needed.isSuperset(of: ["192x192 any", "512x512 any", "512x512 maskable"]))
            // Nobody who is not let in gets any of it, as of the page.
            for path in ["/manifest.webmanifest", "/icons/photos-192.png"] { #expect(try await server.connectStrange().get(path).status == 401) }
        }
    }

    @Test func `what the manifest has a browser send is what is taken`() async throws {
        try await TestServer.run { server in
            let target = try await server.get("/manifest.webmanifest").decoded(Manifest.self).share_target
            #expect(target.action == ShareTargetRoutes.path && target.method == "POST" && target.enctype == "multipart/form-data")
            #expect(target.params.files == [.init(name: "files", accept: ["image/*", "video/*"])])
            #expect(RouteTable.methods(at: target.action).contains("POST"))
        }
    }
}
