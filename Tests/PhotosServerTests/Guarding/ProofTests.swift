import Foundation
import Glibc
import LibraryEngine
import PhotosTesting
import Support
import Synchronization
import Testing
@testable import PhotosServer

/// Who is let in: the owner, wherever the request comes from, and nobody else, from this machine neither.
@Suite struct ProofTests {
    private static let token = TestServer.token

    /// What a browser asks for that opens an address of the first page.
    private static func path(_ address: String) -> String { "/" + address.drop { $0 != "?" } }

    /// The cookie that an answer sets, as a browser sends it back.
    private static func cookie(_ reply: HTTPReply) throws -> (String, String) {
        ("Cookie", try #require(reply.cookie))
    }

    @Test func `without proof nothing is answered, on this machine neither`() async throws {
        try await TestServer.run { server async throws in
            let stranger = try await server.connectStrange()
            for path in ["/", "/index.html", "/js/gallery.js", "/api/library", "/api/openapi.json", "/nowhere"] {
                let refusal = try await stranger.get(path)
                #expect(refusal.status == 401, "\(path)")
                #expect(refusal.problem == "token")
                #expect(refusal["WWW-Authenticate"] != nil)
            }
            let session = try Self.cookie(try await stranger.get("/?token=\(Self.token)")).1.split(separator: "=").last ?? ""
            let wrong = [
                ("Authorization", "Bearer wrong"), ("Authorization", "Bearer \(Self.token)x"), ("Authorization", "Bearer "), ("Authorization", "Basic \(Self.token)"),
                ("Authorization", Self.token), ("Authorization", "Bearer \(session)"), ("Cookie", "photos-\(server.port)=wrong"), ("Cookie", "photos-1=\(session)"),
                ("Cookie", "photos-\(server.port)=\(Self.token)"), ("Cookie", String(session)), ("Cookie", "photos-\(server.port)=\(session.dropLast())"),
                ("Cookie", "photos-\(server.port)=\(session)0"), ("Cookie", "photos-\(server.port)=\(session.uppercased())A"), ("Cookie", "photos-\(server.port)="),
                ("Cookie", "xphotos-\(server.port)=\(session)"), ("Cookie", "photos-\(server.port)=\(String(repeating: "0", count: 32))"),
            ]
            for header in wrong { #expect(try await stranger.get("/", [header]).status == 401, "\(header)") }
            let queries = [
                "/?token=wrong", "/?token=", "/?token=\(Self.token)x", "/?x=1&token=\(Self.token)", "/index.html?token=\(Self.token)", "/?key=", "/?key=\(Self.token)",
                "/?key=\(session)", "/?token=\(session)", "/?key=\(String(repeating: "0", count: 32))",
            ]
            for query in queries { #expect(try await stranger.get(query).status == 401, "\(query)") }
        }
    }

    @Test func `a printed address lets one browser in, once, so that a log that is read later opens nothing`() async throws {
        try await TestServer.run({ $0.token = nil }) { server async throws in
            let stranger = try await server.connectStrange()
            let printed = Self.path(server.address.entrance())
            #expect(try await stranger.send("HEAD", printed).status == 401, "looking at it does not use it up")
            let entry = try await stranger.get(printed)
            #expect(entry.status == 303)
            #expect(entry["Location"] == "/")
            #expect(entry["Cache-Control"] == "no-store")
            let header = try #require(entry["Set-Cookie"])
            #expect(header.contains("; HttpOnly") && header.contains("; SameSite=Strict") && header.contains("; Path=/") && header.hasPrefix("photos-\(server.port)="))
            #expect(!header.contains("Secure"))
            let cookie = try Self.cookie(entry)
            #expect(!printed.contains(cookie.1.split(separator: "=").last ?? "?"), "what the log has is not what the browser keeps")
            #expect(try await stranger.get("/", [cookie]).status == 200)
            for others in [[("Cookie", "a=b; \(cookie.1); c=d")], [("Cookie", "a=b"), ("Cookie", "c=d;\(cookie.1)")]] {
                #expect(try await stranger.get("/", others).status == 200)
            }
            // Whoever has the log, but not the cookie.
            let again = try await stranger.get(printed)
            #expect(again.status == 401 && again["Set-Cookie"] == nil)
            #expect(try again.object()["detail"] as? String == RequestGuard.usedAddress.detail)
            // The same browser, from its history.
            let known = try await stranger.get(printed, [cookie])
            #expect(known.status == 303 && known["Location"] == "/" && known["Set-Cookie"] == nil)
            // A second browser, by an address of its own.
            let other = try Self.cookie(try await stranger.get(Self.path(server.address.entrance())))
            #expect(other != cookie)
            for one in [cookie, other] { #expect(try await stranger.get("/", [one]).status == 200) }
        }
    }

    @Test func `a browser that a file or another page led here gets a page that leads on, since it leaves strict cookies out of redirections`() async throws {
        try await TestServer.run { server async throws in
            let headers = [
                ("Accept", "text/html,application/xhtml+xml"), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"),
            ]
            let stranger = try await server.connectStrange()
            let entry = try await stranger.get(Self.path(server.address.entrance()), headers)
            #expect(entry.status == 200 && entry["Location"] == nil)
            #expect(entry["Content-Type"] == "text/html; charset=utf-8" && entry.text.contains("0; url=/\""))
            #expect(entry["Content-Security-Policy"]?.contains("default-src 'none'") == true)
            #expect(try await stranger.get("/", [try Self.cookie(entry)]).status == 200)
        }
    }

    @Test func `the token lets programs in, as a header or once as an address, and no cookie holds it`() async throws {
        try await TestServer.run { server async throws in
            let stranger = try await server.connectStrange()
            #expect(try await stranger.get("/api/library", [("Authorization", "Bearer \(Self.token)")]).status == 200)
            #expect(try await stranger.get("/api/library", [("authorization", "bearer \(Self.token)")]).status == 200)
            for _ in 0..<2 {
                let entry = try await stranger.get("/?token=\(Self.token)")
                #expect(entry.status == 303 && entry["Location"] == "/")
                #expect(entry["Set-Cookie"]?.contains(Self.token) == false)
                #expect(try await stranger.get("/api/library", [try Self.cookie(entry)]).status == 200)
            }
        }
        try await TestServer.run({ $0.token = nil }) { server async throws in
            for token in ["", Self.token] { #expect(try await server.connectStrange().get("/", [("Authorization", "Bearer \(token)")]).status == 401) }
        }
    }

    @Test func `a session ends with the server, for thumbnails that lie in memory too`() async throws {
        let library = try TemporaryLibrary()
        let id = try library.addPhoto(width: 400, height: 300)
        let thumbnail = "/image/\(id)/1/thumbnail", sheet = "/api/thumbnails?of=\(id).1"
        let session = try await TestServer.run(library) { server async throws in
            let stranger = try await server.connectStrange()
            let cookie = try Self.cookie(try await stranger.get(Self.path(server.address.entrance())))
            for path in [thumbnail, thumbnail, sheet] { #expect(try await stranger.get(path, [cookie]).status == 200) }
            // Known by now, so that the shortcut would answer.
            for path in [thumbnail, sheet] { #expect(try await stranger.get(path).status == 401) }
            return cookie.1.split(separator: "=").last ?? ""
        }
        // At the port of before somebody else may listen by now. The cookie is named as the next one's is.
        try await TestServer.run(library) { server async throws in
            let cookie = ("Cookie", "photos-\(server.port)=\(session)")
            for path in [thumbnail, thumbnail, sheet] { #expect(try await server.get(path).status == 200) }
            let stranger = try await server.connectStrange()
            for path in [thumbnail, sheet, "/"] { #expect(try await stranger.get(path, [cookie]).status == 401, "\(path)") }
        }
    }

    @Test func `a key that nobody used ends after ten minutes, and only the newest sixteen wait`() throws {
        let clock = Mutex(ContinuousClock.now)
        let sessions = SessionStore(token: nil, gate: try Self.gate(), now: { clock.withLock { $0 } })
        let early = sessions.makeKey()
        clock.withLock { $0 += .seconds(599) }
        let late = sessions.makeKey()
        clock.withLock { $0 += .seconds(1) }
        #expect(sessions.enter(key: early, known: nil) == nil)
        #expect(sessions.enter(key: late, known: nil) != nil)
        #expect(sessions.enter(key: late, known: nil) == nil)
        let keys = (0..<17).map { _ in sessions.makeKey() }
        #expect(keys.map { sessions.enter(key: $0, known: nil) != nil } == [false] + Array(repeating: true, count: 16))
    }

    @Test func `whoever asks for many pickers makes no other one's address dead, and pushes nobody out of it`() throws {
        let gate = try Self.gate(), sessions = SessionStore(token: nil, gate: gate), store = PickerStore {}
        func begin() throws -> Picker { try store.begin(PickerRequest(), by: .owner, date: Date()) }
        func session(_ entry: SessionStore.Entry?) throws -> Session {
            let secret = try #require(entry?.secret)
            return try #require(sessions.session(cookie: secret))
        }
        let pickers = try (0..<20).map { _ in try begin() }, keys = pickers.map { sessions.makeKey(for: .chooser, picker: $0) }
        let own = sessions.makeKey()
        let entries = keys.map { sessions.enter(key: $0, known: nil) }
        #expect(entries.allSatisfy { $0?.secret != nil } && sessions.enter(key: own, known: nil) != nil)
        // Of one picker the seventeenth address ends the first.
        let many = (0..<17).map { _ in sessions.makeKey(for: .chooser, picker: pickers[0]) }
        let first = try session(entries[0]), second = try session(entries[1])
        #expect(many.map { sessions.enter(key: $0, known: nil) != nil } == [false] + Array(repeating: true, count: 16))
        for _ in 0..<46 { #expect(sessions.enter(key: sessions.makeKey(for: .chooser, picker: pickers[0]), known: nil) != nil) }
        #expect(first.stands, "sixty-three came to it")
        for _ in 0..<2 { #expect(sessions.enter(key: sessions.makeKey(for: .chooser, picker: pickers[0]), known: nil) != nil) }
        #expect(!first.isKnown && second.stands, "the sixty-fifth pushes out the first there, and nobody elsewhere")
    }

    @Test func `people whose picker is over are forgotten in their turn, and push out none who still choose`() throws {
        let gate = try Self.gate(), sessions = SessionStore(token: nil, gate: gate), store = PickerStore {}
        func enter(_ picker: Picker) throws -> Session {
            let secret = try #require(sessions.enter(key: sessions.makeKey(for: .chooser, picker: picker), known: nil)?.secret)
            return try #require(sessions.session(cookie: secret))
        }
        let open = try store.begin(PickerRequest(), by: .owner, date: Date()), choosing = try enter(open)
        var over: [Session] = []
        for _ in 0..<66 {
            let picker = try store.begin(PickerRequest(), by: .collector(UUID()), date: Date())
            over.append(try enter(picker))
            #expect(picker.cancel())
        }
        #expect(choosing.stands && over.allSatisfy { !$0.stands })
        #expect(over.map(\.isKnown) == [false, false] + Array(repeating: true, count: 64))
        _ = try enter(open)
        #expect(choosing.stands && over.map(\.isKnown) == [false, false, false] + Array(repeating: true, count: 63), "the next who comes pushes out one of them")
    }

    @Test func `sixty-four are in at a time, and who asked for nothing longest goes first`() throws {
        let sessions = SessionStore(token: "a token", gate: try Self.gate())
        func isIn(_ secret: Secret) -> Bool { sessions.session(cookie: secret) != nil }
        let secrets = try (0..<64).map { _ in try #require(sessions.session(forToken: "a token")) }
        let displaced = try #require(sessions.session(cookie: secrets[1]))
        #expect(isIn(secrets[0]))
        for secret in secrets[2...] { #expect(isIn(secret)) }
        let guests = (0..<64).map { _ in sessions.begin(.application("org.example.app")).session }
        #expect(isIn(secrets[1]) && guests.allSatisfy(\.stands), "sessions of other grants take nobody's place")
        for secret in secrets where secret.hash != secrets[1].hash { #expect(isIn(secret)) }
        let last = try #require(sessions.session(forToken: "a token"))
        #expect(isIn(last) && isIn(secrets[0]) && !isIn(secrets[1]) && isIn(secrets[2]))
        #expect(!displaced.stands, "what is being sent to it ends, too")
    }

    private static func gate() throws -> AccessGate { AccessGate(library: try TemporaryLibrary().library, application: "owner") }

    @Test func `from another address than loopback, nothing without proof and everything with it`() async throws {
        guard let address = Self.ownAddress() else {
            return print("This machine has no address but loopback: not tested.")
        }
        try await TestServer.run({ $0.host = "0.0.0.0" }) { server async throws in
            let connection = try await HTTPConnection(host: address, port: server.port)
            let host = ("Host", "\(address):\(server.port)")
            #expect(try await connection.get("/", [host]).status == 401)
            #expect(try await connection.get("/image/x/1/thumbnail", [host]).status == 401)
            #expect(try await connection.get("/", [host, ("Authorization", "Bearer \(Self.token)")]).status == 200)
            let foreign = [host, ("Authorization", "Bearer \(Self.token)"), ("Origin", "http://example.org")]
            #expect(try await connection.get("/", foreign).status == 403)
        }
        try await TestServer.run { server async throws in
            _ = await #expect(throws: HTTPConnection.Failure.self, "by default only loopback is listened on") {
                try await HTTPConnection(host: address, port: server.port)
            }
        }
    }

    /// An IPv4 address of this machine that is not of the loopback network.
    static func ownAddress() -> String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next {
            defer { next = entry.pointee.ifa_next }
            guard let address = entry.pointee.ifa_addr, address.pointee.sa_family == AF_INET else { continue }
            var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                var address = pointer.pointee.sin_addr
                inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
            }
            let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !host.hasPrefix("127.") { return host }
        }
        return nil
    }
}
