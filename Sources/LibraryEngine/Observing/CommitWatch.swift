/// When to look whether a write has become a commit.
///
/// Our own writers tell when a commit can be read. One that died before it could, and any other program, leaves only the write to be seen, before its
/// commit counts: the disk may take its time. So it is looked at a few times more in about a minute, at growing intervals, and then no more until
/// the next write. That somebody tells of a commit does not end this: the write may have been another's.
struct CommitWatch {
    /// Milliseconds between the looks.
    static let intervals = [25, 100, 400, 1_600, 6_000, 20_000, 40_000]

    /// A look that is to come.
    struct Look: Equatable {
        let milliseconds: Int
        /// After which write; one after an older write is passed by.
        fileprivate let write: Int
    }

    private var write = 0
    private var looks = 0
    private var isFirstToCome = false

    /// - Returns: the look to come, or `nil` where one comes as soon anyway.
    mutating func written() -> Look? {
        guard !isFirstToCome else { return nil }
        (write, looks, isFirstToCome) = (write + 1, 0, true)
        return next
    }

    /// No look that is to come counts any more.
    mutating func end() { (write, isFirstToCome) = (write + 1, false) }

    /// - Returns: whether to read now, and the look after this one.
    mutating func look(_ look: Look) -> (reads: Bool, next: Look?) {
        guard look.write == write else { return (false, nil) }
        isFirstToCome = false
        looks += 1
        return (true, next)
    }

    private var next: Look? { looks < Self.intervals.count ? Look(milliseconds: Self.intervals[looks], write: write) : nil }
}
