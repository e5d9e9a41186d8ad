import Foundation
import FoundationNetworking
import Photos
import PhotosUI

/// Asks `photos serve` for pickers.
struct PickerClient: Sendable {
    /// A picker that was begun.
    struct Page: Sendable, Decodable {
        let id: String
        let token: String
        let url: URL
    }

    enum State: Sendable {
        /// The page was not opened yet, or the person chooses.
        case waiting
        /// Identifiers, in order.
        case confirmed([String])
        /// Cancelled, or the time is over.
        case over
    }

    private struct Wanted: Encodable {
        let filter: String?
        let limit: Int
        let ordered: Bool
        let preselected: [String]
        let title: String?
        let representation: String
        /// What the page leaves out, and what it is for.
        let hides: [String], purpose: String
        /// Seconds: whoever presents a picker waits as long as the person takes, so it is all that the server grants.
        let lasting: Int

        init(_ request: PHPickerSession.Request, preselected: [String]) {
            (filter, limit, ordered, title) = (request.filter?.description, request.selectionLimit, request.isOrdered, request.title)
            (self.preselected, lasting) = (preselected, 86_400)
            representation = request.representation == .current ? "current" : "compatible"
            let parts: [(PHPickerCapabilities, String)] = [(.search, "search"), (.collectionNavigation, "albums"), (.stagingArea, "tray")]
            // Nobody is asked how large pictures are handed over, since items come from the library and not from the server.
            hides = parts.filter { request.disabledCapabilities.contains($0.0) }.map(\.1) + ["size"]
            purpose =
                switch request.purpose {
                case .picking: "picking"
                case .limitedLibrary: "access"
                }
        }
    }

    /// What an open page is told.
    struct Update: Sendable, Encodable {
        struct Move: Sendable, Encodable {
            let asset: String
            let after: String?
        }

        var limit: Int?
        var deselect: [String]?
        var move: Move?
        var search: String?

        /// `nil` for what only a view could do.
        init?(_ command: PHPickerSession.Command) {
            switch command {
            case .limit(let limit): self.limit = limit
            case .search(let text): search = text.string
            case .deselected(let identifiers): deselect = identifiers
            case .moved(let identifier, let other): move = Move(asset: identifier, after: other)
            case .edges, .scrollToInitialPosition, .zoomIn, .zoomOut: return nil
            }
        }
    }

    private struct Answer: Decodable {
        struct Item: Decodable {
            let localIdentifier: String
            let isGone: Bool
        }
        let state: String
        let items: [Item]
    }

    /// What the server says of a request that it refuses.
    private struct Problem: Decodable {
        let detail: String?
        let title: String?
    }

    let server: URL
    let token: String

    func begin(_ request: PHPickerSession.Request, preselected: [String]) async throws -> Page {
        try await decoded(send("POST", "api/picker/sessions", token, try JSONEncoder().encode(Wanted(request, preselected: preselected))))
    }

    func state(of page: Page) async throws -> State {
        let answer: Answer = try await decoded(send("GET", path(page), page.token))
        switch answer.state {
        case "confirmed": return .confirmed(answer.items.filter { !$0.isGone }.map(\.localIdentifier))
        case "cancelled", "ended": return .over
        default: return .waiting
        }
    }

    func update(_ page: Page, _ update: Update) async throws { _ = try await send("POST", path(page) + "/update", page.token, try JSONEncoder().encode(update)) }

    /// Ends the page and its token. One that can't be ended ends by its time.
    func end(_ page: Page) async { _ = try? await send("POST", path(page) + "/end", page.token) }

    private func path(_ page: Page) -> String { "api/picker/sessions/\(page.id)" }

    private func decoded<Value: Decodable>(_ data: Data) throws -> Value {
        do { return try JSONDecoder().decode(Value.self, from: data) } catch {
            throw failure("\(server.absoluteString) answers something else than photos serve does. Check the address.", error)
        }
    }

    private func send(_ method: String, _ path: String, _ token: String, _ body: Data? = nil) async throws -> Data {
        var request = URLRequest(url: server.appendingPathComponent(path))
        (request.httpMethod, request.httpBody) = (method, body)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        let (data, status): (Data, Int) = try await withCheckedThrowingContinuation { done in
            URLSession.shared.dataTask(with: request) { data, response, error in
                if let data, let response = response as? HTTPURLResponse { return done.resume(returning: (data, response.statusCode)) }
                done.resume(throwing: failure("\(server.absoluteString) does not answer. Start `photos serve`.", error))
            }.resume()
        }
        // A page's token ends with its picker, and a server that was started anew knows neither.
        guard status != 401 || token == self.token else {
            throw failure("The picker of \(server.absoluteString) ended before anything was chosen. Present it again.", nil)
        }
        guard status == 200 else {
            let problem = try? JSONDecoder().decode(Problem.self, from: data)
            throw failure("\(server.absoluteString) refuses: \(problem?.detail ?? problem?.title ?? "status \(status)")", nil)
        }
        return data
    }

    /// Of what was chosen there nothing is known here.
    func isOfAnotherLibrary(_ count: Int) -> PHPhotosError {
        let what = count == 1 ? "The photo that was chosen is" : "The \(count) photos that were chosen are"
        return PHPhotosError(
            .identifierNotFound,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "\(what) not in the library that the picker is of, since \(server.absoluteString) serves another library. Start `photos serve` with the picker's own."
            ])
    }

    private func failure(_ message: String, _ cause: (any Error)?) -> PHPhotosError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let cause { info[NSUnderlyingErrorKey] = cause }
        return PHPhotosError(.networkError, userInfo: info)
    }
}
