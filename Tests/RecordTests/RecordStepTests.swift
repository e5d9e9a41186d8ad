import Foundation
import Synchronization
import Testing

@testable import Record

/// Ends a process before one of its steps, and all that it would have done afterwards.
private final class Death: Sendable {
    struct Killed: Error {}
    private let left: Mutex<Int>
    let steps = Mutex<[String]>([])

    init(after count: Int) { left = Mutex(count) }

    @Sendable func step(_ name: String) throws {
        let isAlive = left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isAlive else { throw Killed() }
        steps.withLock { $0.append(name) }
    }
}

@Suite struct RecordStepTests {
    @Test func aCompactionKilledBeforeAnyStepLosesNothing() throws {
        var killed = 0
        for count in 0... {
            let temporary = try TemporaryRecord()
            let first = try temporary.open()
            // Over a snapshot, so that there is one to lose.
            try History.fill(first, 0..<2)
            try first.compact()
            try History.fill(first, 2..<3)
            let death = Death(after: count)
            let isDone = (try? temporary.open(beforeStep: death.step).compact()) != nil
            let steps = death.steps.withLock { $0 }
            #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: 3), "killed after \(steps)")
            try History.fill(temporary.open(), 3..<4)
            #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: 4), "killed after \(steps)")
            try temporary.open().compact()
            #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: 4), "killed after \(steps)")
            #expect(try temporary.names().count == 2, "killed after \(steps)")
            if isDone { break }
            killed += 1
        }
        #expect(killed > 10)
    }

    @Test func anAppendKilledBeforeAnyStepIsThereOrIsNot() throws {
        for count in 0... {
            let temporary = try TemporaryRecord()
            let death = Death(after: count)
            var appended = 0
            let record = try temporary.open(beforeStep: death.step)
            for index in History.commits.indices where (try? History.fill(record, index..<index + 1)) != nil { appended = index + 1 }
            guard appended < History.commits.count else { return #expect(count > 8) }
            let reached = Int((try? TemporaryRecord.state(temporary.open()).position) ?? 0)
            #expect(reached >= appended, "what was acknowledged is there")
            if reached > 0 { #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: reached)) }
            try History.fill(temporary.open(), reached..<History.commits.count)
            #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: History.commits.count))
        }
    }

    @Test func aCompactionThatIsGivenUpLeavesTheRecordAsItWas() throws {
        let temporary = try TemporaryRecord()
        let record = try temporary.open()
        try History.fill(record)
        let log = try temporary.data("record-00000001.jsonl")
        #expect(throws: RecordError.self) { try record.compact { true } }
        #expect(try temporary.names() == ["record-00000001.jsonl"])
        #expect(try temporary.data("record-00000001.jsonl") == log)
    }

    @Test func anErrorWhileAppendingLeavesNothing() throws {
        struct Refusal: Error {}
        let temporary = try TemporaryRecord()
        let record = try temporary.open()
        try History.fill(record, 0..<2)
        let log = try temporary.data("record-00000001.jsonl")
        #expect(throws: Refusal.self) {
            try record.withLock(timeout: 1) { editor in
                _ = try editor.condition()
                try editor.append { appender in
                    for number in 0..<5_000 { try appender.append(History.asset(Int64(number), "long enough to be written before the end")) }
                    throw Refusal()
                }
            }
        }
        #expect(try temporary.data("record-00000001.jsonl") == log)
        try History.fill(record, 2..<4)
        #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: 4))
    }

    @Test func twoWritersTakeTurnsAndBothAreHeard() throws {
        let temporary = try TemporaryRecord()
        let writers = try (0..<2).map { _ in try temporary.open() }
        let failures = Mutex<[String]>([])
        let next = Mutex<Int64>(0)
        DispatchQueue.concurrentPerform(iterations: 2) { writer in
            for number in 0..<40 {
                do {
                    try writers[writer].withLock(timeout: 60) { editor in
                        if case .empty = try editor.condition() { try editor.begin() }
                        try editor.append { appender in
                            try appender.append(History.asset(Int64(writer * 1_000 + number), "\(writer)"))
                            return RecordCommit(
                                position: next.withLock {
                                    $0 += 1; return $0
                                }, date: 0, author: "")
                        }
                        if number % 7 == 3 { try editor.compact() }
                    }
                } catch { failures.withLock { $0.append("\(error)") } }
            }
        }
        #expect(failures.withLock { $0 } == [])
        let state = try TemporaryRecord.state(temporary.open())
        #expect(state.position == 80)
        #expect(state.objects.count == 80)
    }

    @Test func whoWaitsInVainIsToldSo() throws {
        let temporary = try TemporaryRecord()
        let first = try temporary.open(), second = try temporary.open()
        try first.withLock(timeout: 1) { _ in
            let error = #expect(throws: RecordError.self) { try second.withLock(timeout: 0) { _ in } }
            #expect(error?.code == .busy)
        }
        try second.withLock(timeout: 0) { _ in }
    }
}
