import Cloud
import Dispatch
import Foundation
import Support
import Synchronization

/// A store as whoever downloads originals sees it.
struct CloudObjects: PartedObjectStore {
    let store: any CloudStore

    func fetch(_ object: StoredObject, until cancellation: FetchCancellation, write: (UnsafeRawBufferPointer) throws -> Void) throws {
        do {
            let passage = BytePassage()
            let task = Task(executorPreference: TransferThreads.shared) {
                let result: Result<Void, any Error>
                do {
                    _ = try await store.get(object.key, range: nil, ifMatches: nil) { try passage.send($0) }
                    result = .success(())
                } catch { result = .failure(error) }
                passage.end(result)
            }
            cancellation.onCancel { task.cancel() }
            defer { cancellation.onCancel(nil) }
            try passage.receive(write)
        } catch let error as CloudError {
            if error.code == .receiver { throw error.cause ?? error }
            throw Self.told(error)
        }
    }

    func part(of object: StoredObject, _ range: Range<Int64>, mark: String?) async throws -> ObjectPart {
        do throws(CloudError) {
            let (bytes, facts) = try await store.bytes(of: object.key, range: range, ifMatches: mark, limit: range.count)
            return ObjectPart(bytes: bytes, size: facts.size, sha256: facts.sha256.map { Data($0) }, mark: facts.etag)
        } catch {
            throw Self.told(error)
        }
    }

    private static func told(_ error: CloudError) -> any Error {
        switch error.code {
        case .cancelled: CancellationError()
        case .objectMissing: ObjectStoreError(.missing, error.message)
        case .objectChanged, .corrupt: ObjectStoreError(.changed, error.message)
        default: ObjectStoreError(.unreachable, error.message)
        }
    }
}

/// Ends a download that nobody wants any more, also while nothing comes.
package final class FetchCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var handler: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    package func cancel() {
        let handler = state.withLock { state in
            state.isCancelled = true
            defer { state.handler = nil }
            return state.handler
        }
        handler?()
    }

    /// Called once, at once where it is cancelled already; `nil` takes the handler away.
    package func onCancel(_ handler: (@Sendable () -> Void)?) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.handler = handler }
            return state.isCancelled
        }
        if isCancelled { handler?() }
    }
}

/// Hands bytes from a thread that has them to one that waits for them, without a copy: whoever sends goes on when they were taken.
private final class BytePassage: Sendable {
    private struct State {
        var bytes: UnsafeRawBufferPointer?
        var taken: Result<Void, any Error>?
        var end: Result<Void, any Error>?
    }

    // Guarded by `condition`, which is locked around every use.
    private nonisolated(unsafe) var state = State()
    private let condition = NSCondition()

    /// - Throws: what whoever takes the bytes threw.
    func send(_ bytes: UnsafeRawBufferPointer) throws {
        let taken = condition.withLock { () -> Result<Void, any Error> in
            (state.bytes, state.taken) = (bytes, nil)
            condition.broadcast()
            while state.taken == nil { condition.wait() }
            return state.taken ?? .success(())
        }
        try taken.get()
    }

    func end(_ result: Result<Void, any Error>) {
        condition.withLock {
            state.end = result
            condition.broadcast()
        }
    }

    /// Takes bytes on the calling thread until there are no more.
    /// - Throws: why it ended early.
    func receive(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        while true {
            let (bytes, end) = condition.withLock { () -> (UnsafeRawBufferPointer?, Result<Void, any Error>?) in
                while state.bytes == nil, state.end == nil { condition.wait() }
                return (state.bytes, state.end)
            }
            guard let bytes else {
                try end?.get()
                return
            }
            let taken = Result { try take(bytes) }
            condition.withLock {
                (state.bytes, state.taken) = (nil, taken)
                condition.broadcast()
            }
        }
    }
}

/// Runs tasks on threads of its own: whoever waits for them with one of the common threads takes that from others, and must not take it from what it waits for.
private final class TransferThreads: TaskExecutor {
    static let shared = TransferThreads()
    private let queue = DispatchQueue(label: "photos.transfers", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs a task and blocks the calling thread until it ends.
func waiting<Value: Sendable>(_ cancellation: FetchCancellation? = nil, _ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Mutex<Result<Value, any Error>?>(nil), done = DispatchSemaphore(value: 0)
    let task = Task(executorPreference: TransferThreads.shared) {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        outcome.withLock { $0 = result }
        done.signal()
    }
    cancellation?.onCancel { task.cancel() }
    done.wait()
    cancellation?.onCancel(nil)
    guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
}
