import Testing
@testable import Imaging

/// The world is small enough to visit all of it: a few requests over shared keys, every order of everything that can happen.
@Suite struct RequestMachineTests {
    private typealias Machine = RequestMachine<String, Int, Int>

    /// One thing that happens to the machine.
    private enum Step: Hashable, CustomStringConvertible {
        case add(Int64), cancel(Int64), next, finish(String, Bool), begin(Int64), delivered(Int64)
        var description: String {
            switch self {
            case .add(let id): "add \(id)"
            case .cancel(let id): "cancel \(id)"
            case .next: "next"
            case .finish(let key, let good): "finish \(key) \(good)"
            case .begin(let id): "begin \(id)"
            case .delivered(let id): "delivered \(id)"
            }
        }
    }

    private struct Plan { let final: String, early: String?, priority: ImageRequest.Priority }

    /// What a handler may be told, and who holds what: the rules, said a second time.
    private struct World {
        var machine = Machine()
        var added: Set<Int64> = []
        var running: Set<String> = []
        /// Requests with mail that nobody has begun to deliver.
        var mail: Set<Int64> = []
        var delivering: Set<Int64> = []
        var heard: [Int64: [Machine.Kind]] = [:]
        var cancelled: Set<Int64> = []
        var trail: [Step] = []
    }

    private func steps(_ world: World, _ plans: [Int64: Plan]) -> [Step] {
        var steps: [Step] = []
        for id in plans.keys.sorted() {
            if !world.added.contains(id) { steps.append(.add(id)) }
            else if !world.cancelled.contains(id) { steps.append(.cancel(id)) }
        }
        steps.append(.next)
        for key in world.running.sorted() { steps += [.finish(key, true), .finish(key, false)] }
        for id in world.mail.sorted() { steps.append(.begin(id)) }
        for id in world.delivering.sorted() { steps.append(.delivered(id)) }
        return steps
    }

