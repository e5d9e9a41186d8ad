import Cloud
import PhotoModel

/// What became of one file of a transfer.
protocol TransferOutcome: Sendable {
    /// Why it could not be moved; `nil` where it was, or need not be.
    var failure: CloudError? { get }
}

extension CloudWork {
    /// Works on files, so many at a time, until all are through, the work is cancelled, or something stands in the way of all of them.
    /// - Returns: what became of the files that were begun, and what stands in the way of all.
    func each<Outcome: TransferOutcome>(
        _ files: [ResourceRecord], atATime width: Int, _ body: @escaping @Sendable (ResourceRecord) async -> Outcome
    ) async -> (ended: [Outcome], general: CloudError?) {
        await withTaskGroup(of: Outcome.self) { group in
            var ended: [Outcome] = [], general: CloudError?, rest = files[...]
            func begin() {
                guard general == nil, !isCancelled(), let file = rest.popFirst() else { return }
                group.addTask { await body(file) }
            }
            for _ in 0..<max(1, width) { begin() }
            while let outcome = await group.next() {
                if let error = outcome.failure, error.concernsAll {
                    if error.code != .cancelled { general = general ?? error }
                    group.cancelAll()
                } else {
                    ended.append(outcome)
                }
                begin()
            }
            return (ended, general)
        }
    }
}
