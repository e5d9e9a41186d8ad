/// When to look whether a write has become a commit.
///
/// Our own writers tell when a commit can be read. One that died before it could, and any other program, leaves only the write to be seen, some
/// time before its commit counts. So it is looked at a few times more, at growing intervals, and then no more until the next write.
struct Settling {
    /// Milliseconds between the looks.
    static let intervals = [25, 100, 400, 1_600]

    private var looks = Self.intervals.count
    private var isWaiting = false

    /// - Returns: milliseconds after which to call `look`, or `nil` where a look is coming anyway or none is needed.
    mutating func written() -> Int? {
        looks = 0
        return wait()
    }

    mutating func committed() { looks = Self.intervals.count }

    /// - Returns: whether to read now, and milliseconds after which to look again.
    mutating func look() -> (reads: Bool, next: Int?) {
        isWaiting = false
        guard looks < Self.intervals.count else { return (false, nil) }
        looks += 1
        return (true, wait())
    }

    private mutating func wait() -> Int? {
        guard !isWaiting, looks < Self.intervals.count else { return nil }
        isWaiting = true
        return Self.intervals[looks]
    }
}
