/// Who waits for a job, and how urgently. The highest priority is known without asking each of them: thousands may share a job.
struct Subscribers {
    typealias Priority = ImageRequest.Priority

    private var priorities: [Int64: Priority] = [:]
    /// How many there are of each priority, by its raw value.
    private var counts = SIMD8<Int32>()

    var isEmpty: Bool { priorities.isEmpty }
    var ids: [Int64] { priorities.keys.sorted() }

    var highest: Priority? {
        for value in counts.indices.reversed() where counts[value] > 0 { return Priority(rawValue: value) }
        return nil
    }

    func contains(_ id: Int64) -> Bool { priorities[id] != nil }

    /// Takes somebody in, or changes how urgent it is to them.
    mutating func set(_ id: Int64, _ priority: Priority) {
        if let before = priorities.updateValue(priority, forKey: id) { counts[before.rawValue] -= 1 }
        counts[priority.rawValue] += 1
    }

    /// False where they were not among them.
    mutating func remove(_ id: Int64) -> Bool {
        guard let before = priorities.removeValue(forKey: id) else { return false }
        counts[before.rawValue] -= 1
        return true
    }
}
