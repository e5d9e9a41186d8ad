import NIOCore
import Synchronization

/// Renderings under way: whoever wants the same one waits for the same work, which ends with the last of them.
final class Renderings: Sendable {
    struct Key: Hashable, Sendable {
        var asset: Int64
        var revision: Int64
        var size: RenditionClass
    }

    private struct Work {
        var task: Task<ByteBuffer, any Error>
        var waiting: Int
        /// Tells this work from a later one of the same key.
        var number: Int
    }

    private struct State {
        var works: [Key: Work] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    func bytes(_ key: Key, make: @escaping @Sendable () async throws -> ByteBuffer) async throws -> ByteBuffer {
        let work = state.withLock { state in
            if var work = state.works[key] {
                work.waiting += 1
                state.works[key] = work
                return work
            }
            state.lastNumber += 1
            let work = Work(task: Task { try await make() }, waiting: 1, number: state.lastNumber)
            state.works[key] = work
            return work
        }
        let hasLeft = Once()
        defer { leave(key, work, hasLeft) }
        return try await withTaskCancellationHandler {
            let bytes = try await work.task.value
            try Task.checkCancellation()
            return bytes
        } onCancel: {
            leave(key, work, hasLeft)
        }
    }

    private func leave(_ key: Key, _ work: Work, _ hasLeft: Once) {
        guard hasLeft.happens() else { return }
        let isLast = state.withLock { state in
            guard var current = state.works[key], current.number == work.number else { return false }
            current.waiting -= 1
            state.works[key] = current.waiting > 0 ? current : nil
            return current.waiting == 0
        }
        // Without effect on work that is done.
        if isLast { work.task.cancel() }
    }
}

/// Something that happens once, on whichever thread comes first.
private final class Once: Sendable {
    private let hasHappened = Mutex(false)

    /// True for the first caller.
    func happens() -> Bool {
        hasHappened.withLock { hasHappened in
            defer { hasHappened = true }
            return !hasHappened
        }
    }
}
