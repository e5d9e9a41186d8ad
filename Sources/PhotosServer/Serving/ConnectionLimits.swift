import NIOCore

/// How much a connection may ask for and how long it may take, so that few clients can't keep all others out.
package struct ConnectionLimits: Sendable {
    /// Connections of the owner at a time; the one that was idle longest goes for the next.
    package var connections = 256
    /// Connections at a time of all who were let in besides the owner, and of one of them; the one that was idle longest goes for the next.
    package var guests = 256
    package var connectionsOfOneGuest = 32
    /// Connections at a time that have proved nothing; the first one goes for the next.
    package var strangers = 256
    /// The same from one address of another machine.
    package var strangersOfOneAddress = 32
    /// From the end of the answer before to the last byte of a request's headers, where the connection is the owner's.
    package var head = TimeAmount.seconds(30)
    /// The same, and from the connection's beginning, where it is a stranger's.
    package var strangerHead = TimeAmount.seconds(5)
    /// From the headers to the last byte of the body.
    package var body = TimeAmount.seconds(30)
    /// How long a client may take nothing of an answer. Long: a browser that plays a video reads ahead, and then waits.
    package var stall = TimeAmount.minutes(10)
    /// Bytes of all headers of a request, and of its first line.
    package var headBytes = 16 << 10

    package init() {}
}
