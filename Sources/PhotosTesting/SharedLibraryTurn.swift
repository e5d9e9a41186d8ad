import Synchronization

/// Whose turn it is to say what `PHPhotoLibrary.shared()` gives: one body at a time in the whole process, so that suites of
/// several test targets may run side by side.
public enum SharedLibraryTurn {
    private struct Line {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private static let line = Mutex(Line())

    /// Runs `body` when all before it are done. Not to be nested.
    public static func take<T: Sendable>(_ body: () async throws -> T) async rethrows -> T {
        await withCheckedContinuation { continuation in
            let isFree = line.withLock { line in
                defer { line.isTaken = true }
                if line.isTaken { line.waiting.append(continuation) }
                return !line.isTaken
            }
            if isFree { continuation.resume() }
        }
        defer { pass() }
        return try await body()
    }

    private static func pass() {
        let next: CheckedContinuation<Void, Never>? = line.withLock { line in
            guard !line.waiting.isEmpty else {
                line.isTaken = false
                return nil
            }
            return line.waiting.removeFirst()
        }
        next?.resume()
    }
}
