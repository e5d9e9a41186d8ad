import Foundation
import Glibc
import PhotosTesting
import Synchronization
import Testing
@testable import PhotosServer

/// A gallery that speaks TLS itself.
@Suite struct CertificateTests {
    private static func serve<T: Sendable>(
        _ library: TemporaryLibrary? = nil, _ configure: (inout ServerOptions) -> Void = { _ in }, _ body: (TestServer, TestCertificate) async throws -> T
    ) async throws -> T {
        let certificate = try TestCertificate()
        defer { certificate.remove() }
        return try await TestServer.run(
            try library ?? TemporaryLibrary(),
            { options in
                options.certificate = certificate.files
                configure(&options)
            }, { try await body($0, certificate) })
    }

    @Test func `requests go one after another over one connection, and the cookie is sent by nothing else`() async throws {
        let library = try TemporaryLibrary(), id = try library.addPhoto(width: 400, height: 300)
        try await Self.serve(library) { server, certificate async throws in
            #expect(server.address.url == "https://127.0.0.1:\(server.port)/")
            let connection = try certificate.connect(to: server)
            for _ in 0..<3 { #expect(try await connection.get("/").status == 200) }
            for _ in 0..<2 { #expect(try await connection.get("/image/\(id)/1/thumbnail").body.starts(with: [0xFF, 0xD8]), "from memory as well") }
            let original = try await connection.get("/original/\(id)/1")
            #expect(original.status == 200 && original.body.starts(with: [0xFF, 0xD8]))
            let stranger = try certificate.connect(to: server, token: nil)
            #expect(try await stranger.get("/").status == 401)
            let entry = try await stranger.get("/" + server.address.entrance().drop { $0 != "?" })
            #expect(entry.status == 303 && entry["Set-Cookie"]?.hasSuffix("; Secure") == true)
            #expect(try await stranger.get("/", [("Cookie", try #require(entry.cookie))]).status == 200)
            let begun = try await connection.send("POST", "/api/picker/sessions", [("Content-Type", "application/json")], body: Data("{}".utf8)).object()
            #expect((begun["url"] as? String)?.hasPrefix("https://127.0.0.1:\(server.port)/pick/") == true)
        }
    }

    @Test func `under TLS an origin of plain HTTP is another site's`() async throws {
        try await Self.serve { server, certificate async throws in
            let connection = try certificate.connect(to: server)
            for (origin, status) in [("https://127.0.0.1:\(server.port)", 200), ("http://127.0.0.1:\(server.port)", 403)] {
                #expect(try await connection.get("/", [("Origin", origin)]).status == status, "\(origin)")
            }
        }
        // The port that each scheme has anyway.
        #expect(HostRule(host: "127.0.0.1", port: 443, isSecure: true).accepts("localhost") && !HostRule(host: "127.0.0.1", port: 443).accepts("localhost"))
        #expect(HostRule(host: "127.0.0.1", port: 80).accepts("localhost") && !HostRule(host: "127.0.0.1", port: 80, isSecure: true).accepts("localhost"))
    }

    @Test func `who speaks plain HTTP is told so, and nothing that was asked for is answered`() async throws {
        try await Self.serve { server, certificate async throws in
            for path in ["/", "/?token=\(TestServer.token)"] {
                let plain = try await server.connect(), refusal = try await plain.get(path)
                #expect(refusal.status == 400 && refusal.problem == "plain-http" && refusal["Location"] == nil && refusal["Set-Cookie"] == nil)
                #expect(try await plain.isEnded())
            }
            let person = try await server.connect().get("/", [("Accept", "text/html")])
            #expect(person["Content-Type"] == "text/html; charset=utf-8" && person.text.contains("https://"))
            #expect(try await certificate.connect(to: server).get("/").status == 200, "the port is there still")
        }
    }

    @Test func `a handshake that comes to no end has a stranger's time`() async throws {
        try await Self.serve(nil, { $0.limits.strangerHead = .milliseconds(300) }) { server, _ async throws in
            let connection = try await server.connectStrange()
            try await connection.send(Data([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]))
            #expect(try await connection.isEnded())
        }
    }

    @Test func `a renewed certificate is used by new connections, and those that stand go on`() async throws {
        let renewed = try TestCertificate()
        defer { renewed.remove() }
        try await Self.serve { server, certificate async throws in
            let old = try certificate.connect(to: server)
            #expect(try await old.get("/").status == 200)
            func replace(_ path: KeyPath<Certificate.Files, String>) throws {
                let file = certificate.files[keyPath: path]
                try Data(contentsOf: URL(fileURLWithPath: renewed.files[keyPath: path])).write(to: URL(fileURLWithPath: file + ".new"))
                chmod(file + ".new", 0o600)
                #expect(rename(file + ".new", file) == 0)
            }
            let before = certificate.folder.appending(path: "before.pem")
            try FileManager.default.copyItem(atPath: certificate.files.chain, toPath: before.path)
            try replace(\.chain)
            // The key that is there is not this chain's: the certificate of before stays in use.
            let meanwhile = try TestCertificate()
            defer { meanwhile.remove() }
            try FileManager.default.removeItem(atPath: meanwhile.files.chain)
            try FileManager.default.copyItem(atPath: before.path, toPath: meanwhile.files.chain)
            #expect(try await meanwhile.connect(to: server).get("/").status == 200)
            try replace(\.key)
            #expect(try await renewed.connect(to: server).get("/").status == 200)
            await #expect(throws: HTTPConnection.Failure.self, "nobody proves itself by the old one any more") { try await meanwhile.connect(to: server).get("/") }
            #expect(try await old.get("/").status == 200)
        }
    }

    @Test func `what can't be used is refused before anything is served, with the reason and the remedy`() throws {
        let good = try TestCertificate(), other = try TestCertificate()
        defer { for one in [good, other] { one.remove() } }
        func file(_ name: String, _ text: String, _ mode: mode_t = 0o600) throws -> String {
            let path = good.folder.appending(path: name).path
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            chmod(path, mode)
            return path
        }
        let key = try String(contentsOfFile: good.files.key, encoding: .utf8), encrypted = good.folder.appending(path: "encrypted.pem").path
        try TestCertificate.openssl("pkey", "-in", good.files.key, "-aes256", "-passout", "pass:word", "-out", encrypted)
        let nowhere = good.folder.appending(path: "nowhere.pem").path
        let cases: [(chain: String, key: String, says: String)] = [
            (nowhere, good.files.key, "The certificate can't be read from \(nowhere): No such file"),
            (good.files.chain, nowhere, "The key can't be read from \(nowhere): No such file"),
            (good.folder.path, good.files.key, "Is a directory"), (try file("text.pem", "no certificate"), good.files.key, "BEGIN CERTIFICATE"),
            (good.files.key, good.files.key, "BEGIN CERTIFICATE"), (try file("empty.pem", ""), good.files.key, "--certificate"),
            (good.files.chain, good.files.chain, "BEGIN PRIVATE KEY"),
            (good.files.chain, other.files.key, "is not that of the first certificate"), (good.files.chain, encrypted, "passphrase"),
            (good.files.chain, try file("open.pem", key, 0o604), "chmod o="),
        ]
        for (chain, key, says) in cases {
            let error = #expect(throws: ServerError.self) { _ = try Certificate(.init(chain: chain, key: key)) { _ in } }
            #expect(error?.code == .certificate && error?.message.contains(says) == true, "\(error?.message ?? "nothing"), instead of \(says)")
        }
        _ = try Certificate(.init(chain: good.files.chain, key: file("group.pem", key, 0o640))) { _ in }
        for (days, says) in [(-1, "is good from"), (3, "has expired")] {
            let error = #expect(throws: ServerError.self) { _ = try Certificate(good.files, now: { Date(timeIntervalSinceNow: Double(days) * 86_400) }) { _ in } }
            #expect(error?.message.contains(says) == true, "\(error?.message ?? "nothing")")
        }
    }

    @Test func `files that change to what can't be used are told of once, and change nothing`() throws {
        let files = try TestCertificate()
        defer { files.remove() }
        let problems = Mutex<[ServerError]>([]), certificate = try Certificate(files.files) { problem in problems.withLock { $0.append(problem) } }
        let context = certificate.context()
        try FileManager.default.removeItem(atPath: files.files.key)
        for _ in 0..<3 { #expect(certificate.context() === context) }
        #expect(problems.withLock { $0.map(\.code) } == [.certificate])
    }

    @Test(arguments: [
        (["DNS:photos.example.org", "DNS:*.example.org"], "192.0.2.1", "photos.example.org"), (["DNS:*.example.org", "DNS:b.example.org"], "192.0.2.1", "b.example.org"),
        (["DNS:photos.example.org", "IP:192.0.2.1"], "192.0.2.1", "192.0.2.1"), (["DNS:photos.example.org", "IP:2001:db8::1"], "2001:DB8::1", "2001:db8::1"),
        (["DNS:*.example.org"], "192.0.2.1", "192.0.2.1"),
    ])
    func `an address that others open has a name that the certificate is for`(_ names: [String], _ host: String, _ expected: String) throws {
        let files = try TestCertificate(names)
        defer { files.remove() }
        let certificate = try Certificate(files.files) { _ in }
        #expect(certificate.name(insteadOf: host) == expected)
    }
}
