import Foundation
import Glibc
import Synchronization

/// A proxy between a client of HTTP and a server on this machine that does damage on command: each request of a connection draws its fault from a seed.
package final class FaultyProxy: Sendable {
    /// What happens to a request.
    package enum Fault: Sendable, Equatable {
        case none
        /// The connection is cut when so many bytes of the request, or of its answer, have passed.
        case cutRequest(after: Int)
        case cutAnswer(after: Int)
        /// A bit is turned over in this byte of the request, or of the body of its answer.
        case damageRequest(at: Int)
        case damageAnswer(at: Int)
        /// What the proxy answers itself, once it has the request's head.
        case refuse(status: Int, code: String? = nil)
        /// Nothing passes for so many milliseconds.
        case delay(milliseconds: Int32)
        /// Nothing passes any more.
        case hang
    }

    private struct State {
        var faults: [Fault] = []
        var draw: (@Sendable () -> Fault)?
        var drawn: [Fault] = []
        var open: Set<Int32> = []
        var isOver = false
    }

    package let port: UInt16
    private let server: UInt16
    private let listener: Int32
    private let state: Mutex<State>

    /// - Parameter draw: the fault of each further request, on any thread; `nil` is none.
    package init(to server: UInt16, draw: (@Sendable () -> Fault)? = nil) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = Self.address(port: 0), length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, generic, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        (self.listener, self.server, port) = (listener, server, UInt16(bigEndian: address.sin_port))
        state = Mutex(State(draw: draw))
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard let proxy = self, !proxy.state.withLock({ $0.isOver }) else {
                    if client >= 0 { close(client) }
                    // By nobody else: a descriptor's number is the next one's who opens something, and a thread that came back to it would take what is theirs.
                    close(listener)
                    return
                }
                guard client >= 0 else { continue }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                Thread.detachNewThread { proxy.serve(client) }
            }
        }
    }

    /// Ends it and all its connections.
    package func stop() {
        state.withLock { state in
            guard !state.isOver else { return }
            state.isOver = true
            // None of them is closed before it is taken out, so that no number is somebody else's by now.
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
            shutdown(listener, Int32(SHUT_RDWR))
        }
    }

    /// The faults of the next requests, before any is drawn.
    package func next(_ faults: Fault...) { state.withLock { $0.faults += faults } }

    /// The fault of each request so far.
    package var drawn: [Fault] { state.withLock { $0.drawn } }

    private func draw() -> Fault {
        let (known, draw) = state.withLock { ($0.faults.isEmpty ? nil : $0.faults.removeFirst(), $0.draw) }
        let fault = known ?? draw?() ?? .none
        state.withLock { $0.drawn.append(fault) }
        return fault
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    private func serve(_ client: Int32) {
        let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = Self.address(port: server), one: Int32 = 1
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(upstream, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
        }
        for descriptor in [client, upstream] { setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size)) }
        let isWanted = state.withLock { state in
            guard !state.isOver else { return false }
            state.open.formUnion([client, upstream])
            return true
        }
        if isConnected, isWanted {
            var conversation = Conversation(client: client, upstream: upstream, draw: draw)
            conversation.run()
        }
        state.withLock { $0.open.subtract([client, upstream]) }
        close(client)
        close(upstream)
    }

    /// Two ends, and which request is between them.
    private struct Conversation {
        let client: Int32
        let upstream: Int32
        let draw: () -> Fault
        private var fault = Fault.none
        /// Bytes that the request, and its answer, had so far.
        private var sent = 0, received = 0
        /// Where the answer's body begins, once that is known.
        private var bodyStart: Int?
        private var head: [UInt8] = []
        /// The client's next byte begins a request.
        private var isBetween = true
        private var buffer = [UInt8](repeating: 0, count: 64 << 10)

        init(client: Int32, upstream: Int32, draw: @escaping () -> Fault) { (self.client, self.upstream, self.draw) = (client, upstream, draw) }

        mutating func run() {
            while true {
                var ends = [pollfd(fd: client, events: Int16(POLLIN), revents: 0), pollfd(fd: upstream, events: Int16(POLLIN), revents: 0)]
                guard poll(&ends, 2, -1) > 0 || errno == EINTR else { return }
                if ends[0].revents != 0, !fromClient() { return }
                if ends[1].revents != 0, !fromServer() { return }
            }
        }

        private mutating func fromClient() -> Bool {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            if isBetween {
                fault = draw()
                (sent, received, bodyStart, head, isBetween) = (0, 0, nil, [], false)
                switch fault {
                case .delay(let milliseconds): _ = poll(nil, 0, milliseconds)
                case .hang: return waitForEnd()
                case .refuse(let status, let named):
                    let code = named ?? (status == 503 ? "SlowDown" : status == 403 ? "AccessDenied" : "InternalError")
                    let body = "<Error><Code>\(code)</Code></Error>"
                    let text = "HTTP/1.1 \(status) Refused\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
                    _ = Array(text.utf8).withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                    shutdown(client, Int32(SHUT_WR))
                    return waitForEnd()
                default: break
                }
            }
            var wanted = count
            if case .cutRequest(let end) = fault { wanted = min(count, max(0, end - sent)) }
            if case .damageRequest(let index) = fault, sent..<sent + count ~= index { buffer[index - sent] ^= 4 }
            guard write(wanted, to: upstream) else { return false }
            sent += wanted
            return wanted == count
        }

        private mutating func fromServer() -> Bool {
            let count = recv(upstream, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            isBetween = true
            if bodyStart == nil {
                head += buffer[..<count]
                bodyStart = head.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
            }
            var wanted = count
            if case .cutAnswer(let end) = fault { wanted = min(count, max(0, end - received)) }
            if case .damageAnswer(let index) = fault, let bodyStart, received..<received + count ~= bodyStart + index { buffer[bodyStart + index - received] ^= 4 }
            guard write(wanted, to: client) else { return false }
            received += wanted
            return wanted == count
        }

        private func write(_ count: Int, to end: Int32) -> Bool {
            buffer.withUnsafeBytes { bytes in
                var sent = 0
                while sent < count {
                    let more = send(end, bytes.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL))
                    guard more > 0 else { return false }
                    sent += more
                }
                return true
            }
        }

        /// Takes what still comes, as a server does that is not to reset the connection, until the client goes.
        private mutating func waitForEnd() -> Bool {
            while recv(client, &buffer, buffer.count, 0) > 0 {}
            return false
        }
    }
}
