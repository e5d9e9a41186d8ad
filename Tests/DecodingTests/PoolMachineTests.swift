import TestSupport
import Testing

@testable import Decoding

@Suite struct PoolMachineTests {
    static func machine(workers: Int = 2, spares: Int = 0, sparesAfter: Int = 0, idle: Double = 30) -> PoolMachine {
        PoolMachine(limits: .init(workers: workers, spares: spares, sparesAfter: sparesAfter, idleSeconds: idle))
    }

    @Test func theFirstCallStartsAWorkerAndGetsIt() {
        var machine = Self.machine()
        #expect(machine.acquire(1, now: 0) == [.spawn(0)])
        #expect(machine.started(0, now: 1) == [.grant(1, 0)])
        #expect(machine.release(0, .reusable, now: 2) == [])
        #expect(machine.acquire(2, now: 3) == [.grant(2, 0)])
    }

    @Test func callersWaitInOrderForAFixedNumberOfWorkers() {
        var machine = Self.machine()
        #expect(machine.acquire(1, now: 0) == [.spawn(0)])
        #expect(machine.acquire(2, now: 0) == [.spawn(1)])
        #expect(machine.acquire(3, now: 0) == [])
        #expect(machine.started(1, now: 0) == [.grant(1, 1)])
        #expect(machine.started(0, now: 0) == [.grant(2, 0)])
        #expect(machine.release(0, .reusable, now: 0) == [.grant(3, 0)])
    }

    @Test func aDeadWorkerIsReplacedWhenSomebodyWaits() {
        var machine = Self.machine(workers: 1)
        _ = machine.acquire(1, now: 0)
        _ = machine.started(0, now: 0)
        _ = machine.acquire(2, now: 0)
        #expect(machine.release(0, .dead, now: 0) == [.spawn(1)])
        #expect(machine.started(1, now: 0) == [.grant(2, 1)])
        #expect(machine.release(1, .dead, now: 0) == [])
        #expect(machine.slots.isEmpty)
    }

    @Test func aSpentWorkerEndsAndServesNobodyMore() {
        var machine = Self.machine(workers: 1)
        _ = machine.acquire(1, now: 0)
        _ = machine.started(0, now: 0)
        _ = machine.acquire(2, now: 0)
        #expect(machine.release(0, .spent, now: 0) == [.spawn(1), .end(0)], "whoever waits gets a fresh one")
        #expect(machine.started(1, now: 0) == [.grant(2, 1)])
        machine.ended(0)
        #expect(machine.release(1, .spent, now: 0) == [.end(1)], "where nobody waits none is started")
        #expect(machine.close() == [] && !machine.isDone)
        machine.ended(1)
        #expect(machine.isDone)
    }

    @Test func aStartThatFailsTellsOneCallerAndTriesForTheNext() {
        var machine = Self.machine(workers: 1)
        _ = machine.acquire(1, now: 0)
        _ = machine.acquire(2, now: 0)
        #expect(machine.startFailed(0, now: 0) == [.refuse(1), .spawn(1)])
        #expect(machine.startFailed(1, now: 0) == [.refuse(2)])
        #expect(machine.startFailed(1, now: 0) == [])
    }

    @Test func aSpareIsKeptOnceThereIsEnoughWork() {
        var machine = Self.machine(workers: 1, spares: 1, sparesAfter: 1)
        #expect(machine.acquire(1, now: 0) == [.spawn(0)])
        #expect(machine.started(0, now: 0) == [.grant(1, 0)])
        #expect(machine.release(0, .reusable, now: 0) == [])
        #expect(machine.acquire(2, now: 0) == [.grant(2, 0), .spawn(1)])
        #expect(machine.started(1, now: 0) == [])
        #expect(machine.acquire(3, now: 0) == [], "the spare is no second worker")
        #expect(machine.release(0, .dead, now: 0) == [.grant(3, 1), .spawn(2)], "it steps in at once")
    }

    @Test func idleWorkersEndAndSparesLast() {
        var machine = Self.machine(workers: 2, spares: 1, sparesAfter: 100)
        _ = machine.acquire(1, now: 0) + machine.acquire(2, now: 0) + machine.started(0, now: 0) + machine.started(1, now: 0)
        #expect(machine.nextTick == nil)
        _ = machine.release(0, .reusable, now: 0)
        _ = machine.release(1, .reusable, now: 10)
        #expect(machine.nextTick == 30)
        #expect(machine.tick(29) == [])
        #expect(machine.tick(30) == [.end(0)])
        machine.ended(0)
        #expect(machine.nextTick == 40)
        #expect(machine.tick(40) == [.end(1)])
        machine.ended(1)
        #expect(machine.nextTick == nil && machine.slots.isEmpty)
    }

