import Browser
import Foundation
import Glibc
import Synchronization

/// A page of another origin, on a port of its own: one document, whatever is asked for.
final class HostPage: Sendable {
    private let descriptor: Int32
    let origin: String
    private let received = Received()

    /// The bodies of what was posted here.
    var posted: [String] { received.bodies.withLock { $0 } }

    init(_ html: String) throws {
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listening, $0, length) == 0 && listen(listening, 16) == 0 && getsockname(listening, $0, &length) == 0 }
        }
        guard isListening else { throw BrowserError("No port for another origin: \(String(cString: strerror(errno)))") }
        origin = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        let answer = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(html.utf8.count)\r\nConnection: close\r\n\r\n\(html)"
        descriptor = listening
        Thread.detachNewThread { [received] in
            // Until the listening socket is shut down.
            while case let connection = accept(listening, nil, nil), connection >= 0 {
                var request = [UInt8](repeating: 0, count: 1 << 14)
                let count = recv(connection, &request, request.count, 0), text = String(decoding: request[..<max(0, count)], as: UTF8.self)
                // Browsers send a short form in one piece with its head.
                if text.hasPrefix("POST "), let body = text.components(separatedBy: "\r\n\r\n").last { received.bodies.withLock { $0.append(body) } }
                _ = answer.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
                close(connection)
            }
            close(listening)
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

private final class Received: Sendable {
    let bodies = Mutex<[String]>([])
}
