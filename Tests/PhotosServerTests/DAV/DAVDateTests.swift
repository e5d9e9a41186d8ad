import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// Whose date a file has that says none itself.
@Suite struct DAVDateTests {
    private static let date = 1_500_000_000.0, text = "Fri, 14 Jul 2017 02:40:00 GMT"

    private static func update(_ properties: String, removing: String = "") -> Data {
        let set = properties.isEmpty ? "" : "<D:set><D:prop>\(properties)</D:prop></D:set>", remove = removing.isEmpty ? "" : "<D:remove><D:prop>\(removing)</D:prop></D:remove>"
        let names = #"xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:" xmlns:x="urn:x""#
        return Data("<?xml version=\"1.0\" encoding=\"utf-8\" ?><D:propertyupdate \(names)>\(set)\(remove)</D:propertyupdate>".utf8)
    }

    private static func patch(_ client: DAVClient, _ path: String, _ body: Data) async throws -> Multistatus.Member {
        let reply = try await client.send("PROPPATCH", path, [("Content-Type", "text/xml")], body: body)
        try #require(reply.status == 207, "\(reply.status) \(reply.text)")
        let told = try Multistatus(reply)
        return try #require(told.members.count == 1 ? told.members.first : nil)
    }

    @Test func `the date that comes with a file is its own, and the photo's that says none`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server), reply = try await client.put("Incoming/a.jpg", FixtureImages.jpeg(seed: 1), [("X-OC-Mtime", "1500000000")])
            #expect(reply.status == 201 && reply["X-OC-Mtime"] == "accepted")
            #expect(try await client.look("Incoming/")["Incoming/a.jpg"]?["getlastmodified"]?.text == Self.text)
            #expect(try await client.send("HEAD", "Incoming/a.jpg")["Last-Modified"] == Self.text)
            let none = try await client.put("Incoming/b.jpg", FixtureImages.jpeg(seed: 2))
            #expect(none["X-OC-Mtime"] == nil)
            for wrong in ["yesterday", "", "1e400", "nan", "99999999999999999999"] {
                let refused = try await client.put("Incoming/c.jpg", FixtureImages.jpeg(seed: 3), [("X-OC-Mtime", wrong)])
                #expect(refused["X-OC-Mtime"] != "accepted", "\(wrong)")
                #expect(refused.status == 400 || refused.status == 201 || refused.status == 204, "\(wrong): \(refused.status)")
            }
            try await client.rest()
            #expect(try await server.page("").assets.first { $0.filename == "a.jpg" }?.date == Self.date)
        }
    }

    @Test func `a date that is set while a file waits is the one it comes in with`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            let ways = ["<D:getlastmodified>\(Self.text)</D:getlastmodified>", "<Z:Win32LastModifiedTime>\(Self.text)</Z:Win32LastModifiedTime>"]
            for (number, properties) in ways.enumerated() {
                let path = "Incoming/\(number).jpg"
                #expect(try await client.put(path, FixtureImages.jpeg(seed: number)).status == 201)
                let told = try await Self.patch(client, path, Self.update(properties))
                #expect(told.names(200).count == 1 && told.told.count == 1, "\(properties)")
                #expect(try await client.look("Incoming/")[path]?["getlastmodified"]?.text == Self.text, "\(properties)")
            }
            try await client.rest()
            #expect(try await server.page("").assets.map(\.date) == [Self.date, Self.date])
            #expect(try await client.look("Incoming/")["Incoming/0.jpg"]?["getlastmodified"]?.text == Self.text)
        }
    }

    @Test func `what Windows sets behind every file it copies is taken`() async throws {
        let properties = """
            <Z:Win32CreationTime>\(Self.text)</Z:Win32CreationTime><Z:Win32LastAccessTime>Sat, 01 Jan 2022 00:00:00 GMT</Z:Win32LastAccessTime>\
            <Z:Win32LastModifiedTime>\(Self.text)</Z:Win32LastModifiedTime><Z:Win32FileAttributes>00000020</Z:Win32FileAttributes>
            """
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            // It puts an empty file first.
            for data in [Data(), try FixtureImages.jpeg(seed: 1)] { #expect(try await [201, 204].contains(client.put("Incoming/a.jpg", data).status)) }
            let told = try await Self.patch(client, "Incoming/a.jpg", Self.update(properties))
            #expect(Set(told.told.keys) == [200] && told.names(200).count == 4 && told.names(200).allSatisfy { $0.namespace == "urn:schemas-microsoft-com:" })
            #expect(try await client.look("Incoming/")["Incoming/a.jpg"]?["getlastmodified"]?.text == Self.text)
            #expect(try await Self.patch(client, "Incoming/a.jpg", Self.update("", removing: "<Z:Win32FileAttributes/>")).names(200).count == 1)
        }
    }

    @Test func `nothing else is taken, and then nothing at all`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/a.jpg", FixtureImages.jpeg(seed: 1)).status == 201)
            let before = try #require(try await client.look("Incoming/")["Incoming/a.jpg"]?["getlastmodified"]?.text)
            let date = "<D:getlastmodified>\(Self.text)</D:getlastmodified>"
            for other in ["<x:author>me</x:author>", "<D:displayname>b.jpg</D:displayname>", "<D:getetag>\"1\"</D:getetag>", "<D:creationdate>2017-07-14</D:creationdate>"] {
                let told = try await Self.patch(client, "Incoming/a.jpg", Self.update(date + other))
                #expect(told.names(403).count == 1 && told.names(424) == [DAVName("getlastmodified")] && told.names(200).isEmpty, "\(other)")
            }
            for wrong in ["<D:getlastmodified>yesterday</D:getlastmodified>", "<D:getlastmodified/>"] {
                let told = try await Self.patch(client, "Incoming/a.jpg", Self.update(wrong))
                #expect(told.names(200).isEmpty && told.told.count == 1, "\(wrong)")
            }
            #expect(try await client.look("Incoming/")["Incoming/a.jpg"]?["getlastmodified"]?.text == before)
            for body in ["", "<", "<D:propfind xmlns:D=\"DAV:\"/>", "<!DOCTYPE a><D:propertyupdate xmlns:D=\"DAV:\"/>"] {
                let reply = try await client.send("PROPPATCH", "Incoming/a.jpg", body: Data(body.utf8))
                #expect(reply.status == 400, "\(body): \(reply.status)")
            }
            #expect(try await client.send("PROPPATCH", "Incoming/none.jpg", body: Self.update(date)).status == 404)
        }
    }

    @Test func `of what is in the library nothing is set`() async throws {
        let library = try TemporaryLibrary(), id = try library.addPhoto("A.JPG", taken: "2023:06:01 12:00:00", seed: 1)
        try library.addAlbum("Trip", [id])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), before = try await server.get("/api/assets/\(id)").text
            let properties = "<D:getlastmodified>\(Self.text)</D:getlastmodified><Z:Win32LastModifiedTime>\(Self.text)</Z:Win32LastModifiedTime><x:a>1</x:a>"
            for path in ["Albums/Trip/A.JPG", "Photos/2023/06/A.JPG", "Albums/Trip/", "Photos/2023/", ""] {
                let told = try await Self.patch(client, path, Self.update(properties))
                #expect(told.names(403).count + told.names(424).count == 3 && told.names(403).count >= 1 && told.names(200).isEmpty, "\(path)")
            }
            #expect(try await server.get("/api/assets/\(id)").text == before)
        }
    }
}
