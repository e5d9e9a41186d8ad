import Foundation

/// Threads of our own: the work blocks on disks and decoders, which must not hold up Swift's cooperative pool.
package struct WorkerThreads {
    private let group = DispatchGroup()

    package init() {}

    package func start(_ name: String, count: Int = 1, _ body: @escaping @Sendable () -> Void) {
        for _ in 0..<count {
            group.enter()
            let group = group
            let thread = Thread {
                body()
                group.leave()
            }
            thread.name = name
            thread.stackSize = 2 << 20
            thread.start()
        }
    }

    package func join() { group.wait() }
}
