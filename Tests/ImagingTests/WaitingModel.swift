@testable import Imaging

/// Which work waits and what comes next, worked out anew each time by looking at everybody: slow and plain.
struct WaitingModel {
    typealias Priority = ImageRequest.Priority

    private struct Request {
        let final: String
        var early: [(key: String, isReady: Bool)]
        var isFinalOver = false
        var isEnded = false
    }

    private var requests: [Int64: Request] = [:]
    /// Who wants which work, and how urgently.
    private var wanted: [String: [Int64: Priority]] = [:]
    private var running: Set<String> = []
    private(set) var waiting: [String: (priority: Priority, asked: Int)] = [:]
    private var clock = 0

    mutating func add(_ id: Int64, _ plan: RequestPlan) {
        requests[id] = Request(final: plan.final, early: plan.early.map { ($0, false) })
        for early in plan.early.reversed() { want(id, early, Self.early(plan.priority)) }
        want(id, plan.final, plan.priority)
    }

    mutating func set(_ id: Int64, _ priority: Priority) {
        guard let request = requests[id], !request.isEnded else { return }
        for early in request.early.reversed() where wanted[early.key]?[id] != nil { want(id, early.key, Self.early(priority)) }
        if wanted[request.final]?[id] != nil { want(id, request.final, priority) }
        hurry(id)
    }

    /// False where it had ended before.
    mutating func end(_ id: Int64) -> Bool {
        guard let request = requests[id], !request.isEnded else { return false }
        requests[id]!.isEnded = true
        for key in [request.final] + request.early.map(\.key) { leave(id, key) }
        return true
    }

    private mutating func leave(_ id: Int64, _ key: String) {
        guard wanted[key]?.removeValue(forKey: id) != nil else { return }
        requeue(key, nil)
    }

    mutating func next() -> String? {
        let chosen = waiting.max { a, b in
            if a.value.priority != b.value.priority { return a.value.priority < b.value.priority }
            return a.value.priority == .background ? a.value.asked > b.value.asked : a.value.asked < b.value.asked
        }
        guard let key = chosen?.key else { return nil }
        waiting[key] = nil
        running.insert(key)
        return key
    }

    /// False where nobody wants it any more.
    mutating func giveBack(_ key: String) -> Bool {
        running.remove(key)
        requeue(key, nil)
        return waiting[key] != nil
    }

    mutating func finish(_ key: String, _ good: Bool) {
        running.remove(key)
        for id in wanted.removeValue(forKey: key, default: [:]).keys.sorted() {
            if let place = requests[id]!.early.firstIndex(where: { $0.key == key }) {
                if good {
                    requests[id]!.early[place].isReady = true
                } else {
                    let dropped = requests[id]!.early[place...].map(\.key)
                    requests[id]!.early.removeSubrange(place...)
                    for key in dropped { leave(id, key) }
                }
            } else {
                requests[id]!.isFinalOver = true
            }
            while requests[id]!.early.first?.isReady == true { requests[id]!.early.removeFirst() }
            if requests[id]!.early.isEmpty, requests[id]!.isFinalOver { _ = end(id) }
            hurry(id)
        }
    }

    /// Where something is ready, what comes before it is urgent.
    private mutating func hurry(_ id: Int64) {
        guard let request = requests[id], !request.isEnded else { return }
        for (place, early) in request.early.enumerated().reversed() where wanted[early.key]?[id] != nil {
            let isInTheWay = request.isFinalOver || request.early[place...].contains { $0.isReady }
            if isInTheWay { want(id, early.key, .awaitedDegradedImage) }
        }
    }

    private static func early(_ priority: Priority) -> Priority { priority == .background ? .background : .firstDegradedImage }

    private mutating func want(_ id: Int64, _ key: String, _ priority: Priority) {
        wanted[key, default: [:]][id] = priority
        requeue(key, priority)
    }

    private mutating func requeue(_ key: String, _ asked: Priority?) {
        guard !running.contains(key) else { return }
        clock += 1
        guard let highest = wanted[key]?.values.max() else {
            waiting[key] = nil
            return
        }
        let isAskedAgain = asked == highest && highest != .background
        if waiting[key]?.priority != highest || isAskedAgain { waiting[key] = (highest, clock) }
    }
}

extension Dictionary {
    fileprivate mutating func removeValue(forKey key: Key, default missing: Value) -> Value { removeValue(forKey: key) ?? missing }
}
