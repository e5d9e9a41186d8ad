import Dispatch
import Foundation
import LibraryEngine
import PhotosTesting
import Synchronization
import Testing
@testable import PhotosServer

/// Kinds of work never wait for each other, and what never returns holds up nothing but its own.
@Suite struct WorkPoolTests {
    /// Work that does not return until it is let go of, as a read from a disk that is gone.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        func pass() { semaphore.wait() }
        func open(_ count: Int) { for _ in 0..<count { semaphore.signal() } }
    }

    private static func session(_ application: String, _ library: TemporaryLibrary) -> Session {
        Session(.application(application), AccessGate(client: application, of: library.library)) { .now }
    }

    private final class Order: Sendable {
        private let noted = Mutex<[String]>([])
        var names: [String] { noted.withLock { $0 } }
        func note(_ name: String) { noted.withLock { $0.append(name) } }
    }

    @Test func `files that never come hold up neither short answers nor files of other disks`() async throws {
        let work = BlockingWork(), gate = Gate(), library = try TemporaryLibrary()
        let dead = (0..<20).map { _ in Task { try await work.run(.file(.root(1))) { gate.pass() } } }
        await work.files.wait { $0 == WorkCounts(running: 4, waiting: 16) }
        #expect(try await work.run(.file(.root(2))) { 2 } == 2)
        #expect(try await work.run(.file(.library)) { 3 } == 3)
        #expect(try await work.run(.answer) { 4 } == 4)
        #expect(try await work.run(.search(Self.session("a", library))) { 5 } == 5)
        #expect(try await work.run(.picture) { 6 } == 6)
        #expect(try await work.run(.change) { 7 } == 7)
        gate.open(20)
        for task in dead { try await task.value }
    }

    @Test func `a store that does not answer holds up no files`() async throws {
        let work = BlockingWork(), gate = Gate()
        let dead = (0..<8).map { _ in Task { try await work.run(.store) { gate.pass() } } }
        await work.wait(.store) { $0 == WorkCounts(running: 2, waiting: 6) }
        #expect(try await work.run(.file(.library)) { 1 } == 1)
        #expect(try await work.run(.answer) { 2 } == 2)
        gate.open(8)
        for task in dead { try await task.value }
    }

    @Test func `askers take turns, and nobody has all threads`() async throws {
        let work = BlockingWork(), gate = Gate(), ran = Order(), library = try TemporaryLibrary()
        let greedy = Self.session("greedy", library), modest = Self.session("modest", library)
        let many = (0..<5).map { _ in Task { try await work.run(.search(greedy)) { gate.pass() } } }
        await work.searches.wait { $0 == WorkCounts(running: 2, waiting: 3) }
        #expect(try await work.run(.search(modest)) { true }, "one thread is left to others")
        gate.open(5)
        for task in many { try await task.value }

        // With one thread only: whoever comes late with one request is served before the second of somebody else's many.
        let pool = WorkPool<String>(threads: 1, threadsPerQueue: 1)
        let first = Task { try await pool.run(in: "a") { gate.pass() } }
        await pool.wait { $0.running == 1 }
        var later: [Task<Void, any Error>] = []
        for (count, name) in ["a", "a", "a", "b"].enumerated() {
            later.append(Task { try await pool.run(in: name) { ran.note(name) } })
            await pool.wait { $0.waiting == count + 1 }
        }
        gate.open(1)
        for task in [first] + later { try await task.value }
        #expect(ran.names == ["a", "b", "a", "a"])
    }

    @Test func `work that waits is given up with its asker and never runs`() async throws {
        let pool = WorkPool<Int>(threads: 1, threadsPerQueue: 1), gate = Gate(), ran = Mutex(0)
        let first = Task { try await pool.run(in: 1) { gate.pass() } }
        await pool.wait { $0.running == 1 }
        let second = Task { try await pool.run(in: 1) { ran.withLock { $0 += 1 } } }
        await pool.wait { $0.waiting == 1 }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(pool.counts == WorkCounts(running: 1, waiting: 0))
        gate.open(1)
        try await first.value
        await pool.wait { $0 == WorkCounts() }
        #expect(ran.withLock { $0 } == 0)
    }

    @Test func `a disk from which nothing comes back is said to be out of reach, to those who waited as well`() async throws {
        let pool = WorkPool<Int>(threads: 8, threadsPerQueue: 1, patience: .zero), gate = Gate()
        let dead = Task { try await pool.run(in: 1) { gate.pass() } }
        await pool.wait { $0.running == 1 }
        await #expect(throws: WorkPoolStuck.self) { try await pool.run(in: 1) {} }
        #expect(try await pool.run(in: 2) { true })
        gate.open(1)
        try await dead.value
        await pool.wait { $0 == WorkCounts() }
        #expect(try await pool.run(in: 1) { true }, "it is asked again once it answers")
    }

    @Test func `many short pieces of work at once all get done`() async throws {
        let pool = WorkPool<Int>(threads: 3, threadsPerQueue: 2)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<2_000 { group.addTask { try await pool.run(in: number % 7) { number } } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 1_999_000)
        await pool.wait { $0 == WorkCounts() }
    }

    @Test func `whoever asks for many answers, stores, pictures or changes keeps nobody from one`() async throws {
        let library = try TemporaryLibrary(), greedy = Self.session("greedy", library), modest = Self.session("modest", library)
        for (kind, threads) in [(BlockingWork.Kind.answer, 4), (.store, 2), (.picture, 2), (.change, 2)] {
            let work = BlockingWork(), gate = Gate()
            let many = (0..<threads + 8).map { _ in Task { try await work.run(kind, for: greedy) { gate.pass() } } }
            await work.wait(kind) { $0 == WorkCounts(running: threads, waiting: 8) }
            let one = Task { try await work.run(kind, for: modest) { true } }
            await work.wait(kind) { $0.waiting == 9 }
            // The first thread that comes back takes one of the many, the second one that of somebody else.
            gate.open(2)
            #expect(try await one.value, "\(kind)")
            gate.open(threads + 6)
            for task in many { try await task.value }
        }
    }
}
