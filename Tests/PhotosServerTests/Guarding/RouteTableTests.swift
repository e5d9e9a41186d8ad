import Foundation
import Glibc
import LibraryEngine
import Photos
import PhotosTesting
import Testing
@testable import PhotosServer

/// Every route, asked for by everybody.
@Suite(.serialized) struct RouteTableTests {
    /// Who asks: what the request has that a route's own has not, and what it gets where it is not what the owner gets.
    private struct Asker {
        let name: String
        var headers: [(String, String)] = []
        var host: String?
        /// Goes behind the path.
        var query: String?
        let status: Int?
    }

    private static let library = Result { () throws -> (library: TemporaryLibrary, photo: String, video: String) in
        let library = try TemporaryLibrary()
        let photo = try library.add((.photo, "IMG_1.JPG", FixtureImages.jpeg()), (.pairedVideo, "IMG_1.MOV", TinyMovie.data))
        return (library, photo, try library.add((.video, "IMG_2.MOV", TinyMovie.data)))
    }

    private static func examples() throws -> [RouteExample] {
        let (_, photo, video) = try library.get()
        return try RouteExample.all(photo: photo, video: video, pages: try PageFolder.installed().pages())
    }

    @Test func `what is registered is what the table has, and nothing else`() throws {
        let services = GalleryServices(gate: AccessGate(library: try Self.library.get().library.library, application: "owner"), pages: try PageFolder.installed().pages())
        let registered = RouteTable.router(services).routes.map { "\($0.method) /\($0.path.description.trimmingCharacters(in: ["/"]))" }
        let rows = RouteTable.routes(with: services.pages)
        #expect(Set(registered) == Set(rows.map { "\($0.method) \($0.path)" }))
        #expect(registered.count == rows.count && Set(RouteTable.routes.map(\.name)).count == RouteTable.routes.count, "none hides another")
    }

