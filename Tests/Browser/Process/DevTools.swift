import Foundation
import Synchronization

/// The browser's debugging protocol over its pipe: JSON messages, each ended by a zero byte.
final class DevTools: Sendable {
    /// Hears of a session's events: the method, and the whole message.
    typealias Listener = @Sendable (String, Data) -> Void

    private struct Pending {
        let method: String
        let continuation: CheckedContinuation<Data, any Error>
    }

    private struct State {
        var last = 0
        var pending: [Int: Pending] = [:]
        var listeners: [String: Listener] = [:]
        var isOver = false
    }

    private struct Command<Parameters: Encodable>: Encodable {
        let id: Int
        let method: String
        let sessionId: String?
        let params: Parameters
    }

    private struct Head: Decodable {
        struct Failure: Decodable { let message: String }
        let id: Int?
        let method: String?
        let sessionId: String?
        let error: Failure?
    }

    private struct Reply<Result: Decodable>: Decodable { let result: Result }

    private let process: BrowserProcess
    private let state = Mutex(State())
    private let writing = DispatchQueue(label: "photos.browser.commands")

    init(_ process: BrowserProcess) {
        self.process = process
        let reader = Thread { [self] in read() }
        reader.name = "browser answers"
        reader.start()
    }

    /// Sends a command and waits for its answer.
    /// - Parameter limit: seconds after which an answer is no longer awaited.
    func send<Result: Decodable>(
        _ method: String, _ parameters: JSON = [:], session: String? = nil, limit: Double = 120, as type: Result.Type = JSON.self
    ) async throws -> Result {
        let data = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Data, any Error>) in
            let id: Int? = state.withLock { state in
                guard !state.isOver else { return nil }
                state.last += 1
                state.pending[state.last] = Pending(method: method, continuation: continuation)
                return state.last
            }
            guard let id else { return continuation.resume(throwing: ended(during: method)) }
            writing.async { [self] in
                do {
                    try write(try JSONEncoder().encode(Command(id: id, method: method, sessionId: session, params: parameters)))
                } catch {
                    finish(id, .failure(error))
                }
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + limit) { [weak self] in
                self?.finish(id, .failure(BrowserError("The browser didn't answer \(method) within \(Int(limit)) seconds.")))
            }
        }
        return try JSONDecoder().decode(Reply<Result>.self, from: data).result
    }

    func listen(to session: String, _ listener: Listener?) { state.withLock { $0.listeners[session] = listener } }

    private func finish(_ id: Int, _ result: Result<Data, any Error>) {
        state.withLock { $0.pending.removeValue(forKey: id) }?.continuation.resume(with: result)
    }

    private func write(_ message: Data) throws {
        let bytes = message + [0]
        try bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                let count = Foundation.send(process.commands, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                guard count > 0 || errno == EINTR else { throw ended(during: "a command") }
                sent += max(0, count)
            }
        }
    }

    private func read() {
        var waiting = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = Foundation.read(process.answers, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            var rest = buffer[0..<count]
            while let end = rest.firstIndex(of: 0) {
                waiting.append(contentsOf: rest[..<end])
                receive(waiting)
                waiting = Data()
                rest = rest[(end + 1)...]
            }
            waiting.append(contentsOf: rest)
        }
        let left = state.withLock { state in
            defer { (state.pending, state.listeners, state.isOver) = ([:], [:], true) }
            return state.pending.values
        }
        for pending in left { pending.continuation.resume(throwing: ended(during: pending.method)) }
        close(process.answers)
        writing.async { [process] in close(process.commands) }
    }

    private func receive(_ message: Data) {
        guard let head = try? JSONDecoder().decode(Head.self, from: message) else { return }
        if let id = head.id {
            let method = state.withLock { $0.pending[id]?.method } ?? ""
            finish(id, head.error.map { .failure(BrowserError("\(method): \($0.message)")) } ?? .success(message))
        } else if let method = head.method, let session = head.sessionId {
            state.withLock { $0.listeners[session] }?(method, message)
        }
    }

    private func ended(during method: String) -> BrowserError {
        BrowserError("The browser ended during \(method). Its last words: \(process.warnings)")
    }
}
