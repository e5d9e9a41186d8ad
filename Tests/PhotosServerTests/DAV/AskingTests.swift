import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// How a question for properties is asked, and what is no question.
@Suite struct AskingTests {
    @Test func `one folder and its members are told, and never a whole tree`() async throws {
        let library = try TemporaryLibrary(), id = try library.addPhoto("A.JPG", taken: "2023:06:01 12:00:00", seed: 1)
        try library.addAlbum("Trip", [id])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.look("Photos/", depth: "0").members.map(\.path) == ["Photos/"])
            #expect(try await client.look("Photos/", depth: "1").members.map(\.path).sorted() == ["Photos/", "Photos/2023/"])
            for depth in ["0", "1"] { #expect(try await client.look("Albums/Trip/A.JPG", depth: depth).members.map(\.path) == ["Albums/Trip/A.JPG"]) }
            for depth in [nil, "infinity", "Infinity"] {
                for path in ["", "Photos/", "Albums/Trip/", "Incoming/"] {
                    let reply = try await client.propfind(path, depth: depth)
                    #expect(reply.status == 403, "\(depth ?? "none") at \(path)")
                    let error = try AnswerElement(reply.body)
                    #expect(error.name == DAVName("error") && error.one("propfind-finite-depth") != nil, "\(reply.text)")
                }
            }
            for depth in ["2", "-1", "", "1,0", "zero"] { #expect(try await client.propfind("Photos/", depth: depth).status == 400, "\(depth)") }
        }
    }

    @Test(arguments: [
        "<", "nonsense", "<propfind xmlns=\"DAV:\">", "<propfind xmlns=\"DAV:\"><prop></propfind></prop>", "<D:propfind><D:allprop/></D:propfind>",
        "<propfind xmlns=\"DAV:\"><allprop/></propfind><more/>", "<propfind xmlns=\"DAV:\"><prop><a:b/></prop></propfind>", "<propfind><allprop/></propfind>",
        "<propfind xmlns=\"urn:other\"><allprop/></propfind>", "<lockinfo xmlns=\"DAV:\"/>", "<propfind xmlns=\"DAV:\">\u{0}<allprop/></propfind>",
        "<propfind xmlns=\"DAV:\"><prop><a xmlns:a=\"\"/></prop></propfind>", "<?xml version=\"1.0\" encoding=\"nonsense\"?><propfind xmlns=\"DAV:\"><allprop/></propfind>",
        "<propfind xmlns=\"DAV:\"><allprop a=\"1\" a=\"2\"/></propfind>", "<propfind xmlns=\"DAV:\"><allprop>&unknown;</allprop></propfind>",
    ]) func `what can't be read is told so`(_ body: String) async throws {
        try await TestServer.run { server async throws in
            let reply = try await DAVClient(server).propfind("", depth: "0", body)
            #expect(reply.status == 400 && reply.problem != nil, "\(reply.status) \(reply.text)")
            #expect(try await DAVClient(server).propfind("", depth: "0").status == 207, "the next one is answered")
        }
    }

    @Test func `a document type is refused, whatever is in it`() async throws {
        let internals = [
            "", " [<!ENTITY a \"b\">]", " SYSTEM \"file:///etc/passwd\"", " [<!ENTITY a SYSTEM \"file:///etc/passwd\">]", " [<!ENTITY % a SYSTEM \"http://127.0.0.1:1/\"> %a;]",
            " [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]", " [<!ATTLIST propfind x CDATA \"y\">]",
        ]
        try await TestServer.run { server async throws in
            for subset in internals {
                for text in ["", "&a;"] {
                    let body = "<?xml version=\"1.0\"?><!DOCTYPE propfind\(subset)><propfind xmlns=\"DAV:\"><prop><getetag>\(text)</getetag></prop></propfind>"
                    let reply = try await DAVClient(server).propfind("", depth: "0", body)
                    #expect(reply.status == 400, "\(body): \(reply.status)")
                    #expect(!reply.text.contains("root:"), "\(body)")
                }
            }
        }
    }

