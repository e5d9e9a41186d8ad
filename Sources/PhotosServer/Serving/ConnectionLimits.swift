import NIOCore

/// How much a connection may ask for and how long it may take, so that few clients can't keep all others out.
package struct ConnectionLimits: Sendable {
    /// Connections at a time; more wait in the system's queue.
    package var connections = 256
    /// From the connection's beginning, or the end of the answer before, to the last byte of a request's headers.
    package var head = TimeAmount.seconds(30)
    /// From the headers to the last byte of the body.
    package var body = TimeAmount.seconds(30)
    /// How long a client may take nothing of an answer. Long: a browser that plays a video reads ahead, and then waits.
    package var stall = TimeAmount.minutes(10)
    /// Bytes of all headers of a request, and of its first line.
    package var headBytes = 16 << 10

    package init() {}
}
