import Browser
import Foundation
import Glibc

/// A server of another origin than the gallery's, on a port of its own.
final class OtherOrigin: Sendable {
    private let descriptor: Int32
    let origin: String

    /// - Parameters:
    ///   - name: what this machine is called in its address.
    ///   - answer: the type and the text for what came, which is a request's head with a short body; `nil` for what is not there. Several threads call it.
    init(named name: String = "127.0.0.1", _ answer: @escaping @Sendable (String) -> (type: String, text: String)?) throws {
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listening, $0, length) == 0 && listen(listening, 64) == 0 && getsockname(listening, $0, &length) == 0 }
        }
        guard isListening else { throw BrowserError("No port for another origin: \(String(cString: strerror(errno)))") }
        origin = "http://\(name):\(UInt16(bigEndian: address.sin_port))"
        descriptor = listening
        Thread.detachNewThread {
            // Until the listening socket is shut down.
            while case let connection = accept(listening, nil, nil), connection >= 0 {
                // A browser opens connections beforehand, and may send nothing on one for long.
                Thread.detachNewThread { OtherOrigin.serve(connection, answer) }
            }
            close(listening)
        }
    }

    private static func serve(_ connection: Int32, _ answer: (String) -> (type: String, text: String)?) {
        defer { close(connection) }
        var request = [UInt8](repeating: 0, count: 1 << 14)
        let count = recv(connection, &request, request.count, 0)
        guard count > 0 else { return }
        let found = answer(String(decoding: request[..<count], as: UTF8.self)), text = found?.text ?? ""
        let head = "HTTP/1.1 \(found == nil ? "404 Not Found" : "200 OK")\r\nContent-Type: \(found?.type ?? "text/plain")\r\nContent-Length: \(text.utf8.count)\r\n"
        _ = (head + "Connection: close\r\n\r\n" + text).withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
