import Foundation
import LibraryEngine
import Testing
@testable import PhotosServer

/// Selections that nobody makes by hand.
extension PickerTests {
    private static func list(_ count: Int) -> String { "[" + (0..<count).map { _ in "\"\(UUID().uuidString)\"" }.joined(separator: ",") + "]" }

    @Test func `a million identifiers are refused before they are sent, wherever they may be named`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server, #"{"limit":0}"#), person = try await Self.person(server, picker)
            let proofs = [
                ("/api/picker/sessions", ("Authorization", "Bearer \(TestServer.token)")), (picker.path + "/choice", person.cookie),
                (picker.path + "/update", ("Authorization", "Bearer \(picker.token)")),
            ]
            // An identifier has 36 characters, with quotation marks and a comma around it.
            let length = 39 * 1_000_000
            for (path, proof) in proofs {
                let connection = try await server.connectStrange()
                try await connection.send(
                    """
                    POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(proof.0): \(proof.1)\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n
                    """)
                let reply = try await connection.reply()
                #expect(reply.status == 413 && reply.problem == "too-large", "\(path): \(reply.status)")
                #expect(try await connection.isEnded(), "what would follow is not read")
            }
            #expect(try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)"]}"#).decoded(Chosen.self).state == "confirmed", "and the picker stands")
        }
    }

    @Test func `as many pickers as there may be of others keep the owner from none`() throws {
        let store = PickerStore {}
        func begin(_ asker: Grant) throws -> Picker { try store.begin(PickerRequest(), by: asker, date: Date()) }
        let own = try begin(.owner)
        for number in 0..<PickerStore.most { _ = try begin(.application("org.example.\(number / PickerStore.mostOfOne)")) }
        let refusal = #expect(throws: Problem.self) { try begin(.application("org.example.late")) }
        #expect(refusal?.type == "/problems/too-many-pickers")
        #expect(own.current.phase == .waiting)
        let later = try begin(.owner), first = try begin(.application("org.example.0"))
        #expect(later.current.phase == .waiting && first.current.phase == .waiting, "and who has as many as one may gets another for the oldest")
    }

    @Test func `what a program takes away again and again fills no memory, and what it asked last is there`() throws {
        let store = PickerStore {}, picker = try store.begin(PickerRequest(), by: .owner, date: Date())
        func ask(_ json: String) throws { try picker.update(try PickerUpdate(try JSONDecoder().decode(PickerUpdate.Body.self, from: Data(json.utf8)))) }
        let many = "{\"deselect\":\(Self.list(PickerRequest.most))}"
        for _ in 0..<8 { try ask(many) }
        #expect(picker.current.commands.map(\.number) == [4, 5, 6, 7, 8], "a hundred thousand identifiers")
        for number in 0..<70 { try ask("{\"search\":\"\(number)\"}") }
        #expect(picker.current.commands.map(\.number) == Array(15...78))
    }

    @Test func `of the films that are made for a picker those are kept that were asked for last, until it ends`() throws {
        let store = PickerStore {}, picker = try store.begin(PickerRequest(), by: .owner, date: Date())
        let films = try (0..<18).map { _ in try MadeFile { _ in } }
        #expect(picker.keep(films[0], 0) === films[0] && picker.made(0) == nil, "nothing was confirmed")
        #expect(picker.confirm([], size: nil))
        for number in 0..<16 { #expect(picker.keep(films[number], Int64(number)) === films[number]) }
        #expect(picker.keep(films[17], 3) === films[3], "the first one that was made is everybody's")
        #expect(picker.made(0) === films[0])
        #expect(picker.keep(films[16], 16) === films[16])
        #expect(picker.made(1) == nil && picker.made(0) === films[0] && picker.made(2) === films[2])
        picker.finish()
        #expect((Int64(0)..<17).allSatisfy { picker.made($0) == nil })
    }

    @Test func `as many are chosen as a request can name, and no more`() async throws {
        let scene = try Scene(), most = PickerRequest.most
        try await TestServer.run(scene.library) { server async throws in
            let asked = try await server.post("/api/picker/sessions", json: "{\"limit\":0,\"preselected\":\(Self.list(most + 1))}")
            #expect(asked.status == 400 && asked.problem == "picker" && asked.text.contains("\(most)"), "\(asked.text.prefix(300))")
            let picker = try await Self.begin(server, "{\"limit\":0,\"preselected\":\(Self.list(most))}"), person = try await Self.person(server, picker)
            #expect(try await person.connection.get(picker.path + "/choice", [person.cookie]).object()["gone"] as? Int == most)
            let many = try await Self.choose(person, picker, "{\"assets\":\(Self.list(most + 1))}")
            #expect(many.status == 400 && many.problem == "choice" && many.text.contains("\(most)"), "\(many.text.prefix(300))")
            let update = try await Self.program(server, picker).send(
                "POST", picker.path + "/update", [("Content-Type", "application/json")], body: Data("{\"deselect\":\(Self.list(most + 1))}".utf8))
            #expect(update.status == 400 && update.problem == "picker")
            #expect(try await Self.choose(person, picker, "{\"assets\":\(Self.list(most))}").decoded(Chosen.self).gone.count == most)
            // The same one so often is one.
            let same = Array(repeating: "\"\(scene.photo)\"", count: most + 1).joined(separator: ",")
            #expect(try await Self.choose(person, picker, "{\"assets\":[\(same)]}").decoded(Chosen.self).state == "confirmed")
            #expect(try await Self.program(server, picker).get(picker.path).decoded(State.self).items.map(\.localIdentifier) == ["\(scene.photo)/L0/001"])
        }
    }
}
