@testable import Imaging

/// Which work waits and what comes next, worked out anew each time by looking at everybody: slow and plain.
struct WaitingModel {
    typealias Priority = ImageRequest.Priority

    private struct Request {
        let final: String
        var early: String?
        var finalFailed = false
        var isEnded = false
    }

    private var requests: [Int64: Request] = [:]
    /// Who wants which work, and how urgently.
    private var wanted: [String: [Int64: Priority]] = [:]
    private var running: Set<String> = []
    private(set) var waiting: [String: (priority: Priority, asked: Int)] = [:]
    private var clock = 0

    mutating func add(_ id: Int64, _ plan: RequestPlan) {
        requests[id] = Request(final: plan.final, early: plan.early)
        if let early = plan.early { want(id, early, Self.early(plan.priority)) }
        want(id, plan.final, plan.priority)
    }

    mutating func set(_ id: Int64, _ priority: Priority) {
        guard let request = requests[id], !request.isEnded else { return }
        if let early = request.early { want(id, early, Self.early(priority)) }
        if wanted[request.final]?[id] != nil { want(id, request.final, priority) }
    }

    /// False where it had ended before.
    mutating func end(_ id: Int64) -> Bool {
        guard let request = requests[id], !request.isEnded else { return false }
        requests[id]!.isEnded = true
        for key in [request.final, request.early].compactMap({ $0 }) {
            wanted[key]?[id] = nil
            settle(key, nil)
        }
        return true
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

    mutating func finish(_ key: String, _ good: Bool) {
        running.remove(key)
        for id in wanted.removeValue(forKey: key, default: [:]).keys {
            if requests[id]!.early == key {
                requests[id]!.early = nil
                if requests[id]!.finalFailed { _ = end(id) }
            } else if good || requests[id]!.early == nil {
                _ = end(id)
            } else {
                requests[id]!.finalFailed = true
            }
        }
    }

    private static func early(_ priority: Priority) -> Priority { priority == .background ? .background : .firstImpression }

    private mutating func want(_ id: Int64, _ key: String, _ priority: Priority) {
        wanted[key, default: [:]][id] = priority
        settle(key, priority)
    }

    private mutating func settle(_ key: String, _ asked: Priority?) {
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
