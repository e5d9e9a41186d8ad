/// Which worker serves whom, and when one is started or ended: decisions only, no processes, no clock.
///
/// Every event returns what the shell has to do, in that order.
struct PoolMachine {
    typealias Slot = Int
    typealias Ticket = Int

    struct Limits: Equatable {
        var workers: Int
        var spares: Int
        var sparesAfter: Int
        var idleSeconds: Double
    }

    enum Action: Equatable {
        /// Start a process for this slot; answer with `started` or `startFailed`.
        case spawn(Slot)
        /// The caller with this ticket has the worker to itself until `release`.
        case grant(Ticket, Slot)
        /// The caller gets an error: no worker could be started.
        case refuse(Ticket)
        /// Kill and reap the process; answer with `ended`.
        case end(Slot)
    }

    /// What becomes of a worker whose caller is done with it.
    enum Release: Equatable {
        /// It serves the next caller.
        case reusable
        /// It lives, and is to be ended all the same.
        case spent
        /// The caller has ended and reaped it.
        case dead
    }

    enum State: Equatable {
        case starting
        case idle(since: Double)
        case busy
        case dying
    }

    let limits: Limits
    private(set) var slots: [Slot: State] = [:]
    private(set) var waiting: [Ticket] = []
    private(set) var isClosed = false
    private var nextSlot = 0
    private var served = 0
    private var lastActivity = 0.0

    init(limits: Limits) { self.limits = limits }

    /// A caller wants a worker.
    mutating func acquire(_ ticket: Ticket, now: Double) -> [Action] {
        guard !isClosed else { return [.refuse(ticket)] }
        waiting.append(ticket)
        return advance(now)
    }

    /// The process of a slot runs.
    mutating func started(_ slot: Slot, now: Double) -> [Action] {
        guard slots[slot] == .starting else { return [] }
        guard !isClosed else { return end([slot]) }
        slots[slot] = .idle(since: now)
        return advance(now)
    }

    /// The process of a slot could not be started. The first caller in the queue is told; others may be luckier.
    mutating func startFailed(_ slot: Slot, now: Double) -> [Action] {
        guard slots.removeValue(forKey: slot) == .starting, !waiting.isEmpty else { return [] }
        return [.refuse(waiting.removeFirst())] + advance(now, startsSpares: false)
    }

    /// A caller is done with its worker.
    mutating func release(_ slot: Slot, _ release: Release, now: Double) -> [Action] {
        guard slots[slot] == .busy else { return [] }
        served += 1
        slots[slot] = release == .dead ? nil : .idle(since: now)
        let ends = release == .spent || isClosed && release == .reusable ? end([slot]) : []
        return isClosed ? ends : advance(now) + ends
    }

    /// A dying process is reaped.
    mutating func ended(_ slot: Slot) {
        if slots[slot] == .dying { slots[slot] = nil }
    }

    /// Time has passed: whoever idled too long ends. Spares stay while there is work.
    mutating func tick(_ now: Double) -> [Action] {
        var expired = idle.filter { now - $0.since >= limits.idleSeconds }
        if now - lastActivity < limits.idleSeconds { expired = Array(expired.prefix(max(0, idle.count - limits.spares))) }
        return end(expired.map(\.slot))
    }

    /// Memory is scarce: whoever idles ends now.
    mutating func retireIdle() -> [Action] { end(idle.map(\.slot)) }

    /// When `tick` may next have something to do; `nil` while nobody idles.
    var nextTick: Double? {
        let resting = idle
        guard let oldest = resting.first else { return nil }
        let due = oldest.since + limits.idleSeconds
        return resting.count > limits.spares ? due : max(due, lastActivity + limits.idleSeconds)
    }

    /// No more work: callers in the queue are refused, idle workers end, busy ones end when their callers release them.
    mutating func close() -> [Action] {
        guard !isClosed else { return [] }
        isClosed = true
        defer { waiting = [] }
        return waiting.map(Action.refuse) + end(idle.map(\.slot))
    }

    /// True when a closed pool has nothing left.
    var isDone: Bool { isClosed && slots.isEmpty }

    /// Oldest first.
    private var idle: [(slot: Slot, since: Double)] {
        slots.compactMap { slot, state in if case .idle(let since) = state { (slot, since) } else { nil } }
            .sorted { ($0.since, $0.slot) < ($1.since, $1.slot) }
    }

    private func count(_ state: State) -> Int { slots.values.count { $0 == state } }

    private mutating func end(_ ended: [Slot]) -> [Action] {
        for slot in ended { slots[slot] = .dying }
        return ended.map(Action.end)
    }

    private mutating func advance(_ now: Double, startsSpares: Bool = true) -> [Action] {
        var actions: [Action] = []
        lastActivity = now
        // The most recently used is the warmest, and lets the others retire.
        while !waiting.isEmpty, count(.busy) < limits.workers, let warmest = idle.last {
            slots[warmest.slot] = .busy
            actions.append(.grant(waiting.removeFirst(), warmest.slot))
        }
        let (busy, starting, resting) = (count(.busy), count(.starting), idle.count)
        var missing = min(waiting.count, limits.workers - busy) - starting - resting
        let keepsSpares = startsSpares && served >= limits.sparesAfter && busy > 0
        if keepsSpares { missing = max(missing, min(limits.spares, limits.workers + limits.spares - busy) - starting - resting) }
        for _ in 0..<max(0, missing) {
            slots[nextSlot] = .starting
            actions.append(.spawn(nextSlot))
            nextSlot += 1
        }
        return actions
    }
}
