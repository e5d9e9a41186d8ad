import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// What is asked below `/dav/` passes the same guard as all else.
@Suite struct DAVGuardTests {
    @Test func `pages of other sites get nothing, whatever password a browser remembers for them`() async throws {
        try await TestServer.run { server async throws in
            let here = "http://127.0.0.1:\(server.port)"
            for method in ["PROPFIND", "GET", "OPTIONS", "PUT", "MKCOL", "DELETE"] {
                let body = method == "PUT" ? Data() : nil
                for header in [("Origin", "http://example.org"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site")] {
                    let reply = try await DAVClient(server).send(method, "Incoming/x", [header], body: body)
                    #expect(reply.status == 403 && reply.problem == "origin" && reply["Access-Control-Allow-Origin"] == nil, "\(method) \(header): \(reply.status)")
                }
                let foreign = try await DAVClient(server).send(method, "Incoming/x", [("Host", "example.org:\(server.port)")], body: body)
                #expect(foreign.status == 421, "\(method)")
            }
            for header in [("Origin", here), ("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "same-origin")] {
                #expect(try await DAVClient(server).send("PROPFIND", "", [("Depth", "0"), header]).status == 207, "\(header)")
            }
            #expect(try await DAVClient(server).names("Incoming/") == [])
        }
    }

    @Test func `an application that asks too much waits, and nobody else does`() async throws {
        let library = try TemporaryLibrary(), application = "org.example.frame"
        try library.library.grant(.full, to: application, author: "owner")
        try await TestServer.run(library, { $0.clients.requests = Rate(burst: 3, interval: .seconds(3_600)) }) { server async throws in
            let client = DAVClient(server, token: try await server.admit(application))
            for _ in 0..<3 { #expect(try await client.propfind("", depth: "0").status == 207) }
            let refused = try await client.propfind("", depth: "0")
            #expect(refused.status == 429 && refused["Retry-After"] != nil)
            for _ in 0..<5 { #expect(try await DAVClient(server).propfind("", depth: "0").status == 207) }
        }
    }

    @Test func `guesses of a password from another machine are counted as guesses everywhere are`() async throws {
        guard let address = ProofTests.ownAddress() else { return print("This machine has no address but loopback: not tested.") }
        try await TestServer.run({ ($0.host, $0.clients.requestsOfOneAddress) = ("0.0.0.0", Rate(burst: 2, interval: .seconds(3_600))) }) { server async throws in
            let host = ("Host", "\(address):\(server.port)"), connection = try await HTTPConnection(host: address, port: server.port)
            for (number, status) in [401, 401, 429, 429].enumerated() {
                #expect(try await connection.send("PROPFIND", "/dav/", [host, ("Depth", "0"), DAVClient.basic("guess \(number)")]).status == status, "\(number)")
            }
            #expect(try await connection.send("PROPFIND", "/dav/", [host, ("Depth", "0"), DAVClient.basic(TestServer.token)]).status == 207)
        }
    }

    @Test func `a password that was asked for is found by TLS as well`() async throws {
        let certificate = try TestCertificate()
        defer { certificate.remove() }
        try await TestServer.run({ $0.certificate = certificate.files }) { server async throws in
            let connection = try certificate.connect(to: server, token: nil)
            defer { connection.close() }
            let asked = try await connection.send("PROPFIND", "/dav/", [("Depth", "0")])
            #expect(asked.status == 401 && asked["WWW-Authenticate"]?.hasPrefix("Basic") == true)
            #expect(try await connection.send("PROPFIND", "/dav/", [("Depth", "0"), DAVClient.basic(TestServer.token)]).status == 207)
        }
    }

    /// A description of OpenAPI has no word for PROPFIND and its kind, nor for paths of any depth.
    @Test func `the tree's rows say what each needs, and the description of the API leaves all of them out`() throws {
        let rows = RouteTable.routes.filter { $0.path.hasPrefix(DAVPath.root) }
        let needs = Dictionary(uniqueKeysWithValues: rows.map { ($0.method.rawValue, $0.need) })
        let reading = ["OPTIONS", "GET", "PROPFIND"], adding = ["PUT", "MKCOL", "DELETE", "MOVE", "COPY", "PROPPATCH", "LOCK", "UNLOCK"]
        #expect(needs == Dictionary(uniqueKeysWithValues: reading.map { ($0, Need.downloading) } + adding.map { ($0, Need.uploading) }))
        #expect(rows.allSatisfy { !$0.isDescribed })
        let described = try #require(try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.text.utf8)) as? [String: Any])
        let paths = try #require(described["paths"] as? [String: Any])
        #expect(!paths.keys.contains { $0.hasPrefix(DAVPath.root) })
    }
}
