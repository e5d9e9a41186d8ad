import Foundation
import Glibc
import Pixels
import Testing

@testable import Decoding

extension FaultTests {
    /// Messages that it may send do not buy it more time.
    @Test(arguments: ["hang", "spin", "slow-drip"]) func aHangEndsWithItsTime(_ command: String) throws {
        let pool = try FaultyPool.make {
            $0.requestSeconds = 0.2
            $0.sharedBytes = 1 << 20
        }
        let start = Clock.now
        let error = try #require(FaultyPool.failure(pool, command))
        #expect(error.code == .timedOut && error.message.contains("“\(command)”"))
        // The rest is for a machine that has much else to do.
        #expect(Clock.now - start < 60)
        #expect(pool.status.failures == 1, "its time was up: a second worker would only cost as much again")
        #expect(pool.status.workers == 0, "nothing is left of it")
    }

    /// A captured worker could falsify whatever it is given next, so there is an end to that.
    @Test func aWorkerIsReplacedOnceItHasWorkedForSomeSeconds() throws {
        let time = TestTime(step: 1)
        let pool = try FaultyPool.make {
            ($0.now, $0.workSeconds) = (time.now, 12)
            $0.requestSeconds = 10_000
        }
        // Each takes at least three steps of the clock.
        var processes: [String] = []
        for _ in 0..<30 { processes.append(try FaultyPool.examine(pool, "process").get().facts.title ?? "") }
        let runs = processes.reduce(into: [(String, Int)]()) { runs, process in
            if runs.last?.0 == process { runs[runs.count - 1].1 += 1 } else { runs.append((process, 1)) }
        }
        #expect(runs.count > 4 && Set(runs.map(\.0)).count == runs.count, "\(runs)")
        #expect(runs.dropLast().allSatisfy { (1...4).contains($0.1) }, "\(runs)")
        #expect(pool.status.failures == 0)
    }

    /// Memory is all that it gets: who asks for some at the last moment and then does nothing is out of time all the same.
    @Test func memoryThatIsAskedForLateBuysNoTime() throws {
        let time = TestTime(step: 0)
        let pool = try FaultyPool.make {
            $0.now = time.now
            $0.requestSeconds = 2.5
            $0.sharedBytes = 1 << 20
        }
        _ = try FaultyPool.examine(pool, "thumbnail").get()
        // Asked at 1; the wait for the worker begins at 2, the wait for the answer that never comes at 3, at 4 it is over, and at 5 it is noted how long it was.
        time.restart(step: 1)
        let error = try #require(FaultyPool.failure(pool, "late-memory@2"))
        #expect(error.code == .timedOut, "\(error)")
        #expect(time.last <= 5, "it was waited for until \(time.last)")
    }

    /// The first try may have used most of what there is.
    @Test func aSecondTryHasWhatTheFirstLeft() throws {
        let time = TestTime(step: 0)
        let pool = try FaultyPool.make {
            $0.now = time.now
            $0.requestSeconds = 10
        }
        _ = try FaultyPool.examine(pool, "thumbnail").get()
        time.restart(step: 3)
        #expect(FaultyPool.failure(pool, "crash")?.code == .workerFailed)
        #expect(pool.status.failures == 1, "more than half of its time was over")
        time.restart(step: 0)
        #expect(FaultyPool.failure(pool, "crash")?.code == .workerFailed)
        #expect(pool.status.failures == 3)
    }

    @Test func idleWorkersEnd() throws {
        let pool = try FaultyPool.make { $0.idleSeconds = 0.05 }
        _ = try FaultyPool.examine(pool, "thumbnail").get()
        let haveEnded = pool.wait(seconds: 120, forWorkers: 0)
        #expect(haveEnded)
        _ = try FaultyPool.examine(pool, "thumbnail").get()
    }
}
