/// How much one client may ask for, so that none keeps another from an answer. The owner's browsers and programs are bounded by their connections alone: it is
/// the owner's machine, and what waits takes turns by session (`BlockingWork`).
package struct ClientLimits: Sendable {
    /// Requests of one session of another grant. A page that flies through a library asks for some hundred a second.
    package var requests = Rate(burst: 2_000, interval: .milliseconds(2))
    /// Requests from one address of another machine, whoever asks but the owner. Where a proxy stands before the server its address is everybody's, and nothing is
    /// counted.
    package var requestsOfOneAddress = Rate(burst: 4_000, interval: .milliseconds(1))
    /// Pictures that are being made at a time for one session of another grant; further ones wait.
    package var renderings = 4
    /// Streams of events at a time: of the owner, of each other session, and of all of those.
    package var ownerStreams = 64
    package var streams = 8
    package var guestStreams = 256
    /// How often a stream on which nothing happens says that it is there still.
    package var heartbeat = Duration.seconds(15)

    package init() {}
}
