import Catalog
import Foundation
import LibraryEngine
import PhotoModel
import PhotosTesting
import Query
import TestSupport
import Testing
@testable import PhotosServer

/// What was answered stays, however the server ends.
@Suite(.serialized, .timeLimit(.minutes(20))) struct DurabilityTests {
    @Test func `a server that is killed loses nothing that it said is there, and the next one goes on by itself`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(width: 900, height: 700, seed: 1), second = try FixtureImages.jpeg(seed: 2)
        let third = try FixtureImages.jpeg(seed: 3), album = try library.addAlbum("Trip")
        let served = try ServedProcess(library.url)
        #expect(try await served.send("MKCOL", "Incoming/Folder").status == 201)
        for (path, data) in [("Incoming/Folder/a.jpg", photo), ("Albums/Trip/b.jpg", second), ("Incoming/old.jpg", second), ("Incoming/gone.jpg", third)] {
            #expect(try await served.send("PUT", path, [("X-OC-Mtime", "1500000000")], body: data).status == 201, "\(path)")
        }
        #expect(try await served.send("PUT", "Incoming/old.jpg", body: third).status == 204)
        #expect(try await served.send("MOVE", "Incoming/old.jpg", [("Destination", "/dav/Incoming/new.jpg")]).status == 201)
        #expect(try await served.send("DELETE", "Incoming/gone.jpg").status == 204)
        // One is on its way.
        let connection = try await HTTPConnection(port: served.port, token: TestServer.token)
        let head = "PUT /dav/Incoming/half.jpg HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\nAuthorization: Bearer \(TestServer.token)\r\nContent-Length: \(photo.count)\r\n\r\n"
        try await connection.send(Data(head.utf8) + photo[..<(photo.count / 2)])
        served.kill()
        #expect(try await connection.isEnded())
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("Incoming/") == ["Folder/", "new.jpg"])
            for (path, data) in [("Incoming/Folder/a.jpg", photo), ("Albums/Trip/b.jpg", second), ("Incoming/new.jpg", third)] {
                let read = try await client.get(path), told = try #require(try await client.look(path, depth: "0")[path])
                #expect(read.body == data && told.tag == DAVClient.tag(of: data), "\(path)")
                #expect(path == "Incoming/new.jpg" || told["getlastmodified"]?.text == "Fri, 14 Jul 2017 02:40:00 GMT", "\(path)")
            }
        }
        // Another one, of which nobody asks anything.
        try await TestServer.run(library) { server async throws in
            library.clock.advance(by: DAVClient.rest)
            while try library.library.read({ try $0.assetIDs(AssetQuery(scope: .library)).count }) < 3 { await Task.yield() }
            #expect(try await server.filenames() == ["a.jpg", "b.jpg", "new.jpg"])
            #expect(try library.library.read { try $0.memberIDs(of: album).count } == 1)
        }
    }

    @Test func `bytes are on the disk before the line that names them, and both before the answer`() async throws {
        let library = try TemporaryLibrary(), history = library.folder.appending(path: "history")
        let others = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":" + $0 } ?? ""
        let served = try ServedProcess(
            library.url, environment: ["KILL_SWITCH_HISTORY": history.path, "LD_PRELOAD": "libKillSwitch.so", "LD_LIBRARY_PATH": ProgramRun.products.path + others])
        defer { served.kill() }
        for (name, data) in [("a.jpg", try FixtureImages.jpeg(seed: 1)), ("b.jpg", try FixtureImages.jpeg(seed: 2)), ("a.jpg", try FixtureImages.jpeg(seed: 3))] {
            let before = try Data(contentsOf: history).count
            #expect(try await [201, 204].contains(served.send("PUT", "Incoming/" + name, body: data).status))
            // As the answer came, so no later.
            let calls = String(decoding: try Data(contentsOf: history).dropFirst(before), as: UTF8.self).split(separator: "\n")
                .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }.filter { $0[1].contains("/staging/incoming/") }
            func last(_ names: Set<String>, _ isMeant: (String) -> Bool) -> Int? { calls.lastIndex { names.contains($0[0]) && isMeant($0[1]) } }
            func isFile(_ path: String) -> Bool { path.split(separator: "/").last.map { Int($0) != nil } ?? false }
            func isJournal(_ path: String) -> Bool { path.hasSuffix("/journal") }
            func isFolder(_ path: String) -> Bool { path.split(separator: "/").last.map { UUID(uuidString: String($0)) != nil } ?? false }
            let syncs: Set = ["fsync", "fdatasync"], writes: Set = ["write", "pwrite"]
            let written = try #require(last(writes, isFile)), synced = try #require(last(syncs, isFile), "\(name): \(calls)")
            let line = try #require(last(writes, isJournal)), kept = try #require(last(syncs, isJournal))
            #expect(written < synced && synced < line && line < kept, "\(name): \(calls)")
            // Its name is a change of the folder.
            let named = try #require(last(syncs, isFolder), "\(name): \(calls)")
            #expect(last(["rename"], isFile).map { $0 < named } ?? true && named < kept, "\(name): \(calls)")
        }
    }
}
