import Foundation
import HTTPTypes
import LibraryEngine
import Photos
import PhotosTesting
import Testing
@testable import PhotosServer

/// Every route that names a thing somebody has, asked for by everybody: with what is theirs, and with what is another's.
@Suite struct ObjectTableTests {
    private enum Kind: CaseIterable { case picker, client, batch, link, ticket, undo }

    /// Something that is there while it is asked for.
    private struct Thing {
        let kind: Kind
        /// Of whom, for messages.
        let name: String
        /// As addresses and bodies name it.
        let id: String
        /// Who gets it. The owner gets all but what belongs to those alone who did it.
        let owners: Set<String>
    }

    private struct Asker {
        let name: String
        let grant: Grant
        let header: (String, String)
    }

    private struct Row {
        let route: Route
        let kind: Kind
        /// What it answers to those whose it is.
        let status: Int
        /// Whether the thing is another one afterwards, so that it is asked for at the end.
        var isLast = false

        func request(_ thing: Thing) -> (path: String, body: String?) {
            let others = ["item": "0", "resource": "0", "size": "thumbnail", "file": "1"]
            var path = route.path
            for name in ["session", "client", "batch", "id", "token"] { path = path.replacing("{\(name)}", with: thing.id) }
            for (name, value) in others { path = path.replacing("{\(name)}", with: value) }
            guard route.body != nil else { return (path, nil) }
            switch route.name {
            case "undo": return (path, "{\"undo\":\"\(thing.id)\"}")
            case "choose": return (path, "{\"assets\":[]}")
            default: return (path, route.bodyType == "application/json" ? "{}" : "")
            }
        }

        /// What another's is answered with.
        var foreign: Int {
            switch kind {
            case .picker: 403
            case .ticket, .undo: 410
            // These are the owner's to see, whoever made them; to others their routes are closed.
            case .client, .batch, .link: 403
            }
        }
    }

    /// By the names of routes: of which kind of thing they are, and what they answer to those whose it is. Nothing says which version of tus it means.
    private static let rows: [String: (kind: Kind, status: Int, isLast: Bool)] = [
        "picker": (.picker, 200, false), "pickerEvents": (.picker, 200, false), "updatePicker": (.picker, 409, false), "pickedFile": (.picker, 200, false),
        "pickedResource": (.picker, 200, false), "pickedImage": (.picker, 200, false), "pickerPage": (.picker, 200, false), "choice": (.picker, 200, false),
        "choose": (.picker, 409, false), "goneOfChoice": (.picker, 409, false), "endPicker": (.picker, 200, true),
        "download": (.ticket, 200, true), "undo": (.undo, 200, true), "endClient": (.client, 200, true), "revokeShare": (.link, 200, true),
        "upload": (.batch, 200, false), "addToUpload": (.batch, 200, false), "uploadOptions": (.batch, 204, false), "createUpload": (.batch, 412, false),
        "uploadOffset": (.batch, 412, false), "sendUpload": (.batch, 412, false), "withdrawUpload": (.batch, 412, false), "overrideUpload": (.batch, 412, false),
        "cancelUpload": (.batch, 204, true),
    ]

    private static func table() -> [Row] {
        RouteTable.routes.compactMap { route in rows[route.name].map { Row(route: route, kind: $0.kind, status: $0.status, isLast: $0.isLast) } }
    }

    @Test func `no route that names a thing is left out`() {
        let parts = ["{session}", "{client}", "{batch}", "{token}"]
        let named = RouteTable.routes.filter { route in
            !route.need.isOfLinks && (parts.contains { route.path.contains($0) } || route.path.hasPrefix("/api/shares/") || route.name == "undo")
        }
        #expect(Set(named.map(\.name)) == Set(Self.rows.keys))
        #expect(Set(Self.table().map(\.kind)) == Set(Kind.allCases))
    }

