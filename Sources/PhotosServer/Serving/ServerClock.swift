import Dispatch

/// What sessions, keys and pickers of a server end by, and how it does something later; tests have a clock of their own.
package struct ServerClock: Sendable {
    package var now: @Sendable () -> ContinuousClock.Instant
    /// Calls back when so much time has passed, once and on any thread.
    package var after: @Sendable (_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> Void

    package init(now: @escaping @Sendable () -> ContinuousClock.Instant, after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void) {
        (self.now, self.after) = (now, after)
    }

    private static let queue = DispatchQueue(label: "photos.server.clock")

    /// The machine's.
    package static let system = ServerClock(
        now: { .now },
        after: { delay, body in
            let (seconds, attoseconds) = delay.components
            queue.asyncAfter(deadline: .now() + .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)), execute: body)
        })
}
