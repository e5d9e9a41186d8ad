import Foundation
import Synchronization

/// What a page asked of the network, and what went wrong in it.
package final class PageLog: Sendable {
    /// One request and what became of it.
    package struct Request: Sendable {
        package enum Outcome: Sendable, Equatable {
            case loading, finished, cancelled
            case failed(String)
        }

        package let method: String
        package let url: String
        package internal(set) var status: Int?
        package internal(set) var isFromCache = false
        package internal(set) var outcome = Outcome.loading

        /// The address without scheme and host.
        package var path: String { URLComponents(string: url).map { $0.percentEncodedPath + ($0.percentEncodedQuery.map { "?\($0)" } ?? "") } ?? url }
    }

    package struct Problems: Error, CustomStringConvertible {
        package let list: [String]
        package var description: String { "In the page: " + list.joined(separator: "\n  ") }
    }

    private struct State {
        var order: [String] = []
        var requests: [String: Request] = [:]
        var problems: [String] = []
        var forgiven: [String] = []
        var pending: [Pending] = []
    }

    /// What is expected from a request on.
    private struct Pending {
        let words: String
        let isFirst: @Sendable (Request) -> Bool
        var hasBegun = false
    }

    private let state = Mutex(State())

    package var requests: [Request] { state.withLock { state in state.order.compactMap { state.requests[$0] } } }

    /// Errors on the console, uncaught exceptions, dialogs, what the page's security policy refused, and what was asked of another machine.
    package var problems: [String] {
        state.withLock { state in state.problems.filter { problem in !state.forgiven.contains { problem.contains($0) } } }
    }

    /// Problems with these words are expected.
    package func forgive(_ words: String) { state.withLock { $0.forgiven.append(words) } }

    /// Problems with these words are expected once the page has sent a request, and not before it.
    package func forgive(_ words: String, once isFirst: @escaping @Sendable (Request) -> Bool) {
        state.withLock { $0.pending.append(Pending(words: words, isFirst: isFirst)) }
    }

    /// Forgets the requests so far.
    package func forgetRequests() {
        state.withLock { state in
            state.order = []
            state.requests = state.requests.filter { $0.value.outcome == .loading }
        }
    }

    package func check() throws {
        let problems = problems
        if !problems.isEmpty { throw Problems(list: problems) }
    }

    func receive(_ method: String, _ message: Data) {
        guard let read = Self.readers[method] else { return }
        // A message of another shape says nothing that is kept here.
        try? state.withLock { try read(message, &$0) }
    }

    private typealias Reader = @Sendable (Data, inout State) throws -> Void

    private struct Event<Parameters: Decodable>: Decodable { let params: Parameters }

    private static func parameters<P: Decodable>(_ message: Data, _ type: P.Type) throws -> P {
        try JSONDecoder().decode(Event<P>.self, from: message).params
    }

    private static let readers: [String: Reader] = [
        "Network.requestWillBeSent": { message, state in
            struct Sent: Decodable {
                struct Request: Decodable { let url: String, method: String }
                let requestId: String, request: Request
            }
            let sent = try parameters(message, Sent.self)
            if state.requests[sent.requestId] == nil { state.order.append(sent.requestId) }
            let request = Request(method: sent.request.method, url: sent.request.url)
            state.requests[sent.requestId] = request
            for index in state.pending.indices where state.pending[index].isFirst(request) { state.pending[index].hasBegun = true }
            if leadsAway(sent.request.url) { state.problems.append("another machine was asked: \(sent.request.url)") }
        },
        "Network.responseReceived": { message, state in
            struct Received: Decodable {
                struct Response: Decodable { let status: Int, fromDiskCache: Bool? }
                let requestId: String, response: Response
            }
            let received = try parameters(message, Received.self)
            state.requests[received.requestId]?.status = received.response.status
            if received.response.fromDiskCache == true { state.requests[received.requestId]?.isFromCache = true }
        },
        "Network.requestServedFromCache": { message, state in
            state.requests[try parameters(message, Named.self).requestId]?.isFromCache = true
        },
        "Network.loadingFinished": { message, state in
            state.requests[try parameters(message, Named.self).requestId]?.outcome = .finished
        },
        "Network.loadingFailed": { message, state in
            struct Failed: Decodable { let requestId: String, errorText: String, canceled: Bool? }
            let failed = try parameters(message, Failed.self)
            state.requests[failed.requestId]?.outcome = failed.canceled == true ? .cancelled : .failed(failed.errorText)
        },
        "Runtime.exceptionThrown": { message, state in
            struct Thrown: Decodable { let exceptionDetails: ExceptionDetails }
            state.problems.append("uncaught: \(try parameters(message, Thrown.self).exceptionDetails.text)")
        },
        "Runtime.consoleAPICalled": { message, state in
            struct Called: Decodable {
                struct Argument: Decodable { let value: JSON?, description: String? }
                let type: String, args: [Argument]
            }
            let called = try parameters(message, Called.self)
            guard called.type == "error" || called.type == "assert" else { return }
            state.problems.append("console.\(called.type): " + called.args.map { $0.description ?? $0.value?.text ?? "" }.joined(separator: " "))
        },
        "Log.entryAdded": { message, state in
            struct Added: Decodable {
                struct Entry: Decodable { let source: String, level: String, text: String, url: String? }
                let entry: Entry
            }
            let entry = try parameters(message, Added.self).entry
            guard entry.level == "error" || entry.source == "security" else { return }
            guard !state.pending.contains(where: { $0.hasBegun && entry.text.contains($0.words) }) else { return }
            state.problems.append("\(entry.source): \(entry.text)\(entry.url.map { " (\($0))" } ?? "")")
        },
        "Page.javascriptDialogOpening": { message, state in
            struct Dialog: Decodable { let type: String, message: String }
            let dialog = try parameters(message, Dialog.self)
            state.problems.append("a dialog opened (\(dialog.type)): \(dialog.message)")
        },
        "Inspector.targetCrashed": { _, state in state.problems.append("the page crashed") },
    ]

    private struct Named: Decodable { let requestId: String }

    /// Whether an address is of another machine than this one; those of bytes at hand, such as `data:`, are of none.
    private static func leadsAway(_ url: String) -> Bool {
        guard ["http", "https", "ws", "wss"].contains(url.prefix { $0 != ":" }.lowercased()) else { return false }
        return !["127.0.0.1", "localhost", "::1", "[::1]"].contains(URLComponents(string: url)?.host ?? "")
    }
}
