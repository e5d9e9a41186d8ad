import Testing

@testable import Support

@Suite("Forms with files") struct MultipartReaderTests {
    private struct Part: Equatable {
        var head: MultipartPart
        var content: [UInt8] = []
        var isWhole = false
    }

    private struct Form: Equatable {
        var parts: [Part] = []
        var isWhole = false
        var error: MultipartError?
    }

    /// What is told of a body that comes in pieces with these ends.
    private static func read(_ body: [UInt8], cuts: [Int] = []) -> Form {
        var reader = MultipartReader(boundary: "b"), form = Form(), start = 0
        do {
            for end in cuts + [body.count] {
                try body[start..<end].withUnsafeBytes { piece in
                    try reader.read(piece) { event in
                        switch event {
                        case .part(let head): form.parts.append(Part(head: head))
                        case .bytes(let bytes): form.parts[form.parts.count - 1].content += bytes
                        case .end: form.parts[form.parts.count - 1].isWhole = true
                        }
                    }
                }
                start = end
            }
        } catch {
            form.error = error as? MultipartError
        }
        form.isWhole = reader.isWhole
        return form
    }

    private static func read(_ body: String) -> Form { read(Array(body.utf8)) }

    private static func file(_ content: String, _ name: String = "a") -> String { "Content-Disposition: form-data; name=\"f\"; filename=\"\(name)\"\r\n\r\n\(content)" }

    /// Contents that are nearly a boundary, or begin or end with a part of one.
    private static let contents = ["", "x", "\r", "\n", "\r\n", "\r\n\r\n", "--b", "--b--", "\r\n--", "\r\n-\r\n--", "\r\r\n--a", "\r\n--\r\n--c", "-\r", "\r\n--B\r\n"]

    @Test func `however a body is cut, the parts are the same`() {
        for content in Self.contents {
            for other in Self.contents {
                let body = Array("--b\r\n\(Self.file(content))\r\n--b\r\n\(Self.file(other, "c"))\r\n--b--\r\n".utf8)
                let whole = Self.read(body)
                #expect(whole.isWhole && whole.error == nil && whole.parts.map(\.isWhole) == [true, true], "\(content.debugDescription), \(other.debugDescription)")
                #expect(whole.parts.map(\.content) == [Array(content.utf8), Array(other.utf8)], "\(content.debugDescription), \(other.debugDescription)")
                for size in [1, 2, 3, 5] {
                    #expect(Self.read(body, cuts: Array(stride(from: size, to: body.count, by: size))) == whole, "pieces of \(size): \(content.debugDescription)")
                }
            }
        }
        let body = Array("--b\r\n\(Self.file("\r\n--\r\n-"))\r\n--b\r\n\(Self.file("\r\n--a"))\r\n--b--".utf8), whole = Self.read(body)
        for first in 0...body.count {
            for second in first...body.count where Self.read(body, cuts: [first, second]) != whole { Issue.record("cut at \(first) and \(second)") }
        }
    }

    @Test func `a body that is cut off has the parts that are whole`() {
        let body = Array("--b\r\n\(Self.file("one"))\r\n--b\r\n\(Self.file("two", "c"))\r\n--b--".utf8), whole = Self.read(body)
        var counts: [Int] = []
        for length in 0..<body.count {
            let form = Self.read(Array(body[..<length]))
            let done = form.parts.filter { $0.isWhole }
            #expect(!form.isWhole && form.error == nil && done == Array(whole.parts.prefix(done.count)), "\(length) bytes")
            counts.append(done.count)
        }
        #expect(counts == counts.sorted() && counts.first == 0 && counts.last == 2)
    }

