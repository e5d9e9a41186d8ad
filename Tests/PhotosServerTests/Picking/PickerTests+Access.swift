import Foundation
import Testing
@testable import PhotosServer

extension PickerTests {
    @Test func `an application that may see nothing asks all the same, and gets an address without a key`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let application = try await HTTPConnection(port: server.port, token: server.sessions.begin(.application("org.example.blog")).token)
            let reply = try await application.send("POST", "/api/picker/sessions", [("Content-Type", "application/json")], body: Data("{}".utf8))
            let picker = try reply.decoded(Begun.self)
            #expect(!picker.url.contains("key="))
            #expect(try await application.get(picker.page).status == 403, "it can't choose for the person")
            #expect(try await server.get(picker.page).status == 200, "the owner's browser can")
        }
    }

    @Test func `a form of a site that was named leads to a picker, and the browser takes the answer back`() async throws {
        let scene = try Scene(), blog = "https://blog.example.org"
        let origin = try PublicAddress(blog)
        try await TestServer.run(scene.library, { $0.formOrigins = [origin] }) { server async throws in
            let led = try await server.get("/pick?return=\(blog)/chosen%3Fpost%3D1&limit=2&filter=images&ordered=yes")
            let page = try #require(led["Location"])
            #expect(led.status == 303 && page.hasPrefix("/pick/"))
            #expect(try await server.get(page)["Content-Security-Policy"]?.contains("form-action \(blog);") == true)
            let path = page.replacing("/pick/", with: "/api/picker/sessions/") + "/choice"
            #expect(try await server.get(path).object()["filter"] as? String == "images")
            let answer = try await server.post(path, json: #"{"assets":["\#(scene.photo)"]}"#).object()
            let form = try #require(answer["form"] as? [String: String])
            #expect(form["action"] == blog + "/chosen?post=1" && form["state"] == "confirmed")
            let site = try await HTTPConnection(port: server.port, token: form["token"])
            #expect(try await site.get("/api/picker/sessions/\(form["session"] ?? "")").decoded(State.self).items.map(\.localIdentifier) == ["\(scene.photo)/L0/001"])
            for address in [
                "https://blog.example.org.example.com/", "http://blog.example.org/", "https://blog.example.org:444/", "https://user@blog.example.org/",
                "https://blog.example.org%40example.com/", "javascript:alert(1)", "/chosen", "", "https://example.com/?https://blog.example.org/",
            ] {
                let refusal = try await server.get("/pick?return=\(address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")")
                #expect(refusal.status == 403 && refusal.problem == "form-origin", "\(address): \(refusal.status)")
            }
            for query in ["limit=x", "limit=-1", "filter=cats", "representation=best"] {
                #expect(try await server.get("/pick?return=\(blog)/&\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test func `a browser that another site leads here is asked for its strict cookie once more`() async throws {
        try await TestServer.run(Scene().library) { server async throws in
            let stranger = try await server.connectStrange()
            func lead(_ path: String, site: String = "cross-site", accept: String = "text/html") async throws -> HTTPReply {
                try await stranger.get(path, [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Accept", accept)])
            }
            let led = try await lead("/pick/\(UUID().uuidString)?a=1&b=%22%3Cscript%3E")
            #expect(led.status == 200 && led.text.contains("a=1&amp;b=%22%3Cscript%3E\"") && led["Set-Cookie"] == nil)
            #expect(try await lead("/pick?return=x").status == 200)
            #expect(try await lead("/pick/x", site: "same-origin").status == 401, "once, and not on and on")
            #expect(try await lead("/pick/x", accept: "application/json").status == 401)
            #expect(try await lead("/api/library").status == 403)
        }
    }

    @Test func `a picker is shown within the pages that the program named, and no others`() async throws {
        try await TestServer.run(Scene().library) { server async throws in
            let plain = try await Self.begin(server), framed = try await Self.begin(server, #"{"origins":["https://Example.org","http://localhost:9000"]}"#)
            #expect(try await server.get(plain.page)["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
            #expect(
                try await server.get(framed.page)["Content-Security-Policy"]?.contains("frame-ancestors 'self' https://example.org http://localhost:9000;") == true)
            // A page that leads on would be shown in no frame.
            let entry = try await server.connectStrange().get(
                try await Self.begin(server, #"{"origins":["https://example.org"]}"#).address,
                [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe"), ("Accept", "text/html")])
            #expect(entry.status == 303 && entry["Set-Cookie"]?.hasSuffix("; HttpOnly; SameSite=None; Partitioned; Secure") == true)
            // A link and a frame of another site lead to the page, and to nothing else.
            let cookie = try await Self.person(server, framed).cookie
            let stranger = try await server.connectStrange()
            for destination in ["document", "iframe"] {
                let headers = [cookie, ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", destination)]
                #expect(try await stranger.get(framed.page, headers).status == 200)
                #expect(try await stranger.get(framed.path + "/choice", headers).status == 403)
            }
        }
    }

    @Test func `a picker that an application asks for is shown in no frame, where what lies over it could lead the owner's clicks`() async throws {
        try await TestServer.run(Scene().library) { server async throws in
            let application = try await HTTPConnection(port: server.port, token: server.sessions.begin(.application("org.example.blog")).token)
            let body = Data(#"{"origins":["http://127.0.0.1:9000"]}"#.utf8)
            let picker = try await application.send("POST", "/api/picker/sessions", [("Content-Type", "application/json")], body: body).decoded(Begun.self)
            #expect(try await server.get(picker.page)["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
            #expect(try await server.get(picker.path + "/choice").object()["origins"] as? [String] == ["http://127.0.0.1:9000"], "a window is told how it ended")
        }
    }

    /// Who opens a picker's address, as the browser says, and whether the cookie goes into frames of other sites.
    @Test(
        arguments: [
            (nil, "iframe", "cross-site", "SameSite=None; Partitioned; Secure"), (nil, "iframe", "same-site", "SameSite=Strict"),
            (nil, "document", "cross-site", "SameSite=Strict"),
            // Of an address that it doesn't trust a browser says nothing.
            (nil, nil, nil, "SameSite=Strict"), ("https://photos.example.org", "iframe", "cross-site", "SameSite=None; Partitioned; Secure"),
            ("https://photos.example.org", nil, nil, "SameSite=None; Partitioned; Secure"),
        ] as [(String?, String?, String?, String)])
    func `a cookie goes into frames of other sites where the program named any and the browser would take it`(
        address: String?, destination: String?, site: String?, attributes: String
    ) async throws {
        let publicAddress = try address.map { try PublicAddress($0) }
        try await TestServer.run(Scene().library, { $0.publicAddress = publicAddress }) { server async throws in
            var said = [("Accept", "text/html")]
            if let destination, let site { said += [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", destination)] }
            for (request, expected) in [
                (#"{"origins":["https://example.org"]}"#, attributes), ("{}", publicAddress == nil ? "SameSite=Strict" : "SameSite=Strict; Secure"),
            ] {
                let picker = try await Self.begin(server, request)
                let cookie = try #require(try await server.connectStrange().get(picker.address, said)["Set-Cookie"])
                #expect(cookie.hasSuffix("; Path=/; HttpOnly; " + expected), "\(request): \(cookie)")
            }
        }
    }
}
