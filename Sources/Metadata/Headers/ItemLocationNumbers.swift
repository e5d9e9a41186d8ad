/// The numbers of an `iloc` box, which says where the items of a HEIF lie: one behind the other, each as wide as the box's beginning says of its kind.
struct ItemLocationNumbers {
    let version: Int
    /// Bytes that a number of the kind has, 0 where there are none.
    let offsetSize: Int, lengthSize: Int, baseSize: Int, indexSize: Int
    /// Where the next number begins.
    private(set) var at: Int
    private let reader: ByteReader, end: Int

    /// - Parameter body: of the box, behind its head.
    init?(_ reader: ByteReader, _ body: Range<Int>) {
        guard let version = reader.uint8(body.lowerBound), version <= 2, let first = reader.uint8(body.lowerBound + 4), let second = reader.uint8(body.lowerBound + 5) else {
            return nil
        }
        (self.reader, self.version, end, at) = (reader, version, body.upperBound, body.lowerBound + 6)
        (offsetSize, lengthSize, baseSize, indexSize) = (first >> 4, first & 15, second >> 4, version > 0 ? second & 15 : 0)
    }

    /// 0 where it has no bytes; `nil` behind the end, and for a width that no number has.
    mutating func next(_ size: Int) -> Int? {
        defer { at += size }
        guard at + size <= end else { return nil }
        switch size {
        case 0: return 0
        case 2: return reader.uint16(at)
        case 4: return reader.uint32(at)
        case 8: return reader.uint64(at)
        default: return nil
        }
    }

    /// An item's own number, or how many there are.
    mutating func nextItem() -> Int? { next(version < 2 ? 2 : 4) }
}