    private func hear(_ event: Machine.Event?, _ id: Int64, _ world: inout World) {
        guard let event else { return }
        let before = world.heard[id, default: []]
        #expect(!before.contains { $0 != .degraded }, "nothing after the terminal event: \(world.trail)")
        #expect(event.kind != .degraded || !before.contains(.degraded), "one first impression: \(world.trail)")
        if world.cancelled.contains(id) { #expect(event.kind != .degraded, "no picture after cancel: \(world.trail)") }
        world.heard[id, default: []].append(event.kind)
    }

    private func take(_ step: Step, _ world: inout World, _ plans: [Int64: Plan]) {
        world.trail.append(step)
        switch step {
        case .add(let id):
            let plan = plans[id]!
            _ = world.machine.add(id, final: plan.final, early: plan.early, priority: plan.priority, work: 0)
            world.added.insert(id)
        case .cancel(let id):
            if world.machine.cancel(id) {
                world.cancelled.insert(id)
                world.mail.insert(id)
            }
        case .next:
            if let (key, _) = world.machine.next() {
                #expect(!world.running.contains(key), "the same work never runs twice at once: \(world.trail)")
                world.running.insert(key)
            }
        case .finish(let key, let good):
            world.running.remove(key)
            world.mail.formUnion(world.machine.finish(key, succeeded: good, payload: 0))
        case .begin(let id):
            world.mail.remove(id)
            let event = world.machine.beginDelivery(id)
            #expect(!(world.delivering.contains(id) && event != nil), "one handler call at a time: \(world.trail)")
            if event != nil { world.delivering.insert(id) }
            hear(event, id, &world)
        case .delivered(let id):
            let event = world.machine.delivered(id)
            if event == nil { world.delivering.remove(id) }
            hear(event, id, &world)
        }
    }

    /// Lets everything run to its end.
    private func drain(_ world: inout World, _ plans: [Int64: Plan]) {
        for id in plans.keys.sorted() where !world.added.contains(id) { take(.add(id), &world, plans) }
        for _ in 0..<40 {
            while let key = world.running.sorted().first { take(.finish(key, true), &world, plans) }
            while let id = world.mail.sorted().first { take(.begin(id), &world, plans) }
            while let id = world.delivering.sorted().first { take(.delivered(id), &world, plans) }
            take(.next, &world, plans)
            if world.running.isEmpty, world.mail.isEmpty, world.delivering.isEmpty { break }
        }
        for id in plans.keys {
            #expect(world.heard[id]?.filter { $0 != .degraded }.count == 1, "exactly one terminal event for \(id): \(world.trail)")
        }
        #expect(world.machine.liveCount == 0, "nothing is left of ended requests: \(world.trail)")
        #expect(world.machine.jobCount == 0, "no work is left: \(world.trail)")
    }

    private func explore(_ world: World, _ plans: [Int64: Plan], depth: Int, visited: inout Int) {
        visited += 1
        var ending = world
        drain(&ending, plans)
        guard depth > 0 else { return }
        for step in steps(world, plans) {
            var following = world
            take(step, &following, plans)
            explore(following, plans, depth: depth - 1, visited: &visited)
        }
    }

    @Test func everyOrderOfTwoRequestsWithSharedWork() {
        let plans: [Int64: Plan] = [
            1: Plan(final: "full", early: "thumb", priority: .normal),
            2: Plan(final: "full", early: nil, priority: .interactive),
        ]
        var visited = 0
        explore(World(), plans, depth: 7, visited: &visited)
        #expect(visited > 1000)
    }

    @Test func everyOrderOfTwoRequestsWhoseFirstImpressionIsAnothersResult() {
        let plans: [Int64: Plan] = [
            1: Plan(final: "full", early: "thumb", priority: .background),
            2: Plan(final: "thumb", early: nil, priority: .normal),
        ]
        var visited = 0
        explore(World(), plans, depth: 7, visited: &visited)
    }

    @Test func higherPrioritiesComeFirstAndRaiseWhatTheyShare() {
        var machine = Machine()
        var news = [("a", 1), ("b", 2), ("c", 3)].map { machine.add(Int64($1), final: $0, early: nil, priority: .background, work: 0) }
        news.append(machine.add(4, final: "c", early: nil, priority: .interactive, work: 0))
        news.append(machine.add(5, final: "c", early: nil, priority: .normal, work: 0))
        #expect(news == [true, true, true, true, false], "raising is news for a thread, joining is not")
        let order = (0..<4).map { _ in machine.next()?.key }
        #expect(order == ["c", "a", "b", nil])
        let mail = machine.finish("c", succeeded: true, payload: 0)
        #expect(mail == [3, 4, 5])
    }

    @Test func firstImpressionsOfAllComeBeforeTheResultOfAny() {
        var machine = Machine()
        for (id, name) in [(Int64(1), "A"), (2, "B")] {
            _ = machine.add(id, final: "\(name).final", early: "\(name).early", priority: .interactive, work: 0)
        }
        let order = (0..<4).map { _ in machine.next()?.key }
        #expect(order == ["A.early", "B.early", "A.final", "B.final"])
    }

    @Test func workThatNobodyWaitsForIsNotBegun() {
        var machine = Machine()
        _ = machine.add(1, final: "a", early: "t", priority: .normal, work: 0)
        _ = machine.add(2, final: "b", early: nil, priority: .normal, work: 0)
        let cancelled = [machine.cancel(1), machine.cancel(1)]
        #expect(cancelled == [true, false], "cancelling again is without effect")
        let order = (0..<2).map { _ in machine.next()?.key }
        #expect(order == ["b", nil])
    }

    @Test func cancellingOneSubscriberLeavesTheOthers() {
        var machine = Machine()
        _ = machine.add(1, final: "a", early: nil, priority: .normal, work: 0)
        _ = machine.add(2, final: "a", early: nil, priority: .normal, work: 0)
        _ = machine.next()
        _ = machine.cancel(1)
        let mail = machine.finish("a", succeeded: true, payload: 9)
        #expect(mail == [2])
        let events = [machine.beginDelivery(2), machine.beginDelivery(1)]
        #expect(events[0]?.payload == 9)
        #expect(events[1]?.kind == .cancelled)
    }
}
