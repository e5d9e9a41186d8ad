import Foundation
import Synchronization

/// A page of another origin: one document, whatever is asked for.
final class HostPage: Sendable {
    private let server: OtherOrigin
    private let received: Received

    var origin: String { server.origin }

    /// The bodies of what was posted here.
    var posted: [String] { received.bodies.withLock { $0 } }

    init(_ html: String) throws {
        let received = Received()
        self.received = received
        server = try OtherOrigin { request in
            // Browsers send a short form in one piece with its head.
            if request.hasPrefix("POST "), let body = request.components(separatedBy: "\r\n\r\n").last { received.bodies.withLock { $0.append(body) } }
            return ("text/html", html)
        }
    }
}

private final class Received: Sendable {
    let bodies = Mutex<[String]>([])
}
