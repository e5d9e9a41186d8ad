import Foundation
import LibraryEngine
import PhotoModel
import Photos
import PhotosTesting
import Testing
@testable import PhotosServer

/// What files and folders are called: on every system, each by a name of its own, and by the same one tomorrow.
@Suite struct FileNameTests {
    let library: TemporaryLibrary
    init() throws { library = try TemporaryLibrary() }

    /// Adds a photo by a name that no import would leave as it is.
    private func add(_ name: String, seed: Int, second: Int = 0) throws -> String {
        let id = try library.addPhoto("P.JPG", taken: "2023:06:01 12:00:0\(second)", seed: seed), row = try library.rowID(id)
        let resources = try library.library.read { try $0.resources(assetID: row) }
        try library.library.performChanges(author: "test") { transaction in
            try transaction.update(assetID: row) { $0.filename = name }
            for resource in resources { try transaction.update(resourceID: resource.id) { $0.filename = name } }
        }
        return id
    }

    /// Bytes of the only file of an asset.
    private func original(_ id: String) throws -> Data {
        let row = try library.rowID(id), resources = try library.library.read { try $0.resources(assetID: row) }
        guard resources.count == 1, case .managed(let path) = resources[0].location else { throw HTTPConnection.Failure("\(id) has \(resources.count) files") }
        return try Data(contentsOf: library.url.appending(path: path))
    }

    /// What lies in a folder, by names as their bytes are: Swift takes composed and decomposed for one.
    private func contents(_ client: DAVClient, _ folder: String) async throws -> [[UInt8]: Data] {
        var found: [[UInt8]: Data] = [:]
        for name in try await client.names(folder) {
            let reply = try await client.get(folder + name)
            #expect(reply.status == 200, "\(name)")
            found[Array(name.utf8)] = reply.body
        }
        return found
    }

