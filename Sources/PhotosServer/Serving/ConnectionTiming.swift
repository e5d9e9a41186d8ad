import NIOCore

/// Ends a connection whose client takes too long: one timer, which is set anew when it rings and not at every request.
final class ConnectionTiming {
    private let limits: ConnectionLimits
    private var timer: Scheduled<Void>?
    /// When the connection has to end; `nil` while it is the server's turn.
    private var deadline: NIODeadline?
    private var stalledSince: NIODeadline?
    /// Whether the connection is the owner's, who gets more time between requests.
    var isProven = false

    init(_ limits: ConnectionLimits) { self.limits = limits }

    /// Whether the client takes nothing of what is sent.
    var isStalled: Bool {
        get { stalledSince != nil }
        set {
            // Whoever has taken an answer at last has as much time for the next request as others.
            if isStalled, !newValue, let before = deadline { deadline = max(before, .now() + head) }
            stalledSince = newValue ? stalledSince ?? .now() : nil
        }
    }

    /// Whether the client is still taking an answer all of which was written: the last megabyte of a file takes a slow line longer than a request may. Of a stranger, whose
    /// answers are short, nobody waits for that.
    private var isTaking: Bool { isStalled && isProven }

    func begin(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        deadline = .now() + head
        schedule(context)
    }

    func end() {
        timer?.cancel()
        timer = nil
    }

    /// A part of a file that is sent here.
    func bodyCame() { deadline = .now() + limits.body }

    func headCame() { deadline = .now() + limits.body }

    /// - Parameter isAnswering: false where the answer was given before the request's last byte.
    func requestCame(isAnswering: Bool) { deadline = isAnswering ? nil : .now() + head }

    /// - Returns: this moment.
    func answered() -> NIODeadline {
        let now = NIODeadline.now()
        deadline = now + head
        return now
    }

    private var head: TimeAmount { isProven ? limits.head : limits.strangerHead }

    private func schedule(_ context: ChannelHandlerContext) {
        let stall = (stalledSince ?? .now()) + limits.stall
        let next = min(isTaking ? stall : deadline ?? stall, stall, .now() + max(limits.head, limits.body))
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) { self.ring(context) }
    }

    private func ring(_ context: ChannelHandlerContext) {
        timer = nil
        let now = NIODeadline.now()
        if !isTaking, let deadline, deadline <= now { return context.close(promise: nil) }
        if let stalledSince, stalledSince + limits.stall <= now { return context.close(promise: nil) }
        schedule(context)
    }
}
