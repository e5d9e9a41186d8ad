import PhotoModel
import Synchronization

/// What a request that may use the network is told of its downloads, one thing at a time, on a serial queue: they are one to it, however many files it needs.
package struct NetworkUse: Sendable {
    /// Told 0 first, growing, and 1 when all is here; nothing where nothing is downloaded. False gives up, which ends the request as a cancellation does.
    package let progress: @Sendable (Double) -> Bool
    /// Told once instead of the rest where a download that had begun fails: how far it was told to be, and why.
    package let failed: @Sendable (Double, any Error) -> Void

    package init(progress: @escaping @Sendable (Double) -> Bool = { _ in true }, failed: @escaping @Sendable (Double, any Error) -> Void = { _, _ in }) {
        (self.progress, self.failed) = (progress, failed)
    }
}

/// The downloads of one request, one file after the other.
final class RequestedDownloads: Sendable {
    private struct State {
        /// Of the file at `index`.
        var ticket: FetchTicket?
        var index = -1
        var isCancelled = false
        /// What the request was told last; `nil` before anything was.
        var told: Double?
    }

    private let fetcher: ResourceFetcher
    private let files: [ResourceRecord]
    private let network: NetworkUse
    private let done: @Sendable (FetchTicket.End) -> Void
    private let state = Mutex(State())

    /// - Parameter done: called once, after the last that `network` is told; with `CancellationError` where the request gave up.
    init(_ fetcher: ResourceFetcher, _ files: [ResourceRecord], _ network: NetworkUse, done: @escaping @Sendable (FetchTicket.End) -> Void) {
        (self.fetcher, self.files, self.network, self.done) = (fetcher, files, network, done)
    }

    func start() { fetch(0) }

    func cancel() {
        let ticket = state.withLock { state in
            state.isCancelled = true
            return state.ticket
        }
        ticket?.cancel()
    }

    private func fetch(_ index: Int) {
        guard index < files.count else { return end(.success(())) }
        let ticket = fetcher.fetch(files[index]) {
            self.tell(index, $0)
        } done: { result in
            if case .success = result { self.fetch(index + 1) } else { self.end(result) }
        }
        let isCancelled = state.withLock { state in
            // The next one may have begun meanwhile, or all be over.
            if index > state.index { (state.ticket, state.index) = (ticket, index) }
            return state.isCancelled
        }
        if isCancelled { ticket.cancel() }
    }

    /// 0 comes once, before the first file, and 1 once, after the last.
    private func tell(_ index: Int, _ fraction: Double) -> Bool {
        if index > 0 && fraction <= 0 || index < files.count - 1 && fraction >= 1 { return true }
        let whole = (Double(index) + fraction) / Double(files.count)
        state.withLock { $0.told = whole }
        return network.progress(whole)
    }

    private func end(_ result: FetchTicket.End) {
        // The ticket refers to this.
        let (ticket, told) = state.withLock { state in
            defer { (state.ticket, state.index) = (nil, .max) }
            return (state.ticket, state.told)
        }
        if case .failure(let error) = result, !(error is CancellationError), let told { network.failed(told, error) }
        done(result)
        withExtendedLifetime(ticket) {}
    }
}
