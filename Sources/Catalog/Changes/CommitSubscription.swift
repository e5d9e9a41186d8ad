/// Keeps a commit handler registered; ends with `cancel()` or with its own life.
package final class CommitSubscription: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    deinit { onCancel() }

    /// After it returned no further call of the handler begins. May be called any number of times.
    package func cancel() { onCancel() }
}
