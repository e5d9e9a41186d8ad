/// Keeps a handler registered; ends with `cancel()` or with its own life.
package final class ChangeSubscription: Sendable {
    private let onCancel: @Sendable () -> Void

    package init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    deinit { onCancel() }

    /// After it returned no further call of the handler begins; one that has begun may still be running. May be called any number of times,
    /// also by the handler itself.
    package func cancel() { onCancel() }
}
