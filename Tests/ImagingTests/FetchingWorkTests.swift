import Foundation
import Imaging
import Synchronization
import Testing

/// Work that may fetch a file: every course it can take, and what is heard of it.
@Suite struct FetchingWorkTests {
    private enum Fault: FetchableError {
        case elsewhere, other
        var isInCloud: Bool { self == .elsewhere }
    }

    /// What becomes of a try, or of the fetch between the two.
    private enum Step: CaseIterable, Sendable {
        case works, isElsewhere, fails
        /// It is cancelled and ends for that.
        case isCancelled
        /// It is cancelled and works all the same.
        case worksThoughCancelled
    }

    private struct Course: CustomStringConvertible {
        var mayFetch: Bool
        var first: Step, fetch: Step, second: Step
        /// Each step is over before the call that begins it returns.
        var isImmediate: Bool

        var description: String { "\(mayFetch ? "" : "no network, ")\(first), \(fetch), \(second)\(isImmediate ? ", at once" : "")" }

        /// What the rule says of it.
        var expected: [String] {
            var words = ["try"]
            if let end = end(first, "first") { return words + end }
            guard mayFetch else { return words + ["elsewhere"] }
            words.append("fetch")
            switch fetch {
            case .works: break
            case .isElsewhere: return words + ["elsewhere"]
            case .fails: return words + ["other"]
            // What is here by then is of no use to anybody.
            case .isCancelled, .worksThoughCancelled: return words + ["stop", "cancelled"]
            }
            words.append("try again")
            return words + (end(second, "second") ?? ["elsewhere"])
        }

        private func end(_ step: Step, _ value: String) -> [String]? {
            switch step {
            case .works: [value]
            case .isElsewhere: nil
            case .fails: ["other"]
            case .isCancelled: ["stop", "cancelled"]
            case .worksThoughCancelled: ["stop", value]
            }
        }
    }

    /// Makes one course happen, and writes down what is called.
    private final class Run: Sendable {
        private let course: Course
        private let work = FetchingWork<String>()
        private let words = Mutex<[String]>([])
        private let next = Mutex<(@Sendable () -> Void)?>(nil)

        init(_ course: Course) { self.course = course }

        func run() -> [String] {
            work.start(fetch: course.mayFetch ? fetch : nil, attempt: attempt) { result in
                switch result {
                case .success(let value): self.say(value)
                case .failure(is CancellationError): self.say("cancelled")
                case .failure(let error): self.say("\(error)")
                }
            }
            while let step = next.withLock({ step in
                defer { step = nil }
                return step
            }) { step() }
            // Nothing is heard any more, whatever is done.
            work.cancel()
            return words.withLock { $0 }
        }

        private func say(_ word: String) { words.withLock { $0.append(word) } }

        private func attempt(_ turn: FetchingWork<String>.Turn) -> @Sendable () -> Void {
            say(turn.isSecond ? "try again" : "try")
            let step = turn.isSecond ? course.second : course.first
            return happen(step) { error in
                turn.end(error.map { .failure($0) } ?? .success(turn.isSecond ? "second" : "first"))
                // A try that is over ends nothing.
                turn.end(.failure(Fault.other))
            }
        }

        private func fetch(_ done: @escaping @Sendable (Result<Void, any Error>) -> Void) -> @Sendable () -> Void {
            say("fetch")
            return happen(course.fetch) { error in done(error.map { .failure($0) } ?? .success(())) }
        }

        private func happen(_ step: Step, _ end: @escaping @Sendable ((any Error)?) -> Void) -> @Sendable () -> Void {
            let act: @Sendable () -> Void = { [work] in
                switch step {
                case .works: end(nil)
                case .isElsewhere: end(Fault.elsewhere)
                case .fails: end(Fault.other)
                case .isCancelled, .worksThoughCancelled: work.cancel()
                }
            }
            if course.isImmediate { act() } else { next.withLock { $0 = act } }
            return {
                self.say("stop")
                end(step == .worksThoughCancelled ? nil : CancellationError())
            }
        }
    }

    @Test func everyCourseEndsOnceAsTheRuleSays() {
        var count = 0
        for mayFetch in [false, true] {
            for first in Step.allCases {
                for fetch in Step.allCases {
                    for second in Step.allCases {
                        for isImmediate in [false, true] {
                            let course = Course(mayFetch: mayFetch, first: first, fetch: fetch, second: second, isImmediate: isImmediate)
                            #expect(Run(course).run() == course.expected, "\(course)")
                            count += 1
                        }
                    }
                }
            }
        }
        #expect(count == 500)
    }

