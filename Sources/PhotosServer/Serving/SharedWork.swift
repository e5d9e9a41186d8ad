import Synchronization

/// Work under way, such as renderings and searches: whoever wants the same waits for the same work, which ends with the last of them.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Work {
        var task: Task<Value, any Error>
        var waiting: Int
        /// Tells this work from a later one of the same key.
        var number: Int
    }

    private struct State {
        var works: [Key: Work] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    func value(_ key: Key, make: @escaping @Sendable () async throws -> Value) async throws -> Value {
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
            let value = try await work.task.value
            try Task.checkCancellation()
            return value
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

extension GalleryContext {
    /// The same of work that is done as one of those who wait for it: where that one's session ends meanwhile, it is begun anew for the others.
    func value<Key, Value>(of works: SharedWork<Key, Value>, _ key: Key, make: @escaping @Sendable () async throws -> Value) async throws -> Value {
        while true {
            do {
                return try await works.value(key) { [session] in
                    do { return try await make() } catch {
                        guard session.stands else { throw AskerOver() }
                        throw error
                    }
                }
            } catch is AskerOver {
                _ = try session.gate()
            }
        }
    }
}

/// The session that work was done for has ended.
private struct AskerOver: Error {}

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
