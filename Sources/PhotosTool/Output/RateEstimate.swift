/// How fast work has gone lately, and from that when it will be done.
///
/// Looks back over a window, so that a slow disk at the start or one large video does not colour the figure for the rest of the run.
struct RateEstimate {
    private struct Sample { var time: Double, items: Int, bytes: Int64 }
    private var samples: [Sample] = []
    /// Seconds looked back.
    let window: Double

    init(window: Double = 15) { self.window = window }

    /// `time` in seconds of a clock that never goes back.
    mutating func add(time: Double, items: Int, bytes: Int64) {
        samples.append(Sample(time: time, items: items, bytes: bytes))
        // One sample from before the window stays: it is where the window's first step began.
        while samples.count > 2, samples[1].time < time - window { samples.removeFirst() }
    }

    private var span: (seconds: Double, items: Int, bytes: Int64)? {
        guard let first = samples.first, let last = samples.last, last.time - first.time >= 0.5 else { return nil }
        return (last.time - first.time, last.items - first.items, last.bytes - first.bytes)
    }

    var itemsPerSecond: Double? { span.map { Double($0.items) / $0.seconds } }

    /// Seconds until `bytes` more are done, or `items` where no bytes are known; `nil` without a pace to judge by.
    func remaining(items: Int, bytes: Int64) -> Double? {
        guard let span else { return nil }
        if bytes > 0, span.bytes > 0 { return Double(bytes) * span.seconds / Double(span.bytes) }
        guard items > 0 else { return 0 }
        return span.items > 0 ? Double(items) * span.seconds / Double(span.items) : nil
    }
}
