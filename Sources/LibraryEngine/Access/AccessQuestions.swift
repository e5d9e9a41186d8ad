import PhotoModel

/// Which levels somebody is being asked about, and who waits for the answer.
struct AccessQuestions {
    typealias Handler = @Sendable (AccessStatus) -> Void

    private var waiting: [AccessLevel: [Handler]] = [:]

    func isOpen(_ level: AccessLevel) -> Bool { waiting[level] != nil }

    /// - Returns: whether the question is new, so that it must be asked; else the handler waits for the answer that is on its way.
    mutating func ask(_ level: AccessLevel, _ handler: Handler?) -> Bool {
        let isNew = waiting[level] == nil
        waiting[level, default: []] += handler.map { [$0] } ?? []
        return isNew
    }

    /// - Returns: everybody who waited.
    mutating func answer(_ level: AccessLevel) -> [Handler] { waiting.removeValue(forKey: level) ?? [] }
}