    @Test func `a body is as long and as deep as a question is`() async throws {
        func body(padding: Int) -> String {
            let text = "<propfind xmlns=\"DAV:\"><prop><getetag/></prop></propfind>"
            return text + String(repeating: " ", count: padding - text.utf8.count)
        }
        func nested(_ depth: Int) -> String { String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth) }
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.propfind("", depth: "0", body(padding: 64 << 10)).status == 207)
            // No more is sent than has to be read, so that no answer is lost with the connection.
            for rest in ["Content-Length: 65537\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n10001\r\n" + String(repeating: " ", count: 0x10001)] {
                let connection = try await server.connect()
                try await connection.send("PROPFIND /dav/ HTTP/1.1\r\n\(server.head)Depth: 0\r\n\(rest)")
                let reply = try await connection.reply()
                #expect(reply.status == 413, "\(rest.prefix(30)): \(reply.status)")
            }
            #expect(try await client.propfind("", depth: "0", "<propfind xmlns=\"DAV:\"><prop>\(nested(20))</prop></propfind>").status == 207)
            #expect(try await client.propfind("", depth: "0", "<propfind xmlns=\"DAV:\"><prop>\(nested(5_000))</prop></propfind>").status == 400)
        }
    }

    @Test func `a short question has no endless answer`() async throws {
        let names = (0..<4_000).map { "<x:a\(String($0, radix: 36))/>" }.joined(), namespace = String(repeating: "\"", count: 20_000)
        let body = "<D:propfind xmlns:D=\"DAV:\" xmlns:x='\(namespace)'><D:prop>\(names)</D:prop></D:propfind>"
        try #require(body.utf8.count < 64 << 10)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for depth in ["0", "1"] { #expect(try await client.propfind("Photos/", depth: depth, body).status == 400, "\(depth)") }
            let many = (0..<64).map { "<x:a\($0)/>" }.joined()
            let told = try await client.look("Photos/", depth: "0", "<D:propfind xmlns:D=\"DAV:\" xmlns:x=\"urn:x\"><D:prop>\(many)</D:prop></D:propfind>")
            #expect(told.members.first?.names(404).count == 64)
        }
    }

    @Test func `other encodings, comments and what nobody knows are read past`() async throws {
        let body = """
            <?xml version="1.0"?><!-- a --><propfind xmlns="DAV:" xmlns:x="urn:x" x:y="1"><x:more><x:deep/></x:more>
            <prop><!-- b --><resourcetype/><?p i?></prop></propfind>
            """
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for bytes in [Data(body.utf8), Data([0xEF, 0xBB, 0xBF]) + Data(body.utf8), body.data(using: .utf16) ?? Data()] {
                let reply = try await client.send("PROPFIND", "", [("Depth", "0")], body: bytes)
                #expect(reply.status == 207, "\(reply.text)")
                guard reply.status == 207 else { continue }
                #expect(try Multistatus(reply).members.first?.isFolder == true)
            }
        }
    }

    @Test func `it is said what can be done, where something is and where something may be put`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for path in ["", "Photos/", "Incoming/", "Incoming/new.jpg"] {
                let reply = try await client.send("OPTIONS", path)
                #expect(reply.status == 200 || reply.status == 204, "\(path): \(reply.status)")
                #expect(reply["DAV"]?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.contains("2") == true, "\(path)")
                #expect(reply["MS-Author-Via"] == "DAV" && reply["Allow"]?.contains("PROPFIND") == true, "\(path)")
            }
            let here = try #require(try await client.send("OPTIONS", "Incoming/new.jpg")["Allow"])
            for method in ["PUT", "LOCK"] { #expect(here.contains(method), "\(here)") }
            #expect(try await server.send("OPTIONS", "/").status == 405, "as before")
            #expect(try await server.send("PROPFIND", "/").status == 405)
            for method in ["PROPFIND", "PUT", "MKCOL", "LOCK"] { #expect(try await server.send(method, "/api/library", body: Data()).status == 405, "\(method)") }
            for method in ["POST", "PATCH", "REPORT", "SEARCH", "TRACE"] {
                let reply = try await client.send(method, "Photos/", body: Data())
                #expect(reply.status == 405 && reply["Allow"] != nil, "\(method): \(reply.status)")
            }
        }
    }
}