    @Test func `every route answers the owner, and nobody else, whatever they bring`() async throws {
        let (library, photo, _) = try Self.library.get(), examples = try Self.examples()
        // A session of a server that has ended, and of another one that runs.
        let ended = try await TestServer.run(library) { try await Self.session($0) }
        try await TestServer.run(TemporaryLibrary()) { other in
            let foreign = try await Self.session(other)
            try await TestServer.run(library) { server async throws in
                let used = "?" + (server.address.entrance().split(separator: "?").last ?? "")
                let entry = try await server.connectStrange().get("/" + used)
                let session = try #require(entry.cookie?.split(separator: "=").last)
                let name = "photos-\(server.port)"
                let cookie = ("Cookie", "\(name)=\(session)"), bearer = ("Authorization", "Bearer \(TestServer.token)")
                let origin = ("Origin", "http://example.org"), here = "127.0.0.1:\(server.port)"
                let strangers = [
                    Asker(name: "nobody", status: 401),
                    Asker(name: "a wrong token", headers: [("Authorization", "Bearer \(TestServer.token)x")], status: 401),
                    Asker(name: "the session as a token", headers: [("Authorization", "Bearer \(session)")], status: 401),
                    Asker(name: "the token as a session", headers: [("Cookie", "\(name)=\(TestServer.token)")], status: 401),
                    Asker(name: "a session that ended with its server", headers: [("Cookie", "\(name)=\(ended)")], status: 401),
                    Asker(name: "a session of another server", headers: [("Cookie", "\(name)=\(foreign)")], status: 401),
                    Asker(name: "an address that was used", query: used, status: 401),
                    Asker(name: "the token in an address that is not the first page's", query: "?x=1&token=\(TestServer.token)", status: 401),
                    Asker(name: "a page of this machine's other port, without cookie", headers: [("Origin", "http://127.0.0.1:1")], status: 403),
                    Asker(name: "another site, with the owner's cookie", headers: [cookie, origin], status: 403),
                    Asker(name: "another site, with the token", headers: [bearer, origin], status: 403),
                    Asker(
                        name: "an image of another site", headers: [cookie, ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors"), ("Sec-Fetch-Dest", "image")],
                        status: 403),
                    Asker(name: "another port's page", headers: [cookie, ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Mode", "cors")], status: 403),
                    Asker(name: "another name for this machine", headers: [cookie], host: "example.org:\(server.port)", status: 421),
                    Asker(name: "another address", headers: [bearer], host: "192.168.0.1:\(server.port)", status: 421),
                ]
                let owners = [
                    Asker(name: "the owner's browser", headers: [cookie], status: nil),
                    Asker(name: "the owner's page", headers: [cookie, ("Origin", "http://\(here)"), ("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "cors")], status: nil),
                    Asker(name: "the owner's program", headers: [bearer], status: nil),
                ]
                let before = try await server.get("/api/library").text
                // The owner looked at it before, so that nothing is missing in any memory.
                for _ in 0..<2 { #expect(try await server.get("/image/\(photo)/1/thumbnail").status == 200) }
                for asker in strangers {
                    for route in examples { #expect(try await Self.status(route, asker, server) == Self.refusal(asker, route), "\(route) for \(asker.name)") }
                }
                try await Self.askAsAnotherUser(examples, server)
                #expect(try await server.get("/api/library").text == before, "and nothing changed")
                for asker in owners {
                    let hasCookie = asker.headers.contains { $0.0 == "Cookie" }
                    for route in examples {
                        // Pages have no part in the network folder.
                        let status = hasCookie && DAVPath.isHere(route.path) ? 401 : route.status
                        #expect(try await Self.status(route, asker, server) == status, "\(route) for \(asker.name)")
                    }
                }
            }
        }
    }

    @Test func `a session of another grant gets what its grant allows, route by route`() async throws {
        let (library, photo, video) = try Self.library.get(), examples = try Self.examples()
        let application = "org.example.frame", uuid = try #require(UUID(uuidString: try library.add((.photo, "OTHER.JPG", FixtureImages.jpeg(seed: 8)))))
        let other = try #require(try library.library.read { try $0.assetID(uuid: uuid) })
        func expect(_ server: TestServer, _ what: String, _ status: (RouteExample) -> Int) async throws {
            let guest = Asker(name: what, headers: [("Authorization", "Bearer \(server.sessions.begin(.application(application)).token)")], status: nil)
            for example in examples { #expect(try await Self.status(example, guest, server) == status(example), "\(example) for \(what)") }
        }
        try await TestServer.run(library) { server async throws in
            for _ in 0..<2 { #expect(try await server.get("/image/\(photo)/1/thumbnail").status == 200) }
            try await expect(server, "an application that nobody has heard of") { [.nothing, .asking].contains($0.need) || $0.need.isOfLinks ? $0.status : 403 }
            try library.library.grant(.full, to: application, author: "owner")
            let pages: Set<Need> = [.gallery, .page, .fetching, .comparing, .choosing, .collecting, .granting, .sharing, .uploading]
            try await expect(server, "an application with full access") { pages.contains($0.need) ? 403 : $0.status }
            for (selection, what) in [([], "an application that was given no photo"), ([other], "an application that was given another photo")] as [([Int64], String)] {
                try library.library.grant(.limited(selection), to: application, author: "owner")
                try await expect(server, what) { example in
                    if pages.contains(example.need) { return 403 }
                    // Lists are empty or have the other one, and what is named is not there.
                    return !example.need.isOfLinks && example.status == 200 && example.need != .asking
                        && (example.path.contains(photo) || example.path.contains(video) || example.body != nil)
                        && !example.path.contains("/api/thumbnails")
                        ? 404 : example.status
                }
            }
            try library.library.grant(.addOnly, to: application, author: "owner")
            try await expect(server, "an application that may only add") { [.nothing, .asking].contains($0.need) || $0.need.isOfLinks ? $0.status : 403 }
            try library.library.revokeAccess(of: application, author: "owner")
            let picker = try await PickerTests.begin(server)
            let chooser = Asker(name: "a person at a picker", headers: [try await PickerTests.person(server, picker).cookie], status: nil)
            for example in examples {
                let isAllowed = [.nothing, .page, .viewing, .fetching, .choosing].contains(example.need) || example.need.isOfLinks
                // Pages have no part in the network folder.
                let status = DAVPath.isHere(example.path) ? 401 : isAllowed ? example.status : 403
                #expect(try await Self.status(example, chooser, server) == status, "\(example) for a person at a picker")
            }
            let collector = Asker(name: "the program of a picker", headers: [("Authorization", "Bearer \(picker.token)")], status: nil)
            for example in examples {
                let isAllowed = [.nothing, .collecting].contains(example.need) || example.need.isOfLinks
                #expect(try await Self.status(example, collector, server) == (isAllowed ? example.status : 403), "\(example) for the program of a picker")
            }
        }
    }

    /// What somebody gets who is not let in: at a link's addresses that there is no such link, whatever else is brought.
    private static func refusal(_ asker: Asker, _ route: RouteExample) -> Int? { asker.status == 401 && route.need.isOfLinks ? 410 : asker.status }

    @Test func `whoever has a link gets what it allows, route by route, and nothing by any other`() async throws {
        let (library, photo, video) = try Self.library.get(), examples = try Self.examples()
        let outside = try library.add((.photo, "OUT.JPG", FixtureImages.jpeg(seed: 9)))
        try await TestServer.run(library) { server async throws in
            func share(_ more: String) async throws -> SharingTests.Made {
                try await server.post("/api/shares", json: "{\"assets\":[\"\(photo)\",\"\(video)\"]\(more)}").decoded()
            }
            let links: [(name: String, made: SharingTests.Made, needs: Set<Need>)] = [
                ("a link", try await share(""), [.visiting, .beholding]), ("a link with downloads", try await share(",\"downloads\":true"), [.visiting, .beholding, .taking]),
                ("a link with a password", try await share(",\"password\":\"word\",\"downloads\":true"), [.visiting]),
                (
                    "a link that takes files", try await server.post("/api/shares", json: #"{"title":"Party","uploads":{}}"#).decoded(), [.visiting, .sending]
                ),
                (
                    "a link that takes files, with a password", try await server.post("/api/shares", json: #"{"title":"Party","uploads":{},"password":"word"}"#).decoded(),
                    [.visiting]
                ),
            ]
            // Nothing was begun by any of them.
            let ofBatch = { (example: RouteExample) -> Int in
                if example.path.hasSuffix("/files/1") || (example.path.hasSuffix("/files") && example.method == .post) { return 412 }
                if example.path.hasSuffix("/files") { return 204 }
                return example.path.hasSuffix("/api/uploads") ? 200 : 404
            }
            for (name, made, needs) in links {
                // Its own addresses, with what it shows and with what it does not.
                for example in examples where example.need.isOfLinks {
                    for (id, isInside) in [(photo, true), (outside, false)] {
                        let isOfAsset = example.path.contains(photo) || example.path.contains(video)
                        let path = example.path.replacing("/none/", with: "/\(made.token)/").replacing("/share/none", with: made.path)
                            .replacing(photo, with: isInside ? photo : id).replacing(video, with: isInside ? video : id)
                        let request = RouteExample(need: example.need, method: example.method, path: path, body: example.body, status: 0)
                        let isPassword = path.hasSuffix("/unlock"), isTicket = path.hasSuffix("/archive/none")
                        // The example's asset is no video, or no Live Photo, of its own kind of address.
                        var wanted = needs.contains(example.need) ? 200 : 403
                        if wanted == 200, isOfAsset { wanted = isInside ? path.contains("/video/") && path.contains(photo) ? 404 : 200 : 404 }
                        if wanted == 200, isTicket { wanted = 410 }
                        if wanted == 200, example.need == .sending { wanted = ofBatch(example) }
                        if isPassword { wanted = made.share.hasPassword ? 403 : 200 }
                        let visitor = Asker(name: name, status: nil)
                        #expect(try await Self.status(request, visitor, server) == wanted, "\(request) for \(name)")
                    }
                }
                // Its token is no other proof.
                for headers in [[("Authorization", "Bearer \(made.token)")], [("Cookie", "photos-\(server.port)=\(made.token); photos-share=\(made.token)")]] {
                    let guest = Asker(name: name, headers: headers, status: 401)
                    for example in examples { #expect(try await Self.status(example, guest, server) == Self.refusal(guest, example), "\(example) for \(name)") }
                }
            }
        }
    }

    /// What a cookie of this server holds.
    private static func session(_ server: TestServer) async throws -> String {
        let entry = try await server.connectStrange().get("/" + server.address.entrance().drop { $0 != "?" })
        return String(try #require(entry.cookie?.split(separator: "=").last))
    }

    private static func status(_ route: RouteExample, _ asker: Asker, _ server: TestServer) async throws -> Int {
        let connection = try await server.connectStrange()
        defer { connection.close() }
        try await connection.send(request(route, asker, server))
        // Of a stream there is no end to wait for.
        return try await connection.head().status
    }

    private static func request(_ route: RouteExample, _ asker: Asker, _ server: TestServer) -> String {
        // The path alone, where something else is asked for behind it.
        let path = asker.query.map { String(route.path.prefix { $0 != "?" }) + $0 } ?? route.path
        var text = "\(route.method) \(path) HTTP/1.1\r\nHost: \(asker.host ?? "127.0.0.1:\(server.port)")\r\n"
        for (name, value) in asker.headers { text += "\(name): \(value)\r\n" }
        if let body = route.body { text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)" } else { text += "\r\n" }
        return text
    }

    /// The same by a process of another user, whom nothing tells apart on the network.
    private static func askAsAnotherUser(_ routes: [RouteExample], _ server: TestServer) async throws {
        guard geteuid() == 0, access("/usr/bin/setpriv", X_OK) == 0, access("/bin/bash", X_OK) == 0 else {
            return print("Not root, or no setpriv: other users not tested.")
        }
        let script = #"for r in "$@"; do exec 3<>/dev/tcp/127.0.0.1/"$PORT" && printf %b "$r" >&3 && IFS=' ' read -r _ status _ <&3 && echo "$UID $status"; exec 3>&-; done"#
        let requests = routes.map { request($0, Asker(name: "", status: nil), server).replacing("\r\n", with: "\\r\\n") }
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.arguments = ["--reuid=65534", "--regid=65534", "--clear-groups", "/bin/bash", "-c", script, "bash"] + requests
        process.environment = ["PORT": "\(server.port)"]
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardOutput = output
        try process.run()
        let answers = try await output.lines()
        #expect(answers.count == routes.count)
        for (route, answer) in zip(routes, answers) { #expect(answer == "65534 \(route.need.isOfLinks ? 410 : 401)", "\(route) for another user") }
    }
}

extension Pipe {
    /// Everything that is written to it, read on a thread of its own: the server under test needs those of the cooperative pool.
    fileprivate func lines() async throws -> [String] {
        let reading = fileHandleForReading
        let data = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Data, any Error>) in
            Thread.detachNewThread { continuation.resume(with: Result { try reading.readToEnd() ?? Data() }) }
        }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
