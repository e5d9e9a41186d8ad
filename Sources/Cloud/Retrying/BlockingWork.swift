import Foundation
import Synchronization

/// Threads that wait for disks and networks, apart from those that Swift's tasks run on.
final class BlockingWork: Sendable {
    private let queue = OperationQueue()

    /// - Parameter width: how many wait at once; more than these queue up.
    init(name: String, width: Int) {
        queue.name = name
        queue.maxConcurrentOperationCount = width
    }

    /// Runs on one of the threads. The task's cancellation only raises the flag, which `body` looks at as often as it can stop.
    func run<Value: Sendable>(_ body: @escaping @Sendable (CancellationFlag) throws(CloudError) -> Value) async throws(CloudError) -> Value {
        let flag = CancellationFlag()
        let result: Result<Value, CloudError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.addOperation { continuation.resume(returning: Result { () throws(CloudError) in try body(flag) }) }
            }
        } onCancel: {
            flag.raise()
        }
        return try result.get()
    }
}

/// Whether anybody still wants what is being done.
final class CancellationFlag: Sendable {
    private let isUp = Atomic(false)

    var isRaised: Bool { isUp.load(ordering: .relaxed) }

    func raise() { isUp.store(true, ordering: .relaxed) }

    func check(_ key: String?, _ store: String) throws(CloudError) {
        if isRaised { throw .cancelled(key, store) }
    }
}
