import Foundation

/// How a library is served.
package struct ServerOptions: Sendable {
    package static let defaultPort = 8420

    /// The address to listen on: a name or a literal.
    package var host = "127.0.0.1"
    /// 0 takes any free one.
    package var port = ServerOptions.defaultPort
    /// What a client has to know. Required where the address is no loopback address.
    package var token: String?
    /// The folder of the pages; `nil` for those that came with the program.
    package var pages: URL?
    package var limits = ConnectionLimits()

    package init() {}

    /// Whether others than this machine can reach the address, so that it needs a token.
    package var needsToken: Bool { !HostRule.isLoopback(host) }
}

/// Where a server listens.
package struct ServerAddress: Sendable, Hashable {
    package var host: String
    package var port: Int
    package var token: String?

    package init(host: String, port: Int, token: String?) { (self.host, self.port, self.token) = (host, port, token) }

    /// What to open in a browser: the first page, which takes the token along.
    package var url: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "http://\(name):\(port)/" + (token.map { "?token=\($0)" } ?? "")
    }
}
