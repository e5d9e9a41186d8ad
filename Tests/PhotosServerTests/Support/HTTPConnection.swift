import Foundation
import Glibc
import Synchronization

/// A small HTTP/1.1 client over one socket, which sends what it is told to the byte. Its waiting is done on a thread of its own: the server under
/// test needs those of the cooperative pool.
final class HTTPConnection: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    let port: Int
    /// The owner's token, sent with each request that brings no proof of its own.
    private let token: String?
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "test.http")
    /// Bytes that came and were not looked at yet.
    private let pending = Mutex(Data())
    private let isClosed = Mutex(false)

    /// - Parameter seconds: how long a read or write may take before it fails.
    convenience init(host: String = "127.0.0.1", port: Int, token: String? = nil, seconds: Int = 600) async throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        let failed = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) != 0 }
        }
        guard !failed else {
            let number = errno
            Glibc.close(descriptor)
            throw Failure("No connection to \(host):\(port): \(String(cString: strerror(number)))")
        }
        self.init(descriptor: descriptor, port: port, token: token)
    }

    /// Over a socket that is connected, and belongs to it from now on.
    init(descriptor: Int32, port: Int, token: String? = nil) { (self.descriptor, self.port, self.token) = (descriptor, port, token) }

    deinit { close() }

    func close() {
        let first = isClosed.withLock { closed in
            defer { closed = true }
            return !closed
        }
        guard first else { return }
        // A read that waits hears of it at once. Its number is free for another socket only when nobody reads by it any more.
        shutdown(descriptor, Int32(SHUT_RDWR))
        queue.async { [descriptor] in _ = Glibc.close(descriptor) }
    }

    /// Bytes just as they are.
    func send(_ bytes: Data) async throws {
        try await waiting { [self] in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { throw Failure("Could not send: \(String(cString: strerror(errno)))") }
                rest = rest.dropFirst(count)
            }
        }
    }

    func send(_ text: String) async throws { try await send(Data(text.utf8)) }

    /// A request and its answer.
    func send(_ method: String, _ path: String, _ headers: [(String, String)] = [], body: Data? = nil) async throws -> HTTPReply {
        var text = "\(method) \(path) HTTP/1.1\r\n"
        if !headers.contains(where: { $0.0.lowercased() == "host" }) { text += "Host: 127.0.0.1:\(port)\r\n" }
        if let token, !headers.contains(where: { ["authorization", "cookie"].contains($0.0.lowercased()) }) { text += "Authorization: Bearer \(token)\r\n" }
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if let body { text += "Content-Length: \(body.count)\r\n" }
        try await send(Data((text + "\r\n").utf8) + (body ?? Data()))
        return try await reply(isHead: method == "HEAD")
    }

    func get(_ path: String, _ headers: [(String, String)] = []) async throws -> HTTPReply { try await send("GET", path, headers) }

    /// The next answer that comes.
    func reply(isHead: Bool = false) async throws -> HTTPReply {
        var (status, headers) = try await head()
        // Interim answers, such as 100 Continue.
        while (100..<200).contains(status) { (status, headers) = try await head() }
        var reply = HTTPReply(status: status, headers: headers, body: Data())
        if isHead || status == 204 || status == 304 { return reply }
        if reply["Transfer-Encoding"]?.lowercased() == "chunked" {
            while let chunk = try await chunk() { reply.body += chunk }
        } else if let length = reply["Content-Length"].flatMap({ Int($0) }) {
            reply.body = try await read(length)
        } else {
            while let more = try await readSome() { reply.body += more }
        }
        return reply
    }

    /// Status and headers of an answer whose body is read by `chunk` or `read`.
    func head() async throws -> (status: Int, headers: [(name: String, value: String)]) {
        let status = try await line()
        let words = status.split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let code = Int(words[1]) else { throw Failure("No status line: \(status)") }
        var headers: [(name: String, value: String)] = []
        while case let line = try await line(), !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { throw Failure("No header: \(line)") }
            headers.append((String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)))
        }
        return (code, headers)
    }

    /// The next chunk of a chunked body; `nil` at its end.
    func chunk() async throws -> Data? {
        let line = try await line()
        guard let size = Int(line.prefix { $0 != ";" }, radix: 16) else { throw Failure("No chunk: \(line)") }
        let bytes = try await read(size)
        _ = try await self.line()
        return size == 0 ? nil : bytes
    }

    /// Exactly so many bytes.
    func read(_ count: Int) async throws -> Data {
        while pending.withLock({ $0.count }) < count {
            guard try await fill() else { throw Failure("The connection ended \(count - pending.withLock { $0.count }) bytes early") }
        }
        return take(count)
    }

    /// What there is; `nil` at the connection's end.
    func readSome() async throws -> Data? {
        if pending.withLock({ $0.isEmpty }) { guard try await fill() else { return nil } }
        return take(pending.withLock { $0.count })
    }

    /// Whether the server ended the connection, all that came before being dropped.
    func isEnded() async throws -> Bool {
        while try await readSome() != nil {}
        return true
    }

    private func line() async throws -> String {
        while true {
            if let end = pending.withLock({ $0.range(of: Data("\r\n".utf8))?.lowerBound }) {
                let start = pending.withLock { $0.startIndex }
                let text = String(decoding: take(end - start), as: UTF8.self)
                _ = take(2)
                return text
            }
            guard try await fill() else { throw Failure("The connection ended where a line was expected") }
        }
    }

    private func take(_ count: Int) -> Data {
        pending.withLock { pending in
            let taken = Data(pending.prefix(count))
            pending = Data(pending.dropFirst(count))
            return taken
        }
    }

    /// False at the connection's end.
    private func fill() async throws -> Bool {
        let bytes = try await waiting { [self] () throws -> Data in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == ECONNRESET { return Data() }
                guard count >= 0 else { throw Failure("Nothing came: \(String(cString: strerror(errno)))") }
                return Data(buffer[..<count])
            }
        }
        pending.withLock { $0 += bytes }
        return !bytes.isEmpty
    }

    private func waiting<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                let result = Result {
                    if isClosed.withLock({ $0 }) { throw Failure("The connection was closed here") }
                    return try body()
                }
                continuation.resume(with: result)
            }
        }
    }
}
