import Foundation
import LibraryEngine
import Testing
@testable import PhotosServer

extension PickerTests {
    private struct Gone: Decodable { var gone: [String] }

    private static func gone(
        _ person: (connection: HTTPConnection, cookie: (String, String)), _ picker: Begun, _ assets: [String]
    ) async throws -> HTTPReply {
        let names = assets.map { "\"\($0)\"" }.joined(separator: ",")
        return try await person.connection.send(
            "POST", picker.path + "/choice/gone", [person.cookie, ("Content-Type", "application/json")], body: Data("{\"assets\":[\(names)]}".utf8))
    }

    @Test func `a page is told which of all that is chosen was deleted or hidden, and of nothing else`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server, #"{"limit":0,"filter":"videos"}"#), person = try await Self.person(server, picker)
            let chosen = [scene.live, scene.photo, scene.video], unknown = UUID().uuidString
            // The filter is not asked: it may be another one than when they were chosen.
            #expect(try await Self.gone(person, picker, chosen).decoded(Gone.self).gone == [])
            #expect(try await Self.gone(person, picker, [unknown, scene.video, scene.hidden]).decoded(Gone.self).gone == [unknown, scene.hidden])
            let row = try scene.row(scene.photo)
            try scene.library.library.performChanges(author: "test") { try $0.delete([row]) }
            try scene.update(scene.live) { $0.isHidden = true }
            #expect(try await Self.gone(person, picker, chosen.map { "\($0)/L0/001" }).decoded(Gone.self).gone == [scene.live, scene.photo])
            try scene.update(scene.live) { $0.isHidden = false }
            #expect(try await Self.gone(person, picker, chosen).decoded(Gone.self).gone == [scene.photo])
            #expect(try await Self.gone(person, picker, ["x"]).problem == "picker")
            // Another picker's page is asked for its own alone, and an ended one for nothing.
            let other = try await Self.begin(server), stranger = try await Self.person(server, other)
            #expect(try await Self.gone(stranger, picker, chosen).status == 403)
            _ = try await server.post(picker.path + "/end", json: "{}")
            #expect(try await Self.gone(person, picker, chosen).status != 200)
        }
    }
}
