import Dispatch
import Synchronization
import Testing

@testable import Importing

@Suite("Work that is taken up in order") struct OrderedPipelineTests {
    /// Everything that comes out until the end.
    private func drain(_ pipeline: OrderedPipeline<Int, Int>) -> [Int] {
        var outputs: [Int] = []
        while case .output(let output) = pipeline.take(until: nil) { outputs.append(output) }
        return outputs
    }

    @Test(arguments: [(1, 1), (1, 4), (3, 2), (64, 8)]) func anyNumberOfThreadsGivesTheSameOrder(_ window: Int, _ count: Int) {
        let pipeline = OrderedPipeline<Int, Int>(window: window)
        let threads = WorkerThreads()
        let running = Mutex((now: 0, most: 0))
        threads.start("submit") {
            for number in 0..<500 where !pipeline.submit(number) { return }
            pipeline.close()
        }
        threads.start("work", count: count) {
            pipeline.work { number in
                running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                defer { running.withLock { $0.now -= 1 } }
                return number * number
            }
        }
        #expect(drain(pipeline) == (0..<500).map { $0 * $0 })
        threads.join()
        #expect(running.withLock { $0.most } <= min(window, count))
    }

    @Test func stoppingWakesEverybodyAndKeepsWhatWasBegun() {
        let pipeline = OrderedPipeline<Int, Int>(window: 2)
        let threads = WorkerThreads()
        let begun = DispatchSemaphore(value: 0), mayEnd = DispatchSemaphore(value: 0)
        threads.start("submit") {
            var number = 0
            while pipeline.submit(number) { number += 1 }
        }
        threads.start("work") {
            pipeline.work { number in
                begun.signal()
                mayEnd.wait()
                return number
            }
        }
        begun.wait()
        pipeline.stop()
        mayEnd.signal()
        #expect(drain(pipeline) == [0])
        threads.join()
    }

    @Test func anEmptyPipelineEndsAtOnce() {
        let pipeline = OrderedPipeline<Int, Int>(window: 1)
        pipeline.close()
        #expect(drain(pipeline).isEmpty)
    }
}