    private static func folded(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self).precomposedStringWithCanonicalMapping.lowercased() }

    @Test func `what an operating system forbids is in no name`() async throws {
        let names = [
            "a/b\\c:d*e?f\"g<h>i|j.jpg", "..", ".", "x\u{7}\n\u{7F}.jpg", "con.jpg", "LPT9.jpg", "nul", "trailing. . ", "#1.jpg", "  ", "\u{1F}", "Grüße 北京 📷.jpg",
            String(repeating: "ü", count: 120) + ".jpeg",
        ]
        for (seed, name) in names.enumerated() { _ = try add(name, seed: seed) }
        try await TestServer.run(library) { server async throws in
            let found = try await contents(DAVClient(server), "Photos/2023/06/")
            #expect(found.count == names.count)
            for name in found.keys.map({ String(decoding: $0, as: UTF8.self) }) {
                let isSafe = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && !"<>:\"/\\|?*".unicodeScalars.contains($0) }
                #expect(isSafe && name.utf8.count <= 255 && !name.isEmpty && name != "." && name != "..", "\(name)")
                #expect(!name.hasSuffix(".") && !name.hasSuffix(" "), "\(name)")
                let stem = name.prefix { $0 != "." }.trimmingCharacters(in: .whitespaces).uppercased()
                #expect(stem.wholeMatch(of: /CON|PRN|AUX|NUL|COM[0-9]|LPT[0-9]/) == nil, "\(name)")
            }
            for name in ["Grüße 北京 📷.jpg", "#1.jpg"] { #expect(found[Array(name.utf8)] != nil, "\(name)") }
        }
    }

    @Test func `names that are one to some system are told apart, and each leads to its own photo`() async throws {
        let names = ["IMG_1.JPG", "IMG_1.JPG", "img_1.jpg", "Gr\u{FC}n.jpg", "Gru\u{308}n.jpg", "a:b.jpg", "a?b.jpg", "x.jpg", "x.jpg "]
        var photos: [Data] = []
        for (seed, name) in names.enumerated() { photos.append(try original(add(name, seed: seed))) }
        try await TestServer.run(library) { server async throws in
            let found = try await contents(DAVClient(server), "Photos/2023/06/")
            #expect(found.count == names.count && Set(found.keys.map(Self.folded)).count == names.count)
            #expect(Set(found.values) == Set(photos))
            #expect(found[Array("IMG_1.JPG".utf8)] == photos[0], "who came first keeps the name")
        }
    }

    @Test func `all files of a photo have one mark where others have their names`() async throws {
        let live = (FixtureMovies.blue, TinyMovie.data)
        let ids = [
            try library.add((.photo, "IMG_1.JPG", FixtureImages.jpeg(seed: 1)), (.pairedVideo, "IMG_1.MOV", live.0)),
            try library.add((.photo, "IMG_1.JPG", FixtureImages.jpeg(seed: 2)), (.pairedVideo, "IMG_1.MOV", live.1)),
            try library.add((.video, "img_1.mov", FixtureMovies.quarters(seed: 5))),
        ]
        try library.addAlbum("Trip", ids)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), marks = ids.map { " (\($0.prefix(8)))" }
            let names = try await client.names("Albums/Trip/")
            #expect(names == ["IMG_1\(marks[1]).JPG", "IMG_1\(marks[1]).MOV", "IMG_1.JPG", "IMG_1.MOV", "img_1\(marks[2]).mov"].sorted())
            #expect(try await client.get("Albums/Trip/IMG_1.MOV").body == live.0)
            #expect(try await client.get("Albums/Trip/IMG_1\(marks[1]).MOV").body == live.1)
        }
    }

    @Test func `neither dates nor order nor what comes later gives a photo another name`() async throws {
        let ids = try (0..<4).map { try add("IMG_1.JPG", seed: $0, second: 5 - $0) }, album = try library.addAlbum("Trip", ids.reversed())
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            let before = try await contents(client, "Photos/2023/06/"), inAlbum = try await contents(client, "Albums/Trip/")
            #expect(before.count == 4 && inAlbum == before)
            try library.change(ids[0]) { $0.creationDate = ($0.creationDate ?? 0) - 1_000 }
            try library.change(ids[3]) { $0.creationDate = ($0.creationDate ?? 0) + 1_000 }
            let rows = try ids.map { try library.rowID($0) }
            try library.library.performChanges(author: "test") { try $0.arrangeMembers([rows[2], rows[0], rows[3], rows[1]], of: album) }
            let later = try (4..<8).map { try library.rowID(add("IMG_1.JPG", seed: $0)) }
            try library.library.performChanges(author: "test") { try $0.addMembers(later, to: album) }
            for folder in ["Photos/2023/06/", "Albums/Trip/"] {
                let after = try await contents(client, folder)
                #expect(after.count == 8, "\(folder)")
                for (name, data) in before { #expect(after[name] == data, "\(folder)\(String(decoding: name, as: UTF8.self))") }
            }
        }
        // Nor does another server, which knows nothing of the first.
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), all = try await contents(client, "Photos/2023/06/")
            try library.delete(ids[2])
            let rest = try await contents(client, "Photos/2023/06/")
            #expect(rest.count == 7 && rest.allSatisfy { all[$0.key] == $0.value }, "nobody takes the name of one that is gone")
        }
    }

    @Test func `a name is found however its letters are composed, as macOS takes them apart`() async throws {
        let id = try add("Gr\u{FC}n.jpg", seed: 1)
        try library.addAlbum("Ca\u{301}diz", [id])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), told = try await client.look("Albums/")
            #expect(told.members.count == 2)
            for album in ["C\u{E1}diz", "Ca\u{301}diz"] {
                for file in ["Gr\u{FC}n.jpg", "Gru\u{308}n.jpg"] {
                    #expect(try await client.get("Albums/\(album)/\(file)").status == 200, "\(Array(album.unicodeScalars)) \(Array(file.unicodeScalars))")
                    let taken = try await client.put("Albums/\(album)/\(file)", FixtureImages.jpeg(seed: 2))
                    #expect(taken.status == 403, "it is there already")
                }
                let again = try await client.makeFolder("Albums/\(album)")
                #expect(again.status == 405)
            }
        }
    }

    @Test func `albums and folders of one title are told apart too`() async throws {
        let id = try add("A.JPG", seed: 1)
        try library.addAlbum("Trip", [id])
        try library.addAlbum("trip")
        try library.addFolder("Trip")
        for title in [nil, "", "a/b", "a:b", "CON"] { try library.addAlbum(title) }
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), names = try await client.names("Albums/")
            #expect(names.count == 8 && Set(names.map { $0.lowercased() }).count == 8, "\(names)")
            #expect(try await client.names("Albums/Trip/") == ["A.JPG"], "the first keeps its name")
            for name in names { #expect(try await client.propfind("Albums/" + name).status == 207, "\(name)") }
            #expect(names.contains("Untitled/") && names.contains("a_b/"))
        }
    }
}