    @Test func `each thing is for those whose it is, on every route, and for nobody else`() async throws {
        let library = try TemporaryLibrary()
        let photos = try (1...3).map { try library.add((.photo, "IMG_\($0).JPG", FixtureImages.jpeg(width: 400, height: 300, seed: $0))) }
        let applications = ["org.example.frame", "org.example.viewer"]
        for application in applications { try library.library.grant(.full, to: application, author: "test") }
        try await TestServer.run(library) { server async throws in
            // Who asks.
            func bearer(_ token: String) -> (String, String) { ("Authorization", "Bearer \(token)") }
            let owner = Asker(name: "the owner", grant: .owner, header: bearer(TestServer.token))
            let programs = applications.map { Asker(name: $0, grant: .application($0), header: bearer(server.sessions.begin(.application($0)).token)) }
            var askers = [owner] + programs
            // What they have.
            var things: [Thing] = []
            for (number, asker) in [(0, owner), (1, owner), (2, programs[0])] {
                let begun = try await Self.send("POST", "/api/picker/sessions", #"{"limit":0}"#, asker, server).decoded(PickerTests.Begun.self)
                let collector = Asker(name: "the program of picker \(number)", grant: .collector(try #require(UUID(uuidString: begun.id))), header: bearer(begun.token))
                var names: Set<String> = [owner.name, collector.name]
                askers.append(collector)
                if asker.grant == .owner {
                    let person = try await PickerTests.person(server, begun)
                    askers.append(Asker(name: "the person at picker \(number)", grant: .chooser, header: person.cookie))
                    names.insert("the person at picker \(number)")
                }
                let confirmed = try await server.post(begun.path + "/choice", json: "{\"assets\":[\"\(photos[number])\"]}")
                #expect(confirmed.status == 200)
                things.append(Thing(kind: .picker, name: "picker \(number)", id: begun.id, owners: names))
            }
            for (asker, photo) in zip([owner] + programs, photos) {
                let archive = try await Self.send("POST", "/api/archives", "{\"assets\":[\"\(photo)\"]}", asker, server).object()["url"] as? String
                things.append(Thing(kind: .ticket, name: "an archive of \(asker.name)", id: String(try #require(archive).dropFirst("/archive/".count)), owners: [asker.name]))
                let act = try await Self.send("POST", "/api/acts", "{\"act\":\"favorite\",\"assets\":[\"\(photo)\"],\"value\":true}", asker, server).object()["undo"] as? String
                things.append(Thing(kind: .undo, name: "an act of \(asker.name)", id: try #require(act), owners: [asker.name]))
            }
            things.append(Thing(kind: .client, name: "a client", id: server.sessions.begin(.application("org.example.other")).session.id.uuidString, owners: [owner.name]))
            things.append(
                Thing(kind: .batch, name: "a batch", id: try await server.post("/api/uploads", json: "{}").decoded(Uploading.Batch.self).id, owners: [owner.name]))
            let link = try await server.post("/api/shares", json: "{\"assets\":[\"\(photos[0])\"]}").decoded(SharingTests.Made.self)
            things.append(Thing(kind: .link, name: "a link", id: link.share.id, owners: [owner.name]))

            for row in Self.table() {
                for thing in things where thing.kind == row.kind {
                    for asker in askers {
                        let isTheirs = thing.owners.contains(asker.name) && asker.grant.allows(row.route.need)
                        guard !isTheirs || !row.isLast else { continue }
                        let wanted = isTheirs ? row.status : asker.grant.allows(row.route.need) ? row.foreign : 403
                        #expect(try await Self.status(row, thing, asker, server) == wanted, "\(row.route.name) of \(thing.name) for \(asker.name)")
                    }
                }
            }
            // Nobody's asking has used anything up.
            for row in Self.table() where row.isLast {
                for thing in things where thing.kind == row.kind {
                    let asker = try #require(askers.last { thing.owners.contains($0.name) && $0.grant.allows(row.route.need) })
                    #expect(try await Self.status(row, thing, asker, server) == row.status, "\(row.route.name) of \(thing.name) for \(asker.name) at last")
                }
            }
        }
    }

    private static func send(_ method: String, _ path: String, _ body: String?, _ asker: Asker, _ server: TestServer) async throws -> HTTPReply {
        let connection = try await server.connectStrange()
        defer { connection.close() }
        let json = body == nil ? [] : [("Content-Type", "application/json")]
        return try await connection.send(method, path, [asker.header] + json, body: body.map { Data($0.utf8) })
    }

    /// The status alone: of a stream there is no end to wait for.
    private static func status(_ row: Row, _ thing: Thing, _ asker: Asker, _ server: TestServer) async throws -> Int {
        let (path, body) = row.request(thing), connection = try await server.connectStrange()
        defer { connection.close() }
        var text = "\(row.route.method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(asker.header.0): \(asker.header.1)\r\n"
        text += body.map { "Content-Type: application/json\r\nContent-Length: \($0.utf8.count)\r\n\r\n\($0)" } ?? "\r\n"
        try await connection.send(text)
        return try await connection.head().status
    }
}
