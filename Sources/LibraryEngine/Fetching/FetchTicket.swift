import Dispatch
import Synchronization

/// One client's part in a download: what it is told, one thing at a time and in order, on a serial queue of its own.
final class FetchTicket: Sendable {
    typealias End = Result<Void, any Error>

    private let queue = DispatchQueue(label: "photos.download.progress")
    private let progress: @Sendable (Double) -> Bool
    private let done: @Sendable (End) -> Void
    private let hasEnded = Mutex(false)
    /// Who is told when this client gives up.
    private let download = Mutex<Download?>(nil)

    init(progress: @escaping @Sendable (Double) -> Bool, done: @escaping @Sendable (End) -> Void) {
        (self.progress, self.done) = (progress, done)
    }

    /// Gives up: no further progress is told, also where this is called while some is told. The download goes on for the others. `done` hears
    /// `CancellationError`, unless it has heard of an end.
    func cancel() {
        guard end() else { return }
        let download = download.withLock { download in
            defer { download = nil }
            return download
        }
        download?.leave(self)
        queue.async { self.done(.failure(CancellationError())) }
    }

    func joined(_ download: Download) { self.download.withLock { $0 = download } }

    /// Nothing was under way, so that nothing is told but the end.
    func endAtOnce(_ result: End) { tell(end: result) }

    func tell(_ fraction: Double) {
        queue.async {
            guard !self.hasEnded.withLock({ $0 }) else { return }
            if !self.progress(fraction) { self.cancel() }
        }
    }

    func tell(end result: End) {
        queue.async {
            guard self.end() else { return }
            self.download.withLock { $0 = nil }
            self.done(result)
        }
    }

    /// True the first time.
    private func end() -> Bool {
        hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
    }
}
