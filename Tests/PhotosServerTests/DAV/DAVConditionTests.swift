import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// What a request is only to be done for.
@Suite struct DAVConditionTests {
    @Test func `a file is put only where it is what the client thinks it is`() async throws {
        let first = try FixtureImages.jpeg(seed: 1), second = try FixtureImages.jpeg(seed: 2), tags = (DAVClient.tag(of: first), DAVClient.tag(of: second))
        try await TestServer.run { server async throws in
            let client = DAVClient(server), file = "Incoming/a.jpg"
            for (header, status) in [(("If-Match", "*"), 412), (("If-Match", tags.0), 412), (("If-None-Match", "*"), 201)] {
                #expect(try await client.put(file, first, [header]).status == status, "\(header)")
            }
            let wrong = [
                ("If-None-Match", "*"), ("If-Match", tags.1), ("If-Match", "W/\(tags.0)"), ("If-Match", "\"x\", \(tags.1)"), ("If-None-Match", tags.0),
                ("If-None-Match", "\"x\", \(tags.0)"),
            ]
            for header in wrong {
                #expect(try await client.put(file, second, [header]).status == 412, "\(header)")
                #expect(try await client.get(file).body == first, "\(header)")
            }
            for header in [("If-Match", tags.0), ("If-Match", "\"x\", \(tags.0)"), ("If-Match", "*"), ("If-None-Match", "\"x\"")] {
                #expect(try await client.put(file, first, [header]).status == 204, "\(header)")
            }
            #expect(try await client.put(file, second, [("If-Match", tags.0)]).status == 204)
            // The same holds for what else is done to it.
            #expect(try await client.delete(file, [("If-Match", tags.0)]).status == 412)
            #expect(try await client.move(file, to: "Incoming/b.jpg", [("If-Match", tags.0)]).status == 412)
            #expect(try await client.move(file, to: "Incoming/b.jpg", [("If-Match", tags.1)]).status == 201)
            #expect(try await client.delete("Incoming/b.jpg", [("If-Match", tags.1)]).status == 204)
        }
    }

    @Test func `of two who make a file at once one is told that it is there`() async throws {
        let first = try FixtureImages.jpeg(width: 300, height: 200, seed: 1), second = try FixtureImages.jpeg(seed: 2), half = first.count / 2
        try await TestServer.run { server async throws in
            let client = DAVClient(server), connection = try await server.connect()
            let head = "PUT /dav/Incoming/a.jpg HTTP/1.1\r\n\(server.head)Expect: 100-continue\r\nIf-None-Match: *\r\nContent-Length: \(first.count)\r\n\r\n"
            try await connection.send(head)
            let begun = try await connection.head()
            #expect(begun.status == 100)
            try await connection.send(first[..<half])
            #expect(try await client.put("Incoming/a.jpg", second, [("If-None-Match", "*")]).status == 201)
            try await connection.send(first[half...])
            #expect(try await connection.reply().status == 412)
            #expect(try await client.get("Incoming/a.jpg").body == second, "what was said to be there stays")
        }
    }

    @Test func `a part of a file is nothing that is put`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/a.jpg", photo).status == 201)
            for range in ["bytes 0-9/100", "bytes */100", "bytes 0-\(photo.count - 1)/\(photo.count)", "nonsense"] {
                for name in ["a.jpg", "new.jpg"] {
                    let refused = try await client.put("Incoming/" + name, Data(count: 10), [("Content-Range", range)])
                    #expect(refused.status == 400, "\(range): \(refused.status)")
                }
            }
            #expect(try await client.names("Incoming/") == ["a.jpg"])
            #expect(try await client.get("Incoming/a.jpg").body == photo)
        }
    }

    /// A list holds where all in it do, a header where any list of the file does.
    @Test func `lists of conditions are judged as the standard says`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1), beside = try FixtureImages.jpeg(seed: 2), tag = DAVClient.tag(of: photo), otherTag = DAVClient.tag(of: beside)
        let token = "<urn:uuid:00000000-0000-4000-8000-000000000000>"
        try await TestServer.run { server async throws in
            let client = DAVClient(server), here = client.url("Incoming/a.jpg"), other = client.url("Incoming/other.jpg")
            #expect(try await client.put("Incoming/other.jpg", beside).status == 201)
            #expect(try await client.put("Incoming/a.jpg", photo).status == 201)
            let cases: [(String, Int)] = [
                ("([\(tag)])", 204), ("([\"x\"])", 412), ("(Not [\"x\"])", 204), ("(Not [\(tag)])", 412), ("([\(tag)] [\"x\"])", 412), ("([\"x\"]) ([\(tag)])", 204),
                ("(\(token))", 412), ("(Not \(token))", 204), ("(\(token) [\(tag)])", 412), ("(\(token)) (Not <DAV:no-lock>)", 204), ("(<DAV:no-lock>)", 412),
                ("(Not <DAV:no-lock> [\(tag)])", 204), ("(not <DAV:no-lock>)", 204), ("([\(tag)]Not<DAV:no-lock>)", 204),
                ("<\(here)> ([\(tag)])", 204), ("<\(here)> ([\"x\"])", 412), ("<\(here)> ([\"x\"]) ([\(tag)])", 204), ("</dav/Incoming/a.jpg> ([\(tag)])", 204),
                ("<\(other)> ([\(tag)])", 412), ("<\(other)> ([\(otherTag)])", 204), ("<\(other)> (Not [\(otherTag)])", 412),
                ("<\(other)> ([\"x\"]) <\(here)> ([\(tag)])", 204), ("<\(here)> ([\"x\"]) <\(other)> (Not [\"x\"])", 204),
                ("<\(client.url("Incoming/none.jpg"))> ([\(tag)])", 412), ("<\(client.url("Incoming/none.jpg"))> (Not [\(tag)])", 204),
            ]
            for (condition, status) in cases {
                let reply = try await client.put("Incoming/a.jpg", photo, [("If", condition)])
                #expect(reply.status == status, "\(condition): \(reply.status)")
            }
            for nonsense in [
                "()", "(", ")", "([\(tag)]", "[\(tag)]", "(\(tag))", "([\(tag))", "(<urn:x)", "<\(here)>", "<\(here)> <\(here)> ([\(tag)])", "([\(tag)]) <\(here)> ([\(tag)])",
                "(Not)", "(Not Not [\(tag)])", "([])", "x([\(tag)])", "([\(tag)]) x",
            ] {
                let reply = try await client.put("Incoming/a.jpg", photo, [("If", nonsense)])
                #expect(reply.status == 400, "\(nonsense): \(reply.status)")
            }
            #expect(try await client.get("Incoming/a.jpg").body == photo)
            // They hold for whatever is asked, and for what is not there.
            #expect(try await client.send("DELETE", "Incoming/a.jpg", [("If", "([\"x\"])")]).status == 412)
            #expect(try await client.put("Incoming/new.jpg", photo, [("If", "([\(tag)])")]).status == 412)
            #expect(try await client.put("Incoming/new.jpg", photo, [("If", "(Not [\(tag)])")]).status == 201)
        }
    }
}
