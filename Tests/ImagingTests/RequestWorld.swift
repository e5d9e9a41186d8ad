import Testing
@testable import Imaging

typealias TestMachine = RequestMachine<String, Int, Int>

struct RequestPlan {
    let final: String
    let early: [String]
    let priority: ImageRequest.Priority
}

/// One thing that happens to the machine.
enum RequestStep: Hashable, CustomStringConvertible {
    case add(Int64), cancel(Int64), set(Int64, ImageRequest.Priority), next, finish(String, Bool), giveBack(String), begin(Int64), delivered(Int64)
    var description: String {
        switch self {
        case .add(let id): "add \(id)"
        case .cancel(let id): "cancel \(id)"
        case .set(let id, let priority): "set \(id) \(priority)"
        case .next: "next"
        case .finish(let key, let good): "finish \(key) \(good)"
        case .giveBack(let key): "give back \(key)"
        case .begin(let id): "begin \(id)"
        case .delivered(let id): "delivered \(id)"
        }
    }
}

/// A machine and what may happen to it: what a handler may be told, who holds what, and what runs next: the rules, said a second time. The first
/// one that is broken ends the test, with the way there.
struct RequestWorld {
    let plans: [Int64: RequestPlan]
    var machine = TestMachine()
    var model = WaitingModel()
    var added: Set<Int64> = []
    var running: Set<String> = []
    /// Requests with mail that nobody has begun to deliver.
    var mail: Set<Int64> = []
    var delivering: Set<Int64> = []
    var heard: [Int64: [TestMachine.Kind]] = [:]
    var cancelled: Set<Int64> = []
    var trail: [RequestStep] = []

    /// Whether work that runs may be given back.
    let givesBack: Bool

    init(_ plans: [Int64: RequestPlan], givesBack: Bool = false) { (self.plans, self.givesBack) = (plans, givesBack) }

    /// Everything that can happen now; priorities change to one of `priorities`.
    func steps(priorities: [ImageRequest.Priority] = []) -> [RequestStep] {
        var steps: [RequestStep] = []
        for id in plans.keys.sorted() {
            guard added.contains(id) else {
                steps.append(.add(id))
                continue
            }
            guard !cancelled.contains(id) else { continue }
            steps.append(.cancel(id))
            steps += priorities.map { .set(id, $0) }
        }
        steps.append(.next)
        for key in running.sorted() { steps += [.finish(key, true), .finish(key, false)] + (givesBack ? [.giveBack(key)] : []) }
        for id in mail.sorted() { steps.append(.begin(id)) }
        for id in delivering.sorted() { steps.append(.delivered(id)) }
        return steps
    }

    mutating func take(_ step: RequestStep) throws {
        trail.append(step)
        switch step {
        case .add(let id):
            let plan = plans[id]!
            _ = machine.add(id, final: plan.final, early: plan.early, priority: plan.priority, work: 0)
            model.add(id, plan)
            added.insert(id)
        case .cancel(let id):
            let expected = model.end(id)
            let isCancelled = machine.cancel(id)
            try #require(isCancelled == expected, "cancel reaches whoever has not ended: \(trail)")
            if isCancelled {
                cancelled.insert(id)
                mail.insert(id)
            }
        case .set(let id, let priority):
            machine.setPriority(id, priority)
            model.set(id, priority)
        case .next:
            let expected = model.next()
            let key = machine.next()?.key
            try #require(key == expected, "the most urgent, and of those the newest: \(trail)")
            if let key {
                try #require(!running.contains(key), "the same work never runs twice at once: \(trail)")
                running.insert(key)
            }
        case .finish(let key, let good):
            running.remove(key)
            mail.formUnion(machine.finish(key, succeeded: good, payload: Self.payload(key)))
            model.finish(key, good)
        case .giveBack(let key):
            running.remove(key)
            let expected = model.giveBack(key)
            try #require(machine.giveBack(key) == expected, "what nobody wants is not begun again: \(trail)")
        case .begin(let id):
            mail.remove(id)
            let event = machine.beginDelivery(id)
            try #require(!(delivering.contains(id) && event != nil), "one handler call at a time: \(trail)")
            if event != nil { delivering.insert(id) }
            try hear(event, id)
        case .delivered(let id):
            let event = machine.delivered(id)
            if event == nil { delivering.remove(id) }
            try hear(event, id)
        }
        try #require(machine.waitingCount == model.waiting.count, "work waits as long as somebody wants it: \(trail)")
    }

    /// Tells what an event is about.
    private static func payload(_ key: String) -> Int { key.utf8.reduce(0) { $0 * 31 + Int($1) } }

    private mutating func hear(_ event: TestMachine.Event?, _ id: Int64) throws {
        guard let event else { return }
        let before = heard[id, default: []]
        try #require(!before.contains { $0 != .degraded }, "nothing after the terminal event: \(trail)")
        let delivered = before.count { $0 == .degraded }
        if event.kind == .degraded {
            try #require(delivered < plans[id]!.early.count, "each degraded image once: \(trail)")
            try #require(event.payload == Self.payload(plans[id]!.early[delivered]), "in their order: \(trail)")
        }
        if cancelled.contains(id) { try #require(event.kind != .degraded, "no picture after cancel: \(trail)") }
        heard[id, default: []].append(event.kind)
    }

    /// Lets everything run to its end.
    mutating func drain() throws {
        for id in plans.keys.sorted() where !added.contains(id) { try take(.add(id)) }
        for _ in 0..<(20 * plans.count) {
            while let key = running.min() { try take(.finish(key, true)) }
            while let id = mail.min() { try take(.begin(id)) }
            while let id = delivering.min() { try take(.delivered(id)) }
            try take(.next)
            if running.isEmpty, mail.isEmpty, delivering.isEmpty { break }
        }
        for id in plans.keys {
            try #require(heard[id]?.filter { $0 != .degraded }.count == 1, "exactly one terminal event for \(id): \(trail)")
        }
        try #require(machine.liveCount == 0, "nothing is left of ended requests: \(trail)")
        try #require(machine.jobCount == 0, "no work is left: \(trail)")
    }

    /// Visits everything that can happen in `depth` steps, and from every place lets all run to its end. Returns how many places there were.
    func explore(depth: Int, priorities: [ImageRequest.Priority] = []) throws -> Int {
        var ending = self
        try ending.drain()
        guard depth > 0 else { return 1 }
        return try steps(priorities: priorities).reduce(1) { visited, step in
            var following = self
            try following.take(step)
            return try visited + following.explore(depth: depth - 1, priorities: priorities)
        }
    }
}
