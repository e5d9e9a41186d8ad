/// What becomes of the memories that one worker shares with its parent: decisions only, no memory.
///
/// The worker writes into one of them. Others are lent out with pictures in them, until the pictures are gone; the rest are free, and first choice when
/// another is needed: their pages are there already, which is what makes new memory expensive. The worker knows no more of them than `limit`.
struct SegmentTable {
    struct Segment: Equatable {
        let size: Int
        /// The most bytes that ever lay in it, which is what it costs.
        var written = 0
        var isLent = false
    }

    /// Which memory the worker gets next.
    enum Next: Equatable {
        case free(Int)
        /// New memory, in the place of what has this number, if anything.
        case new(Int)

        var number: Int {
            switch self {
            case .free(let number), .new(let number): number
            }
        }
    }

    let limit: Int
    /// Bytes written that are kept in all; a memory that exceeds them is given up instead of kept.
    let keptBytes: Int
    private(set) var segments: [Int: Segment]
    private(set) var current = 0

    /// - Parameter limit: 1 to 64.
    init(limit: Int, keptBytes: Int, firstSize: Int) {
        (self.limit, self.keptBytes) = (min(max(limit, 1), 64), keptBytes)
        segments = [0: Segment(size: firstSize)]
    }

    /// The numbers in use, one to a bit.
    var kept: UInt64 { segments.keys.reduce(0) { $0 | 1 << UInt64($1) } }

    /// So many bytes of the current one have been written.
    mutating func noteWritten(_ bytes: Int) {
        guard let before = segments[current]?.written, bytes > before else { return }
        segments[current]?.written = bytes
    }

    /// What to give the worker when `bytes` in the current memory are lent out; `nil` where they are to be copied: all others are lent, or the memory
    /// costs more than twice what the picture does.
    func successor(lending bytes: Int) -> Next? {
        guard let lent = segments[current], lent.written <= bytes * 2 else { return nil }
        if let free = free(atLeast: 1) { return .free(free) }
        if !isWorthKeeping(current) { return .new(current) }
        return (0..<limit).first { segments[$0] == nil }.map(Next.new)
    }

    /// Lends the current memory out and goes on with `next`, of `size` bytes where it is new. Whether the memory comes back one day: else it is its
    /// picture's alone.
    mutating func lend(next: Next, size: Int) -> Bool {
        let returns = isWorthKeeping(current)
        if returns { segments[current]?.isLent = true } else { segments[current] = nil }
        go(to: next, size)
        return returns
    }

    /// What to give the worker that needs so many bytes.
    func replacement(atLeast bytes: Int) -> Next { free(atLeast: bytes).map(Next.free) ?? .new(current) }

    /// Goes on with `next`, of `size` bytes where it is new. Whether the memory so far is free from now on: else it is given up.
    mutating func replace(by next: Next, size: Int) -> Bool {
        let stays = next.number != current && isWorthKeeping(current)
        if !stays { segments[current] = nil }
        go(to: next, size)
        return stays
    }

    /// The picture in a lent memory is gone.
    mutating func giveBack(_ number: Int) { segments[number]?.isLent = false }

    private mutating func go(to next: Next, _ size: Int) {
        if case .new(let number) = next { segments[number] = Segment(size: size) }
        current = next.number
    }

    private func isWorthKeeping(_ number: Int) -> Bool {
        guard let segment = segments[number], segment.size <= keptBytes else { return false }
        return segments.values.reduce(0) { $0 + $1.written } <= keptBytes
    }

    /// The one of which most has been written before, so that a large picture finds its pages.
    private func free(atLeast bytes: Int) -> Int? {
        segments.filter { $0.key != current && !$0.value.isLent && $0.value.size >= bytes }
            .max { ($0.value.written, $1.key) < ($1.value.written, $0.key) }?.key
    }
}
