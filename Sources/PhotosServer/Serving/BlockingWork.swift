import NIOPosix

/// Threads for work that waits for the disk: catalogue, files, renderings. It would hold up others on Swift's cooperative pool or an event loop.
package final class BlockingWork: Sendable {
    private let pool: NIOThreadPool

    package init(threads: Int = 4) {
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// The result of `body`, run on one of the threads. Work that has not begun when the task is cancelled never does.
    package func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await pool.runIfActive(body)
    }
}
