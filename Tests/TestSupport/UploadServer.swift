import Foundation
import Glibc
import Synchronization

/// An HTTP server that takes what is sent to it, on a port of its own of this machine. It answers one request a connection, each on a thread.
public final class UploadServer: Sendable {
    public struct Request: Sendable {
        public var method: String
        public var path: String
        /// Names in lower case.
        public var headers: [String: String]
        public var body: Data
    }

    private struct State {
        var requests: [Request] = []
        var statuses: [String: [Int]] = [:]
        var isHeld = false, isOver = false
    }

    public let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())
    private let held = NSCondition()

    public init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, generic, &length) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRINUSE) }
        (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [listener, weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard let server = self, !server.state.withLock({ $0.isOver }) else {
                    if connection >= 0 { close(connection) }
                    // By nobody else: a descriptor's number is the next one's who opens something, and a thread that came back to it would take what is theirs.
                    close(listener)
                    return
                }
                guard connection >= 0 else { continue }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                Thread.detachNewThread { server.answer(connection) }
            }
        }
    }

    /// Ends it; connections that are open end with their requests.
    public func stop() {
        release()
        state.withLock { state in
            guard !state.isOver else { return }
            state.isOver = true
            shutdown(listener, Int32(SHUT_RDWR))
        }
    }

    public func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)/\(path)") ?? URL(fileURLWithPath: "/") }

    /// What was taken, in the order of the ends.
    public var requests: [Request] { state.withLock { $0.requests } }

    /// The status of the next answers for a path, one after the other; 200 where there is none left.
    public func answer(_ path: String, with statuses: [Int]) { state.withLock { $0.statuses["/\(path)"] = statuses } }

    /// Takes bodies and answers nothing until `release`.
    public func hold() { held.withLock { state.withLock { $0.isHeld = true } } }

    public func release() {
        held.withLock {
            state.withLock { $0.isHeld = false }
            held.broadcast()
        }
    }

    private func answer(_ connection: Int32) {
        defer { close(connection) }
        guard let request = Self.read(connection) else { return }
        let status = state.withLock { state -> Int in
            state.requests.append(request)
            guard var rest = state.statuses[request.path], !rest.isEmpty else { return 200 }
            defer { state.statuses[request.path] = rest }
            return rest.removeFirst()
        }
        held.withLock {
            held.broadcast()
            while state.withLock({ $0.isHeld }) { held.wait() }
        }
        let text = "HTTP/1.1 \(status) Whatever\r\nX-Receipt: \(request.body.count)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        _ = text.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }

    /// Blocks until so many requests came.
    public func waitForRequests(_ count: Int) {
        held.withLock { while state.withLock({ $0.requests.count < count }) { held.wait() } }
    }

    private static func read(_ connection: Int32) -> Request? {
        var bytes = Data(), buffer = [UInt8](repeating: 0, count: 1 << 16)
        func more() -> Bool {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
            return count > 0
        }
        while bytes.range(of: Data("\r\n\r\n".utf8)) == nil { guard more() else { return nil } }
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        if headers["expect"]?.lowercased() == "100-continue" {
            _ = "HTTP/1.1 100 Continue\r\n\r\n".withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
        }
        bytes.removeSubrange(..<end.upperBound)
        let wanted = headers["content-length"].flatMap { Int($0) } ?? 0
        while bytes.count < wanted { guard more() else { return nil } }
        return Request(method: String(words[0]), path: String(words[1]), headers: headers, body: Data(bytes))
    }
}
