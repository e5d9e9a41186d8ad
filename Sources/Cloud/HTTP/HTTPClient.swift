import CCurl
import Glibc
import Support
import Synchronization

/// One HTTP request.
struct HTTPRequest: Sendable {
    var method: String
    /// Percent-encoded.
    var url: String
    var headers: [(name: String, value: String)]
    /// Bytes of the body; `nil` where there is none.
    var bodySize: Int64?
}

/// The head of an answer.
struct HTTPHead: Sendable, Equatable {
    var status = 0
    /// Names in lower case. Of a name that comes twice, the last.
    var headers: [String: String] = [:]

    subscript(name: String) -> String? { headers[name] }

    private static func trimmed(_ bytes: Substring.UTF8View.SubSequence) -> Substring.UTF8View.SubSequence {
        var rest = bytes.drop { $0 <= 0x20 }
        while let last = rest.last, last <= 0x20 { rest = rest.dropLast() }
        return rest
    }

    /// Takes a line of the head, its status line first.
    mutating func add(_ line: String) {
        if line.hasPrefix("HTTP/") {
            // An answer that only says that another follows came before.
            self = HTTPHead()
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
            headers[line[..<colon].lowercased()] = String(decoding: Self.trimmed(line[colon...].utf8.dropFirst()), as: UTF8.self)
        }
    }
}

/// Why there is no answer.
struct HTTPFailure: Error {
    enum Reason: Sendable { case noLibrary, noHost, noConnection, notTrusted, stalled, broken, failed, stopped }

    let reason: Reason
    /// What libcurl says.
    let message: String
}

/// What happens while a request is under way, on one thread. What these throw ends the request, and is thrown on.
protocol HTTPExchange: AnyObject {
    /// Fills the buffer, or a part of it, with the next bytes of the body.
    func send(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
    /// The head is here, and the answer's bytes follow.
    func begin(_ head: HTTPHead) throws
    func receive(_ bytes: UnsafeRawBufferPointer) throws
}

/// HTTP/1.1 over connections that stay open, by the system's libcurl.
final class HTTPClient: Sendable {
    /// A connection to the server, used by one thread at a time.
    private final class Connection: Sendable {
        // libcurl guards it where it is woken; otherwise whoever took the connection from the pool uses it alone.
        nonisolated(unsafe) let handle: OpaquePointer

        init?() {
            // OpenSSL is set up as hashes need it, before libcurl would do it otherwise.
            _ = ContentHash()
            guard let handle = ccurl_new() else { return nil }
            self.handle = handle
        }

        deinit { ccurl_free(handle) }
    }

    /// What the C functions are called back with.
    private final class Context {
        let exchange: any HTTPExchange
        let flag: CancellationFlag
        var head = HTTPHead()
        var hasBegun = false
        var error: (any Error)?

        init(_ exchange: any HTTPExchange, _ flag: CancellationFlag) { (self.exchange, self.flag) = (exchange, flag) }

        func trying(_ body: () throws -> Void) -> Bool {
            do {
                try body()
                return true
            } catch {
                self.error = error
                return false
            }
        }

        func begin() throws {
            guard !hasBegun else { return }
            hasBegun = true
            try exchange.begin(head)
        }
    }

    private let certificates: String?
    private let isDirect: Bool
    private let stallSeconds: Int
    /// The last used last: what is needed seldom grows old at the start, until the server closes it.
    private let idle = Mutex<[Connection]>([])

    /// - Parameters:
    ///   - certificates: path of a file of certificates to trust instead of the system's.
    ///   - isDirect: no proxy is used that the environment names.
    init(certificates: String?, isDirect: Bool, stallSeconds: Int) {
        (self.certificates, self.isDirect, self.stallSeconds) = (certificates, isDirect, stallSeconds)
    }

    /// Blocks until the answer has ended.
    /// - Throws: an `HTTPFailure`, or what the exchange threw.
    func perform(_ request: HTTPRequest, _ exchange: any HTTPExchange, _ flag: CancellationFlag) throws -> HTTPHead {
        guard let connection = idle.withLock({ $0.popLast() }) ?? Connection() else {
            throw HTTPFailure(reason: .noLibrary, message: "libcurl could not be loaded. Install the package libcurl4, and try again.")
        }
        let context = Context(exchange, flag)
        let (result, message) = flag.telling {
            ccurl_wake(connection.handle)
        } while: {
            run(request, connection, context)
        }
        if let error = context.error { throw error }
        guard result == CCURL_DONE else { throw HTTPFailure(reason: Self.reason(of: result), message: message) }
        idle.withLock { if $0.count < 64 { $0.append(connection) } }
        try context.begin()
        return context.head
    }

    private func run(_ request: HTTPRequest, _ connection: Connection, _ context: Context) -> (ccurl_result, String) {
        let lines = request.headers.map { strdup("\($0.name): \($0.value)") }
        defer { for line in lines { free(line) } }
        var message = [CChar](repeating: 0, count: 256)
        let result = lines.map { UnsafePointer($0) }.withUnsafeBufferPointer { lines in
            request.url.withCString { url in
                request.method.withCString { method in
                    func run(_ certificates: UnsafePointer<CChar>?) -> ccurl_result {
                        var made = ccurl_request()
                        (made.url, made.method) = (url, method)
                        (made.headers, made.header_count) = (lines.baseAddress, lines.count)
                        made.body_size = request.bodySize ?? -1
                        (made.connect_seconds, made.stall_seconds) = (min(15, stallSeconds), stallSeconds)
                        (made.certificates, made.is_direct) = (certificates, isDirect ? 1 : 0)
                        made.context = Unmanaged.passUnretained(context).toOpaque()
                        Self.setFunctions(of: &made)
                        return withExtendedLifetime(context) { ccurl_perform(connection.handle, &made, &message) }
                    }
                    return certificates.map { $0.withCString(run) } ?? run(nil)
                }
            }
        }
        return (result, String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    private static func setFunctions(of request: inout ccurl_request) {
        func context(_ pointer: UnsafeMutableRawPointer?) -> Context? { pointer.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() } }
        request.is_wanted = { context($0)?.flag.isRaised == false ? 1 : 0 }
        request.read = { pointer, buffer, count in
            guard let context = context(pointer) else { return -1 }
            var sent = 0
            let isGood = context.trying { sent = try context.exchange.send(into: UnsafeMutableRawBufferPointer(start: buffer, count: count)) }
            return isGood ? Int64(sent) : -1
        }
        request.header = { pointer, line, count in
            guard let context = context(pointer) else { return 1 }
            let text = String(decoding: UnsafeRawBufferPointer(start: line, count: count), as: UTF8.self)
            if text.hasPrefix("HTTP/") || text.contains(":") { context.head.add(text) }
            return 0
        }
        request.write = { pointer, bytes, count in
            guard let context = context(pointer) else { return 1 }
            let isGood = context.trying {
                try context.begin()
                try context.exchange.receive(UnsafeRawBufferPointer(start: bytes, count: count))
            }
            return isGood ? 0 : 1
        }
    }

    private static func reason(of result: ccurl_result) -> HTTPFailure.Reason {
        switch result {
        case CCURL_STOPPED: .stopped
        case CCURL_NO_HOST: .noHost
        case CCURL_NO_CONNECTION: .noConnection
        case CCURL_NOT_TRUSTED: .notTrusted
        case CCURL_STALLED: .stalled
        case CCURL_BROKEN: .broken
        default: .failed
        }
    }
}
