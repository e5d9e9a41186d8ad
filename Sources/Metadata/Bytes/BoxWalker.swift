/// Walks the boxes (atoms) of an ISO base media file, one level at a time.
struct BoxWalker {
    struct Box {
        let kind: String
        /// The content, in the coordinates of the whole file.
        let body: Range<Int>
        /// How many of its bytes are not there any more; 0 for a whole box.
        let missing: Int
    }

    private let reader: ByteReader
    private var offset: Int
    private let end: Int
    /// A hostile file may hold a million empty boxes; no real level has as many as this.
    private var remaining = 100_000

    init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>? = nil) {
        reader = ByteReader(bytes)
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        (offset, end) = (range.lowerBound, range.upperBound)
    }

    /// `nil` at the end and at a box that can't be.
    mutating func next() -> Box? {
        guard remaining > 0, end - offset >= 8, var size = reader.uint32(offset), let kind = reader.fourCharacters(offset + 4) else { return nil }
        remaining -= 1
        var head = 8
        if size == 1 {
            guard let large = reader.uint64(offset + 8) else { return nil }
            (size, head) = (large, 16)
        } else if size == 0 {
            size = end - offset
        }
        guard size >= head, offset + head <= end else { return nil }
        // A box that is cut off still has a beginning.
        let stop = size > end - offset ? end : offset + size
        defer { offset = stop }
        return Box(kind: kind, body: offset + head..<stop, missing: size - (stop - offset))
    }

    func first(_ kind: String) -> Box? {
        var copy = self
        while let box = copy.next() {
            if box.kind == kind { return box }
        }
        return nil
    }
}
