import Foundation
import Testing
import WebDAV

/// XML as clients send it, and as they are told it.
@Suite struct XMLTests {
    private static func read(_ text: String) throws -> XMLElement { try XMLReader.read(Array(text.utf8)) }

    @Test func `namespaces count, and prefixes don't`() throws {
        for text in [
            #"<propfind xmlns="DAV:"><prop><a xmlns="urn:x"/></prop></propfind>"#, #"<D:propfind xmlns:D="DAV:" xmlns:x="urn:x"><D:prop><x:a/></D:prop></D:propfind>"#,
            #"<x:propfind xmlns:x="DAV:"><x:prop xmlns:y="DAV:"><x:a xmlns:x="urn:x"/></x:prop></x:propfind>"#,
        ] {
            let root = try Self.read(text)
            #expect(root.name == .dav("propfind") && root.children.map(\.name) == [.dav("prop")], "\(text)")
            #expect(root.children.first?.children.map(\.name) == [XMLName("a", in: "urn:x")], "\(text)")
        }
        let odd = try Self.read("<a xmlns=\"urn: &lt;x&gt;&quot;&amp;\"/>")
        #expect(odd.name == XMLName("a", in: "urn: <x>\"&"))
        // What parts namespace and name is in no namespace; newer libraries refuse it.
        if let cut = try? Self.read("<a xmlns=\"urn:&#10;x\"/>") { #expect(cut.name == XMLName("a", in: "urn:\nx")) }
    }

    @Test func `text comes whole, whatever it is made of`() throws {
        let root = try Self.read("<a>1<b>2</b>&lt;&#233;&#x1F4F7;<![CDATA[<c>&]]>\r\n3<!-- 4 --></a>")
        #expect(root.text == "1<é📷<c>&\n3" && root.children.map(\.text) == ["2"])
        #expect(try Self.read("<a> \t\r\n x  y \n</a>").trimmed == "x  y")
    }

    @Test func `what is too deep or too much is given up, and types and entities are none that are taken`() throws {
        func nested(_ depth: Int) -> String { String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth) }
        #expect(throws: Never.self) { try Self.read(nested(32)) }
        #expect(throws: XMLError.self) { try Self.read(nested(33)) }
        #expect(throws: Never.self) { try Self.read("<a>" + String(repeating: "<b/>", count: 4_095) + "</a>") }
        #expect(throws: XMLError.self) { try Self.read("<a>" + String(repeating: "<b/>", count: 4_096) + "</a>") }
        for text in ["<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a>&b;</a>", "", " ", "<a>", "<a/><a/>", "a", "<a>\u{0}</a>", "<a>\u{1}</a>"] {
            #expect(throws: XMLError.self, "\(text)") { try Self.read(text) }
        }
    }

    @Test func `a namespace is sent once, and counts with each name that it stands in`() throws {
        func body(_ names: Int, in namespace: Int) -> String {
            let asked = (0..<names).map { "<x:a\($0)/>" }.joined()
            return "<propfind xmlns=\"DAV:\" xmlns:x=\"\(String(repeating: "n", count: namespace))\"><prop>\(asked)</prop></propfind>"
        }
        func asked(_ text: String) throws -> Int {
            guard case .properties(let names) = try PropfindWish(Array(text.utf8)) else { return 0 }
            return names.count
        }
        #expect(try asked(body(64, in: 50)) == 64)
        #expect(try asked(body(1, in: 4_000)) == 1)
        for (names, namespace) in [(65, 1), (1, 4_095), (5, 1_000), (64, 100)] {
            #expect(throws: XMLError.self, "\(names) names of \(namespace) bytes") { try asked(body(names, in: namespace)) }
        }
        // Nor is so much kept while it is read, whatever it is.
        #expect(throws: Never.self) { try Self.read(body(100, in: 1_000)) }
        #expect(throws: XMLError.self) { try Self.read(body(150, in: 1_000)) }
        let sets = (0..<65).map { "<a\($0)/>" }.joined()
        #expect(throws: XMLError.self) { try PropertyUpdate(Array("<propertyupdate xmlns=\"DAV:\"><remove><prop>\(sets)</prop></remove></propertyupdate>".utf8)) }
    }

    @Test func `what is written is read as the same`() throws {
        let names = [
            XMLName.dav("getetag"), XMLName("a", in: ""), XMLName("a", in: "urn:x&<>\"'\t"), XMLName("ä-1._", in: "urn:ü"), XMLName("lang", in: AnswerElement.reserved),
        ]
        let texts = ["", " ", "a&b<c>d\"e'f", "]]>", "\r\n\t x", "北京 📷 e\u{301}", "&amp;"]
        var writer = XMLWriter()
        writer.declare()
        writer.begin("multistatus", isRoot: true)
        for name in names { writer.empty(name) }
        for text in texts { writer.element("href", text) }
        writer.end("multistatus")
        let written = writer.take()
        let root = try XMLReader.read(written)
        #expect(root.children.prefix(names.count).map(\.name) == names)
        #expect(root.children.dropFirst(names.count).map { Array($0.text.utf8) } == texts.map { Array($0.utf8) })
        // By another reader as well.
        let strict = try AnswerElement(Data(written))
        #expect(strict.children.prefix(names.count).map(\.name) == names.map { DAVName($0.local, in: $0.namespace) })
        #expect(strict.children.dropFirst(names.count).map(\.text) == texts)
        #expect(writer.take().isEmpty, "what was taken is written no more")
    }

    @Test func `what no XML can have is replaced`() throws {
        var writer = XMLWriter()
        writer.begin("href", isRoot: true)
        writer.text("a\u{0}b\u{1F}c\u{FFFE}d\u{FFFF}e\u{7F}")
        writer.end("href")
        #expect(try XMLReader.read(writer.take()).text == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{7F}")
    }

    @Test func `questions are understood`() throws {
        func wish(_ text: String) throws -> PropfindWish { try PropfindWish(Array(text.utf8)) }
        #expect(try wish("") == .all(including: []))
        #expect(try wish(#"<propfind xmlns="DAV:"><allprop/></propfind>"#) == .all(including: []))
        #expect(try wish(#"<propfind xmlns="DAV:"><allprop/><include><a/></include></propfind>"#) == .all(including: [.dav("a")]))
        #expect(try wish(#"<propfind xmlns="DAV:"><propname/></propfind>"#) == .names)
        #expect(try wish(#"<propfind xmlns="DAV:"><prop><b/><a/><b/></prop></propfind>"#) == .properties([.dav("b"), .dav("a")]))
        for text in [
            #"<propfind xmlns="DAV:"/>"#, #"<propfind xmlns="DAV:"><prop/><propname/></propfind>"#, #"<propfind xmlns="DAV:"><prop xmlns="urn:x"/></propfind>"#,
            #"<prop xmlns="DAV:"/>"#, "<propfind><prop/></propfind>",
        ] {
            #expect(throws: XMLError.self, "\(text)") { try wish(text) }
        }
    }
}
