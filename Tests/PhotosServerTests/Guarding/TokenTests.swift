import Foundation
import Glibc
import PhotosServer
import PhotosTesting
import Testing

@Suite struct TokenTests {
    private static let token = "correct-horse-battery-staple"

    private func run<T: Sendable>(host: String = "127.0.0.1", _ body: (TestServer) async throws -> T) async throws -> T {
        try await TestServer.run({ ($0.host, $0.token) = (host, Self.token) }, body)
    }

    @Test func `without the token nothing is answered`() async throws {
        try await run { server async throws in
            for path in ["/", "/index.html", "/api/library", "/nowhere"] {
                let refusal = try await server.get(path)
                #expect(refusal.status == 401, "\(path)")
                #expect(refusal.problem == "token")
                #expect(refusal["WWW-Authenticate"] != nil)
            }
            let wrong = [
                ("Authorization", "Bearer wrong"), ("Authorization", "Bearer \(Self.token)x"), ("Authorization", "Bearer "), ("Authorization", "Basic \(Self.token)"),
                ("Authorization", Self.token), ("Cookie", "photos-\(server.port)=wrong"), ("Cookie", "photos-1=\(Self.token)"), ("Cookie", Self.token),
                ("Cookie", "photos-\(server.port)=\(Self.token.dropLast())"),
            ]
            for header in wrong { #expect(try await server.get("/", [header]).status == 401, "\(header)") }
            for query in ["/?token=wrong", "/?token=", "/?token=\(Self.token)x", "/?x=1&token=\(Self.token)", "/index.html?token=\(Self.token)"] {
                #expect(try await server.get(query).status == 401, "\(query)")
            }
        }
    }

    @Test func `the address with the token sets a cookie that scripts don't see, and leads to the first page`() async throws {
        try await run { server async throws in
            let entry = try await server.get("/?token=\(Self.token)")
            #expect(entry.status == 303)
            #expect(entry["Location"] == "/")
            let cookie = try #require(entry["Set-Cookie"])
            #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict") && cookie.contains("; Path=/"))
            let pair = String(try #require(cookie.split(separator: ";").first))
            #expect(try await server.get("/", [("Cookie", pair)]).status == 200)
            #expect(try await server.get("/", [("Cookie", "a=b; \(pair); c=d")]).status == 200)
            #expect(try await server.get("/", [("Authorization", "Bearer \(Self.token)")]).status == 200)
            #expect(server.address.url.hasSuffix("/?token=\(Self.token)"))
        }
    }

    @Test func `an address that others reach can't be listened on without a token`() async throws {
        for host in ["0.0.0.0", "192.168.0.1", "::", "example.org", "127.0.0.1.example.org"] {
            let error = await #expect(throws: ServerError.self, "\(host)") { try await TestServer.run({ $0.host = host }) { _ in } }
            #expect(error?.code == .tokenMissing, "\(host)")
        }
    }

    @Test func `from another address than loopback, nothing without the token and everything with it`() async throws {
        guard let address = Self.ownAddress() else {
            return print("This machine has no address but loopback: not tested.")
        }
        try await run(host: "0.0.0.0") { server async throws in
            let connection = try await HTTPConnection(host: address, port: server.port)
            let host = ("Host", "\(address):\(server.port)")
            #expect(try await connection.get("/", [host]).status == 401)
            #expect(try await connection.get("/image/x/1/thumbnail", [host]).status == 401)
            #expect(try await connection.get("/", [host, ("Authorization", "Bearer \(Self.token)")]).status == 200)
            let foreign = [host, ("Authorization", "Bearer \(Self.token)"), ("Origin", "http://example.org")]
            #expect(try await connection.get("/", foreign).status == 403)
        }
        try await TestServer.run { server async throws in
            _ = await #expect(throws: HTTPConnection.Failure.self, "by default only loopback is listened on") {
                try await HTTPConnection(host: address, port: server.port)
            }
        }
    }

    /// An IPv4 address of this machine that is not of the loopback network.
    private static func ownAddress() -> String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next {
            defer { next = entry.pointee.ifa_next }
            guard let address = entry.pointee.ifa_addr, address.pointee.sa_family == AF_INET else { continue }
            var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                var address = pointer.pointee.sin_addr
                inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
            }
            let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !host.hasPrefix("127.") { return host }
        }
        return nil
    }
}
