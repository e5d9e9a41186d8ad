/// Does something for each of several items, where one that fails does not stop the others.
struct Each {
    private let tool: ToolContext

    init(_ tool: ToolContext) { self.tool = tool }

    /// Names each failure on standard error.
    /// - Throws: the failure itself where there is but one item; `.someFailed` where some failed and some did not; the status that all
    ///   failures share where all did. What ends the whole run (no room left, reader gone, library lost) is passed on at once.
    func forEach(_ items: [String], _ body: (String) throws -> Void) throws {
        var statuses: Set<ToolFailure.Status> = []
        var failures = 0
        for item in items {
            if Interruption.isRequested { throw ToolFailure.interrupted }
            do {
                try body(item)
            } catch {
                guard items.count > 1, let failure = FailureMapping.failure(for: error), [.badInput, .someFailed].contains(failure.status) else { throw error }
                tool.console.problem(Sentence(verbatim: failure.message))
                statuses.insert(failure.status)
                failures += 1
            }
        }
        if failures == items.count, let status = statuses.first, statuses.count == 1 { throw ToolFailure(status, "") }
        if failures > 0 { throw ToolFailure.someFailed }
    }
}
