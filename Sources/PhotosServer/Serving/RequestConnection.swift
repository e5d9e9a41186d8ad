import NIOCore

/// What a route says to the connection that its request came by, beside the answer.
struct RequestConnection: Sendable {
    enum Signal: Sendable {
        /// The body is wanted: who waits for `100 Continue` gets it.
        case goOn
        /// Whether all of the body came. A stream of it ends as well where the connection does.
        case wasWhole
    }

    private let channel: any Channel

    init(_ channel: any Channel) { self.channel = channel }

    /// The client may send the body, which it may have held back until now.
    func goOn() { channel.triggerUserOutboundEvent(Signal.goOn, promise: nil) }

    /// - Throws: where the connection ended before the body did.
    func requireWholeBody() async throws { try await channel.triggerUserOutboundEvent(Signal.wasWhole).get() }
}
