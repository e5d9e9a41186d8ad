import Foundation
import Support
import Testing

/// A client of the tree: its paths are those that a person reads, below `/dav/`.
struct DAVClient: Sendable {
    let server: TestServer
    /// What it proves itself by, with every request.
    let proof: (String, String)

    /// The owner, or whoever has this token.
    init(_ server: TestServer, token: String = TestServer.token, user: String = "somebody") {
        (self.server, proof) = (server, Self.basic(token, user: user))
    }

    static func basic(_ password: String, user: String = "somebody") -> (String, String) {
        ("Authorization", "Basic " + Data("\(user):\(password)".utf8).base64EncodedString())
    }

    static func address(_ path: String) -> String {
        let plain = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        let encoded = path.utf8.map { byte -> String in
            if plain.contains(byte) { return String(Unicode.Scalar(byte)) }
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
        return "/dav/" + encoded.joined()
    }

    /// The same with the server's name before it, as `Destination` and `If` have it.
    func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)\(Self.address(path))" }

    /// What a file of this content is told apart by.
    static func tag(of data: Data) -> String { "\"\(UploadTests.hash(data).hexadecimal)\"" }

    /// One request on a connection of its own.
    func send(_ method: String, _ path: String, _ headers: [(String, String)] = [], body: Data? = nil) async throws -> HTTPReply {
        let connection = try await server.connectStrange()
        defer { connection.close() }
        return try await connection.send(method, Self.address(path), [proof] + headers, body: body)
    }

    // MARK: Reading

    func get(_ path: String, _ headers: [(String, String)] = []) async throws -> HTTPReply { try await send("GET", path, headers) }

    /// - Parameter depth: `nil` leaves the header out.
    func propfind(_ path: String, depth: String? = "1", _ body: String? = nil) async throws -> HTTPReply {
        var headers: [(String, String)] = []
        if let depth { headers.append(("Depth", depth)) }
        if body != nil { headers.append(("Content-Type", "application/xml; charset=utf-8")) }
        return try await send("PROPFIND", path, headers, body: body.map { Data($0.utf8) })
    }

    /// What is told of a folder and its members, or of one of them.
    func look(_ path: String, depth: String = "1", _ body: String? = nil, at place: SourceLocation = #_sourceLocation) async throws -> Multistatus {
        let reply = try await propfind(path, depth: depth, body)
        try #require(reply.status == 207, "\(path): \(reply.text)", sourceLocation: place)
        return try Multistatus(reply)
    }

    /// Names of a folder's members, sorted; those of folders end with a slash.
    func names(_ path: String, at place: SourceLocation = #_sourceLocation) async throws -> [String] {
        let told = try await look(path, at: place), folder = path.hasSuffix("/") || path.isEmpty ? path : path + "/"
        try #require(told[folder]?.isFolder == true, "a folder is told with its members: \(told.members.map(\.path))", sourceLocation: place)
        return told.members.filter { $0.path != folder }.map { String($0.path.unicodeScalars.dropFirst(folder.unicodeScalars.count)) }.sorted()
    }

    // MARK: Writing

    func put(_ path: String, _ data: Data, _ headers: [(String, String)] = []) async throws -> HTTPReply { try await send("PUT", path, headers, body: data) }

    /// - Parameter overwrites: `nil` leaves the header out, which means that it does.
    func move(_ path: String, to other: String, overwrites: Bool? = nil, _ headers: [(String, String)] = []) async throws -> HTTPReply {
        var all = [("Destination", url(other))] + headers
        if let overwrites { all.append(("Overwrite", overwrites ? "T" : "F")) }
        return try await send("MOVE", path, all)
    }

    func makeFolder(_ path: String) async throws -> HTTPReply { try await send("MKCOL", path) }
    func delete(_ path: String, _ headers: [(String, String)] = []) async throws -> HTTPReply { try await send("DELETE", path, headers) }
}

/// A 207, as strict clients read it.
struct Multistatus: Sendable {
    struct Member: Sendable {
        /// Below `/dav/`, decoded; a folder's ends with a slash.
        let path: String
        /// As it stands in the answer.
        let address: String
        /// By status, what is told.
        let told: [Int: [DAVName: AnswerElement]]
        /// Of an answer that is about it as a whole.
        let status: Int?

        /// What is there.
        subscript(_ local: String) -> AnswerElement? { told[200]?[DAVName(local)] }
        func names(_ status: Int) -> Set<DAVName> { Set(told[status].map { Array($0.keys) } ?? []) }
        var length: Int? { self["getcontentlength"].flatMap { Int($0.text) } }
        var tag: String? { self["getetag"]?.text }
        var isFolder: Bool { self["resourcetype"]?.one("collection") != nil }
    }

    let members: [Member]

    init(_ reply: HTTPReply) throws {
        let type = reply["Content-Type"]?.lowercased() ?? "none"
        guard type.hasPrefix("application/xml") || type.hasPrefix("text/xml") else { throw HTTPConnection.Failure("A 207 of the type \(type)") }
        let root = try AnswerElement(reply.body)
        guard root.name == DAVName("multistatus") else { throw HTTPConnection.Failure("\(root.name) instead of a multistatus") }
        members = try root.all("response").map(Self.member)
        guard members.count + root.all("responsedescription").count == root.children.count else { throw HTTPConnection.Failure("More than responses in a multistatus") }
    }

    subscript(_ path: String) -> Member? {
        let found = members.filter { $0.path == path }
        return found.count == 1 ? found[0] : nil
    }

    private static func member(_ response: AnswerElement) throws -> Member {
        guard let address = response.one("href")?.text.trimmingCharacters(in: .whitespacesAndNewlines), let path = path(of: address) else {
            throw HTTPConnection.Failure("A response without an address below /dav/: \(response)")
        }
        var told: [Int: [DAVName: AnswerElement]] = [:]
        for propstat in response.all("propstat") {
            guard let status = status(propstat.one("status")), let properties = propstat.one("prop"), told[status] == nil else {
                throw HTTPConnection.Failure("\(address) has a propstat without prop or status, or two of one status")
            }
            told[status] = Dictionary(properties.children.map { ($0.name, $0) }) { first, _ in first }
            guard told[status]?.count == properties.children.count else { throw HTTPConnection.Failure("\(address) is told a property twice") }
        }
        return Member(path: path, address: address, told: told, status: status(response.one("status")))
    }

    private static func status(_ element: AnswerElement?) -> Int? {
        let words = (element?.text ?? "").split(separator: " ")
        return words.count >= 2 && words[0] == "HTTP/1.1" ? Int(words[1]) : nil
    }

    private static func path(of address: String) -> String? {
        let path = address.replacing(#/^https?://[^/]*/#, with: "")
        guard path.hasPrefix("/dav/") else { return nil }
        return String(path.dropFirst(5)).removingPercentEncoding
    }
}
