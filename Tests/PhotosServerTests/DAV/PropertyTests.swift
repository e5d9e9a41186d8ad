import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import Testing
@testable import PhotosServer

/// What is told of files and folders.
@Suite struct PropertyTests {
    let library: TemporaryLibrary
    let photo: Data
    init() throws {
        (library, photo) = (try TemporaryLibrary(), try FixtureImages.jpeg(seed: 1))
        try library.addAlbum("Trip", [library.add((.photo, "A.JPG", photo))])
    }

    private static let ofFolders = Set(["displayname", "lockdiscovery", "resourcetype", "supportedlock"].map { DAVName($0) })
    private static let ofFiles = ofFolders.union(["creationdate", "getcontentlength", "getcontenttype", "getetag", "getlastmodified"].map { DAVName($0) })
    /// Folders may have dates, and no more.
    private static let dates = Set(["creationdate", "getlastmodified"].map { DAVName($0) })

    private static func asking(_ properties: String..., namespaces: String = #"xmlns:D="DAV:""#) -> String {
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><D:propfind \(namespaces)><D:prop>\(properties.map { "<\($0)/>" }.joined())</D:prop></D:propfind>"
    }

    @Test func `what is told of a file is what GET says of it`() async throws {
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), file = "Albums/Trip/A.JPG"
            let told = try #require(try await client.look(file, depth: "0")[file]), reply = try await client.send("HEAD", file)
            #expect(reply.status == 200)
            #expect(told.length == photo.count && reply["Content-Length"] == "\(photo.count)")
            #expect(told.tag == reply["ETag"] && told.tag == DAVClient.tag(of: photo))
            #expect(told["getcontenttype"]?.text == "image/jpeg" && reply["Content-Type"] == "image/jpeg")
            let modified = try #require(reply["Last-Modified"])
            #expect(told["getlastmodified"]?.text == modified && modified.hasSuffix(" GMT"))
            #expect(told["displayname"]?.text == "A.JPG")
            #expect(!told.isFolder && told["resourcetype"]?.children.isEmpty == true)
            let created = try #require(told["creationdate"]?.text)
            #expect(created.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/) != nil, "\(created) is a date of RFC 3339")
            #expect(told["lockdiscovery"]?.children.isEmpty == true)
        }
    }

    @Test func `a folder is a collection without content`() async throws {
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for folder in ["", "Photos/", "Albums/", "Incoming/", "Albums/Trip/"] {
                let told = try #require(try await client.look(folder, depth: "0")[folder], "\(folder)")
                #expect(told.isFolder && told.length == nil && told.tag == nil, "\(folder)")
                #expect(told["displayname"] != nil, "\(folder)")
            }
            #expect(try await client.look("Albums/Trip/", depth: "0").members[0]["displayname"]?.text == "Trip")
            let read = try await client.get("Albums/Trip/")
            #expect(read.status == 405 && read["Allow"] != nil)
        }
    }

    @Test func `nothing, and allprop, ask for all there is; propname for what it is called`() async throws {
        let all = #"<?xml version="1.0"?><propfind xmlns="DAV:"><allprop/></propfind>"#, names = #"<a:propfind xmlns:a="DAV:"><a:propname/></a:propfind>"#
        let more = #"<D:propfind xmlns:D="DAV:"><D:allprop/><D:include><D:quota-used-bytes/></D:include></D:propfind>"#
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for (path, expected) in [("Albums/Trip/A.JPG", Self.ofFiles), ("Albums/Trip/", Self.ofFolders)] {
                let bare = try #require(try await client.look(path, depth: "0").members.first)
                for body in [nil, "", all, names] {
                    let told = try #require(try await client.look(path, depth: "0", body).members.first)
                    #expect(Set(told.told.keys) == [200], "\(path) \(body ?? "")")
                    #expect(told.names(200).subtracting(Self.dates) == expected.subtracting(Self.dates) && told.names(200) == bare.names(200), "\(path) \(body ?? "")")
                    #expect(told.names(200).isSuperset(of: expected), "\(path) \(body ?? "")")
                    for (name, element) in told.told[200] ?? [:] {
                        if body == names { #expect(element.text.isEmpty && element.children.isEmpty, "\(name)") } else { #expect(element.text == bare.told[200]?[name]?.text) }
                    }
                }
                let included = try #require(try await client.look(path, depth: "0", more).members.first)
                #expect(included.names(200).isSuperset(of: included.isFolder ? expected.union([DAVName("quota-used-bytes")]) : expected))
            }
        }
    }

    @Test func `what is asked for by name is told, and what there is not of it is a 404 of its own`() async throws {
        let namespaces = #"xmlns:D="DAV:" xmlns:x="urn:example:x" xmlns:y="urn:a&amp;b&lt;""#
        let body = Self.asking("D:getetag", "D:getcontentlength", "x:author", "plain", "D:nothing", "y:getetag", "xml:lang", namespaces: namespaces)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            let told = try await client.look("Albums/Trip/", body)
            let file = try #require(told["Albums/Trip/A.JPG"]), folder = try #require(told["Albums/Trip/"])
            let strange: Set = [
                DAVName("author", in: "urn:example:x"), DAVName("plain", in: ""), DAVName("nothing"), DAVName("getetag", in: "urn:a&b<"),
                DAVName("lang", in: AnswerElement.reserved),
            ]
            #expect(file.names(200) == [DAVName("getcontentlength"), DAVName("getetag")])
            #expect(file.names(404) == strange)
            #expect(folder.names(200).isEmpty)
            #expect(folder.names(404) == strange.union([DAVName("getetag"), DAVName("getcontentlength")]))
            // Who says that he doesn't want to hear of it doesn't.
            for header in [("Brief", "t"), ("Prefer", "return=minimal")] {
                let reply = try await client.send("PROPFIND", "Albums/Trip/A.JPG", [("Depth", "0"), header], body: Data(body.utf8))
                let brief = try #require(try Multistatus(reply).members.first)
                #expect(Set(brief.told.keys) == [200] && brief.length == photo.count, "\(header)")
            }
        }
    }

    @Test func `one kind of lock is known, and only where something may be put`() async throws {
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/a.jpg", photo).status == 201)
            let told = try #require(try await client.look("Incoming/a.jpg", depth: "0").members.first)
            let entries = try #require(told["supportedlock"]).all("lockentry")
            #expect(entries.count == 1 && entries.first?.at("lockscope", "exclusive") != nil && entries.first?.at("locktype", "write") != nil)
        }
    }

    @Test func `what is free and what is taken is told of folders, when it is asked for`() async throws {
        let body = Self.asking("D:quota-available-bytes", "D:quota-used-bytes"), application = "org.example.frame"
        try library.library.grant(.full, to: application, author: "owner")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for folder in ["", "Photos/", "Albums/", "Incoming/"] {
                let told = try #require(try await client.look(folder, depth: "0", body).members.first)
                let free = try #require(told["quota-available-bytes"].flatMap { Int($0.text) }), used = try #require(told["quota-used-bytes"].flatMap { Int($0.text) })
                #expect(free > 0 && used > 0, "\(folder)")
            }
            #expect(try await client.look("Albums/Trip/A.JPG", depth: "0", body).members.first?.names(404).count == 2)
            let guest = DAVClient(server, token: try await server.admit(application))
            #expect(try await guest.look("", depth: "0", body).members.first?.names(404).count == 2, "the owner's disk is nobody else's business")
        }
    }

    @Test func `whatever a title says, the answer is XML and leads back`() async throws {
        let titles = ["A & B <c> \"d\" 'e'", "]]>", "&amp;", "100%25", "a+b;c=d,e~!$()@", "Ünï 北京 📷", "e\u{301}"]
        let id = try library.addPhoto("P&Q <1>'.JPG", seed: 9)
        for title in titles { try library.addAlbum(title, [id]) }
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), told = try await client.look("Albums/")
            #expect(told.members.count == titles.count + 2)
            for member in told.members where member.path != "Albums/" && member.path != "Albums/Trip/" {
                #expect(member.address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }, "\(member.address)")
                // To the byte as it was told.
                let reply = try await server.send("PROPFIND", member.address, [("Depth", "1")])
                #expect(reply.status == 207, "\(member.address)")
                let files = try Multistatus(reply).members.filter { !$0.isFolder }
                #expect(files.count == 1)
                for file in files { #expect(try await server.get(file.address).status == 200, "\(file.address)") }
            }
        }
    }
}
