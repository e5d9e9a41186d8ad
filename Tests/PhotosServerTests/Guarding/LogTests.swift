import Foundation
import LibraryEngine
import PhotosTesting
import Synchronization
import Testing
@testable import PhotosServer

/// What the server writes down of those who ask.
@Suite struct LogTests {
    private static let application = "org.example.frame"

    @Test func `what goes wrong is written down without a secret of whoever asked`() async throws {
        let lines = Mutex<[String]>([]), library = try TemporaryLibrary(gazetteer: nil) { _, line in lines.withLock { $0.append(line) } }
        let id = try library.addPhoto()
        try library.library.grant(.full, to: Self.application, author: "owner")
        try await TestServer.run(library) { server async throws in
            let token = server.sessions.begin(.application(Self.application)).token, application = try await HTTPConnection(port: server.port, token: token)
            let open = try await PickerTests.begin(server), person = try await PickerTests.person(server, open)
            let picker = try await PickerTests.begin(server), program = try await PickerTests.program(server, picker)
            #expect(try await server.post(picker.path + "/choice", json: "{\"assets\":[\"\(id)\"]}").status == 200)
            let link = try await SharingTests.share(server, [id]), stranger = try await server.connectStrange()
            for table in ["resource", "share"] { try server.breakCatalog("DROP TABLE \(table)") }
            let facts = "/api/assets/\(id)", key = try #require(open.url.split(separator: "=").last).description
            let replies = [
                (try await server.get(facts), facts), (try await application.get(facts), facts), (try await person.connection.get(facts + "?key=\(key)", [person.cookie]), facts),
                (try await program.get(picker.path), picker.path), (try await stranger.get(link.path + "api/share"), "/share/…/api/share"),
            ]
            let written = lines.withLock { $0 }
            for (reply, path) in replies {
                #expect(reply.status == 500, "\(path): \(reply.status) \(reply.text)")
                #expect(written.contains { $0.hasPrefix("GET \(path): ") }, "what was asked for is told: \(written)")
            }
            let cookie = try #require(person.cookie.1.split(separator: "=").last).description
            for secret in [TestServer.token, token, key, cookie, picker.token, open.token, link.token] {
                #expect(secret.count > 20)
                #expect(!written.contains { $0.contains(secret) }, "\(written)")
            }
        }
    }
}
