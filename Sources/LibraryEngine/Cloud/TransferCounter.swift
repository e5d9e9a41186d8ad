import Synchronization

/// Adds up what several transfers at once tell of themselves.
final class TransferCounter: Sendable {
    private struct State {
        var progress = CloudProgress()
        /// Of files that are on their way, by their places.
        var parts: [String: Int64] = [:]
    }

    private let state = Mutex(State())
    private let tell: @Sendable (CloudProgress) -> Void

    init(files: Int, bytes: Int64, _ tell: @escaping @Sendable (CloudProgress) -> Void) {
        self.tell = tell
        state.withLock { ($0.progress.allFiles, $0.progress.allBytes) = (files, bytes) }
    }

    func begin(_ path: String, name: String) {
        change { state in
            state.parts[path] = 0
            state.progress.name = name
        }
    }

    func note(_ path: String, _ bytes: Int64) {
        change { state in
            // An attempt that begins anew tells less than the one before.
            guard let before = state.parts[path], bytes > before else { return }
            state.parts[path] = bytes
            state.progress.bytes += bytes - before
        }
    }

    func end(_ path: String, size: Int64, succeeded: Bool) {
        change { state in
            let before = state.parts.removeValue(forKey: path) ?? 0
            state.progress.bytes += (succeeded ? size : 0) - before
            if succeeded { state.progress.files += 1 }
        }
    }

    /// Told under the lock, so that one call comes after the other; whoever is told must not ask back.
    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            let before = state.progress
            body(&state)
            if state.progress != before { tell(state.progress) }
        }
    }
}
