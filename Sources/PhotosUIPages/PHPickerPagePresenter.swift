import Foundation
import Photos
import PhotosUI

/// Shows pickers as pages of the library's own server, `photos serve`. Addition: on Apple's platforms the system shows them.
///
/// `PHPickerViewController.presenter = PHPickerPagePresenter(server: address, token: token)` once, and every picker that is presented is a page: its address is
/// `PHPickerSession.address`, and is opened by `open`. The server has to serve the library that pickers are of: where all that was chosen is another one's, the
/// picker fails and says so. What was chosen comes when the person is done, also with continuous selection. What a program asks of an open picker reaches its page:
/// another limit or search, what is no longer picked, and another order. It leaves out the search, the albums and the tray where those are disabled; it hands over by
/// its Done, which stays, and has rows that scroll down in every mode. Edges, zooming and scrolling are its own. A page ends after a day.
@MainActor public final class PHPickerPagePresenter: PHPickerPresenter {
    private let client: PickerClient
    private let open: @MainActor (URL) -> Void
    private let interval: Duration
    private var running: [UUID: Task<Void, Never>] = [:]
    /// What was asked of each, in order: it waits for the page to be there.
    private var asking: [UUID: (commands: AsyncStream<PickerClient.Update>.Continuation, task: Task<Void, Never>)] = [:]

    /// - Parameters:
    ///   - server: where `photos serve` is, such as `http://127.0.0.1:8420`.
    ///   - token: what the server's owner proves himself by, or an application's.
    ///   - interval: how often the server is asked how a picker stands. Default half a second.
    ///   - open: gets each page's address, on the main thread. By default whoever set `UIApplication.opener` does.
    public init(
        server: URL, token: String, interval: Duration = .milliseconds(500),
        open: @escaping @MainActor (URL) -> Void = { url in UIApplication.shared.open(url) }
    ) {
        (client, self.interval, self.open) = (PickerClient(server: server, token: token), interval, open)
    }

    /// Asks the server for a page.
    public func present(_ session: PHPickerSession) {
        let client = client, interval = interval, open = open
        let (updates, update) = AsyncStream.makeStream(of: PickerClient.Update.self), (pages, begun) = AsyncStream.makeStream(of: PickerClient.Page.self)
        if let search = session.request.searchText, let first = PickerClient.Update(.search(search)) { update.yield(first) }
        asking[session.id] = (
            update,
            Task {
                for await page in pages {
                    // One that the server refuses is made up for when the choice comes back, by the rules here.
                    for await update in updates { try? await client.update(page, update) }
                }
            }
        )
        running[session.id] = Task {
            defer { begun.finish() }
            do {
                let page = try await client.begin(session.request, preselected: session.selection)
                begun.yield(page)
                // The program may have taken it away before the page was there.
                guard session.state == .open else { return await client.end(page) }
                session.address = page.url
                open(page.url)
                let chosen: [String]?
                do {
                    chosen = try await Self.answer(page, client, interval)
                    if let chosen, !chosen.isEmpty, !session.knows(anyOf: chosen) { throw client.isOfAnotherLibrary(chosen.count) }
                } catch {
                    await client.end(page)
                    throw error
                }
                if let chosen { session.setSelection(chosen) }
                // All that was chosen may be gone by now.
                if chosen == nil || !session.confirm() { session.cancel() }
                await client.end(page)
            } catch {
                // Whoever ended it here hears nothing of it.
                session.fail(error)
            }
        }
    }

    /// Tells the page; what only a view could do does nothing.
    public func session(_ session: PHPickerSession, asksFor command: PHPickerSession.Command) {
        if let update = PickerClient.Update(command) { asking[session.id]?.commands.yield(update) }
    }

    /// Ends the page.
    public func dismiss(_ session: PHPickerSession) {
        running.removeValue(forKey: session.id)?.cancel()
        guard let asked = asking.removeValue(forKey: session.id) else { return }
        asked.commands.finish()
        asked.task.cancel()
    }

    /// Waits for the person.
    /// - Returns: identifiers of what was chosen, in order; `nil` where it is nothing.
    private static func answer(_ page: PickerClient.Page, _ client: PickerClient, _ interval: Duration) async throws -> [String]? {
        var failures = 0
        while true {
            do {
                switch try await client.state(of: page) {
                case .waiting: failures = 0
                case .confirmed(let chosen): return chosen
                case .over: return nil
                }
            } catch let error where !(error is CancellationError) {
                // A server that is started anew has forgotten its pickers; one that is slow has not.
                failures += 1
                if failures == 3 { throw error }
            }
            try await Task.sleep(for: interval)
        }
    }
}
