import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// Who is let in, and how that ends.
@Suite struct ClientTests {
    private struct Client: Decodable, Equatable, Sendable { var id: String, grant: String, application: String?, picker: String?, since: String, expires: String?, isOwn: Bool }
    private struct Clients: Decodable, Sendable { var clients: [Client] }
    private struct Admitted: Decodable, Sendable { var client: Client, token: String }

    private static let application = "org.example.frame"

    @Test func `an application is let in with a token of its own, which ends when the owner says so`() async throws {
        let library = try TemporaryLibrary(), id = try library.addPhoto()
        try await TestServer.run(library) { server async throws in
            let reply = try await server.post("/api/clients", json: #"{"application":"\#(Self.application)","lasting":3600}"#)
            let admitted = try reply.decoded(Admitted.self)
            #expect(admitted.client.grant == "application" && admitted.client.application == Self.application && admitted.client.expires != nil && !admitted.client.isOwn)
            let program = try await HTTPConnection(port: server.port, token: admitted.token)
            #expect(try await program.get("/api/assets").status == 403, "nothing was given to it")
            try library.library.grant(.full, to: Self.application, author: "owner")
            #expect(try await program.get("/original/\(id)/1").status == 200)
            #expect(try await program.get("/api/clients").status == 403)
            #expect(try await program.send("POST", "/api/clients/\(admitted.client.id)/end").status == 403)
            let list = try await server.get("/api/clients")
            #expect(try list.decoded(Clients.self).clients.map(\.id) == [admitted.client.id])
            #expect(!list.text.contains(admitted.token) && !list.text.contains(TestServer.token))
            let left = try await server.send("POST", "/api/clients/\(admitted.client.id)/end").decoded(Clients.self).clients
            #expect(left.isEmpty)
            #expect(try await program.get("/original/\(id)/1").status == 401)
            #expect(try await server.send("POST", "/api/clients/\(admitted.client.id)/end").status == 404)
        }
    }

    @Test func `all who are in are listed, the latest first, and each may be ended`() async throws {
        try await TestServer.run { server async throws in
            let browser = try await server.connectStrange(), entry = try await browser.get("/" + server.address.entrance().drop { $0 != "?" })
            let cookie = ("Cookie", try #require(entry.cookie))
            let picker = try await PickerTests.begin(server)
            _ = try await server.post("/api/clients", json: #"{"application":"a"}"#)
            let clients = try await browser.get("/api/clients", [cookie]).decoded(Clients.self).clients
            #expect(clients.map(\.grant) == ["application", "collector", "owner"])
            #expect(clients.map(\.picker) == [nil, picker.id, nil] && clients.map(\.isOwn) == [false, false, true])
            #expect(try await browser.send("POST", "/api/clients/\(clients[2].id)/end", [cookie]).status == 200)
            #expect(try await browser.get("/", [cookie]).status == 401, "its own as well")
        }
    }

    @Test(arguments: [
        "{}", #"{"application":""}"#, #"{"application":" "}"#, #"{"application":"a\nb"}"#, #"{"application":"a","lasting":0}"#, #"{"application":"a","lasting":7776001}"#,
        #"{"application":7}"#, "[]",
    ])
    func `what makes no sense lets nobody in`(_ body: String) async throws {
        try await TestServer.run { server async throws in
            #expect(try await server.post("/api/clients", json: body).status == 400)
            #expect(try await server.get("/api/clients").decoded(Clients.self).clients.isEmpty)
        }
    }
}