    @Test func `what stands before and behind the form is no part`() {
        let form = Self.read("--a\r\n--bee is not it\r\n\r\n--b \t\r\n\(Self.file("x"))\r\n--b--\r\n--b\r\n\(Self.file("y"))")
        // A line that begins with the boundary is one.
        #expect(form.error != nil && form.parts.isEmpty)
        let proper = Self.read("words\r\n--c\r\n\r\n--b \t\r\n\(Self.file("x"))\r\n--b--\r\n--b\r\n\(Self.file("y"))")
        #expect(proper.isWhole && proper.parts.map(\.content) == [Array("x".utf8)])
        #expect(Self.read("") == Form() && Self.read("--b--") == Form(isWhole: true))
    }

    @Test func `headers are read as browsers write them`() throws {
        func part(_ headers: String) -> MultipartPart? { Self.read("--b\r\n\(headers)\r\n\r\nx\r\n--b--").parts.first?.head }
        let usual = try #require(part("Content-Disposition: form-data; name=\"files\"; filename=\"Ä \u{301} %22;x=1%22 b\\.jpg\"\r\nContent-Type: image/JPEG; q=1"))
        #expect(usual.name == "files" && usual.filename == "Ä \u{301} \";x=1\" b\\.jpg" && usual.contentType == "image/jpeg")
        // A mark stands on the quotation mark before it.
        #expect(part("content-disposition:form-data;NAME=f;filename=\"\u{301}a\"")?.filename == "\u{301}a")
        #expect(part("X: y\r\nContent-Disposition: form-data; name=title")?.filename == nil)
        #expect(part("Content-Disposition: form-data; name=\"f\"; filename=\"\"")?.filename?.isEmpty == true)
        for wrong in [
            "", "X", ": x", "Content-Type: image/jpeg", "Content-Disposition: attachment; name=f", "Content-Disposition: form-data", "Content-Disposition: form-data; name=\"f",
            "Content-Disposition: form-data; name=f; name=g", "Content-Disposition: form-data; name=\"f\" x", "Content-Disposition: form-data; name=f\nX: y",
            "Content-Disposition: form-data; name=f\r\nContent-Disposition: form-data; name=g", "Content-Disposition: form-data; name=\"\u{0}\"",
        ] {
            let form = Self.read("--b\r\n\(wrong)\r\n\r\nx\r\n--b--")
            #expect(form.error != nil && form.parts.isEmpty, "\(wrong.debugDescription)")
        }
    }

    @Test func `headers, parts and what stands before them have bounds`() {
        let long = String(repeating: "x", count: MultipartReader.longestHeaders)
        #expect(Self.read("--b\r\nX: \(long)").error != nil)
        #expect(Self.read(long + long).error != nil)
        let most = String(repeating: "\r\n--b\r\n\(Self.file(""))", count: MultipartReader.mostParts)
        #expect(Self.read("\(most)\r\n--b--").isWhole)
        let more = Self.read("\(most)\r\n--b\r\n\(Self.file(""))\r\n--b--")
        #expect(more.error != nil && more.parts.count == MultipartReader.mostParts)
        #expect(Self.read("--b-x").error != nil && Self.read("--b\rx").error != nil && Self.read("--b\n").error != nil)
    }

    @Test func `a boundary is taken where it may be one`() {
        let seventy = String(repeating: "b", count: 70)
        let proper = [
            ("multipart/form-data; boundary=----WebKitFormBoundaryAbc123", "----WebKitFormBoundaryAbc123"), ("Multipart/Form-Data;charset=utf-8; Boundary=\"a b?\"", "a b?"),
            ("multipart/form-data; boundary=\(seventy)", seventy),
        ]
        for (type, boundary) in proper { #expect(MultipartReader.boundary(of: type) == boundary, "\(type)") }
        for type in [
            "", "multipart/form-data", "multipart/mixed; boundary=b", "application/json; boundary=b", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"",
            "multipart/form-data; boundary=\(seventy)b", "multipart/form-data; boundary=\"b \"", "multipart/form-data; boundary=\"a\r\nb\"", "multipart/form-data; boundary=ä",
            "multipart/form-data; boundary=a; boundary=b",
        ] {
            #expect(MultipartReader.boundary(of: type) == nil, "\(type.debugDescription)")
        }
    }
}