    /// The tries and the fetch of a course in which nobody cancels.
    private final class Script: Sendable {
        private let course: Course
        private let words = Mutex<[String]>([])

        init(_ course: Course) { self.course = course }

        var all: [String] { words.withLock { $0 } }

        func say(_ word: String) { words.withLock { $0.append(word) } }

        func work() throws -> String {
            let isSecond = all.contains("try")
            say(isSecond ? "try again" : "try")
            if let fault = Self.fault(isSecond ? course.second : course.first) { throw fault }
            return isSecond ? "second" : "first"
        }

        var fetch: FileFetch? {
            guard course.mayFetch else { return nil }
            return { done in
                self.say("fetch")
                let fault = Self.fault(self.course.fetch)
                DispatchQueue.global().async { done(fault.map { .failure($0) } ?? .success(())) }
                return {}
            }
        }

        private static func fault(_ step: Step) -> Fault? { step == .works ? nil : step == .fails ? .other : .elsewhere }
    }

    @Test func theSameRuleHoldsOnTheCallingThreadAndAwaited() async {
        let steps: [Step] = [.works, .isElsewhere, .fails]
        for number in 0..<54 {
            let course = Course(
                mayFetch: number >= 27, first: steps[number % 3], fetch: steps[number / 3 % 3], second: steps[number / 9 % 3], isImmediate: true)
            let now = Script(course), awaited = Script(course)
            do { now.say(try FetchingWork.now(now.fetch, now.work)) } catch { now.say("\(error)") }
            #expect(now.all == course.expected, "\(course)")
            do { awaited.say(try await FetchingWork.awaited(awaited.fetch) { try awaited.work() }) } catch { awaited.say("\(error)") }
            #expect(awaited.all == course.expected, "\(course), awaited")
        }
    }

    @Test func workThatWasCancelledBeforeNeverBegins() {
        let work = FetchingWork<Int>(), ends = Mutex(0)
        work.cancel()
        work.start(
            fetch: nil,
            attempt: { _ in
                Issue.record("it began")
                return {}
            }
        ) { result in
            if case .failure(is CancellationError) = result { ends.withLock { $0 += 1 } }
        }
        #expect(ends.withLock { $0 } == 1)
    }

    @Test func aCancelledTaskDoesNotWaitForTheReader() async {
        let queue = OperationQueue(), goOn = DispatchSemaphore(value: 0)
        queue.maxConcurrentOperationCount = 1
        let (readings, reading) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await FetchingWork<Int>().result(
                fetch: nil,
                attempt: FetchingWork.on(queue) {
                    reading.yield()
                    goOn.wait()
                    return 1
                })
        }
        for await _ in readings { break }
        // Waits behind the first, and is cancelled before its turn.
        let unwanted = Task {
            try await FetchingWork<Int>().result(
                fetch: nil,
                attempt: FetchingWork.on(queue) {
                    Issue.record("it was read for nobody")
                    return 2
                })
        }
        unwanted.cancel()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: CancellationError.self) { try await unwanted.value }
        goOn.signal()
        // Behind both.
        await withCheckedContinuation { done in queue.addOperation { done.resume() } }
    }

    @Test func whoeverIsFasterItEndsOnce() {
        let ends = Mutex<[Int: Int]>([:]), queue = OperationQueue(), all = DispatchGroup()
        queue.maxConcurrentOperationCount = 4
        DispatchQueue.concurrentPerform(iterations: 5_000) { number in
            let work = FetchingWork<String>(), script = Script(Course(mayFetch: true, first: .isElsewhere, fetch: .works, second: .works, isImmediate: false))
            all.enter()
            work.start(fetch: script.fetch, attempt: FetchingWork.on(queue, script.work)) { _ in
                ends.withLock { $0[number, default: 0] += 1 }
                all.leave()
            }
            if number % 2 == 0 { work.cancel() }
        }
        #expect(all.wait(timeout: .now() + 120) == .success)
        #expect(ends.withLock { $0.count == 5_000 && $0.values.allSatisfy { $0 == 1 } })
    }
}