    @Test func whoeverIdlesEndsAtOnceWhereMemoryIsScarce() {
        var machine = Self.machine(workers: 2)
        _ = machine.acquire(1, now: 0) + machine.acquire(2, now: 0) + machine.started(0, now: 0) + machine.started(1, now: 0)
        #expect(machine.retireIdle() == [])
        _ = machine.release(0, .reusable, now: 0)
        #expect(machine.retireIdle() == [.end(0)])
        machine.ended(0)
        #expect(machine.release(1, .reusable, now: 1) == [])
        #expect(machine.retireIdle() == [.end(1)])
        machine.ended(1)
        #expect(machine.acquire(3, now: 2).contains(.spawn(2)), "the next call starts another")
    }

    @Test func closingRefusesWaitersEndsIdleWorkersAndWaitsForTheRest() {
        var machine = Self.machine(workers: 2)
        _ = machine.acquire(1, now: 0) + machine.acquire(2, now: 0) + machine.acquire(3, now: 0)
        _ = machine.started(0, now: 0)
        #expect(machine.close() == [.refuse(2), .refuse(3)])
        #expect(machine.acquire(4, now: 0) == [.refuse(4)])
        #expect(machine.started(1, now: 0) == [.end(1)])
        #expect(machine.release(0, .reusable, now: 0) == [.end(0)])
        #expect(!machine.isDone)
        machine.ended(0)
        machine.ended(1)
        #expect(machine.isDone)
        #expect(machine.close() == [])
    }

    /// Random histories against the rules that must hold whatever happens.
    @Test(arguments: 0..<40) func theRulesHoldInEveryHistory(_ seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let limits = PoolMachine.Limits(
            workers: Int.random(in: 1...3, using: &random), spares: Int.random(in: 0...2, using: &random),
            sparesAfter: Int.random(in: 0...5, using: &random), idleSeconds: 10)
        var machine = PoolMachine(limits: limits)
        var (now, ticket) = (0.0, 0)
        var starting: Set<Int> = [], busy: Set<Int> = [], dying: Set<Int> = [], answered: Set<Int> = []
        func follow(_ actions: [PoolMachine.Action]) {
            for action in actions {
                switch action {
                case .spawn(let slot): #expect(starting.insert(slot).inserted)
                case .grant(let ticket, let slot):
                    #expect(busy.insert(slot).inserted && answered.insert(ticket).inserted && !starting.contains(slot) && !dying.contains(slot))
                case .refuse(let ticket): #expect(answered.insert(ticket).inserted)
                case .end(let slot): #expect(dying.insert(slot).inserted && !busy.contains(slot))
                }
            }
        }
        for step in 0..<400 {
            now += Double.random(in: 0...3, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                ticket += 1
                follow(machine.acquire(ticket, now: now))
            case 2: if let slot = starting.min() { starting.remove(slot); follow(machine.started(slot, now: now)) }
            case 3: if Bool.random(using: &random), let slot = starting.max() { starting.remove(slot); follow(machine.startFailed(slot, now: now)) }
            case 4, 5: if let slot = busy.min() { busy.remove(slot); follow(machine.release(slot, [.reusable, .spent, .dead].randomElement(using: &random) ?? .dead, now: now)) }
            case 6: follow(machine.tick(now))
            default: if let slot = dying.min() { dying.remove(slot); machine.ended(slot) }
            }
            if step == 350 { follow(machine.close()) }
            #expect(busy.count <= limits.workers)
            #expect(machine.slots.values.count { $0 != .dying } <= limits.workers + limits.spares)
            if !machine.waiting.isEmpty { #expect(busy.count == limits.workers || !starting.isEmpty, "somebody waits for nothing") }
        }
        while let slot = starting.popFirst() { follow(machine.started(slot, now: now)) }
        while let slot = busy.popFirst() { follow(machine.release(slot, .reusable, now: now)) }
        for slot in dying { machine.ended(slot) }
        #expect(machine.isDone && answered == Set(ticket == 0 ? [] : Array(1...ticket)))
    }
}
