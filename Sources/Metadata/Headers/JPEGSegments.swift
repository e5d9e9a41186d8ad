/// The segments of a JPEG up to the one that its pixels follow.
package struct JPEGSegments: Sequence, IteratorProtocol {
    package struct Segment: Sendable, Equatable {
        package var marker: UInt8
        /// Where its marker stands.
        package var start: Int
        /// Where what it says begins.
        package var body: Int
        package var end: Int
    }

    private let reader: ByteReader
    private var offset = 2
    /// Where the segment that the pixels follow begins; `nil` before all others were met, or where there is none.
    package private(set) var scanStart: Int?

    package init(_ bytes: UnsafeRawBufferPointer) { reader = ByteReader(bytes) }

    package mutating func next() -> Segment? {
        while let byte = reader.uint8(offset), let marker = reader.uint8(offset + 1) {
            guard byte == 0xFF else { return nil }
            switch marker {
            case 0xFF: offset += 1
            case 0xDA:
                scanStart = offset
                return nil
            case 0x00, 0x01, 0xD0...0xD9: return nil
            default:
                guard let length = reader.uint16(offset + 2), length >= 2, reader.has(2 + length, at: offset) else { return nil }
                defer { offset += 2 + length }
                return Segment(marker: UInt8(marker), start: offset, body: offset + 4, end: offset + 2 + length)
            }
        }
        return nil
    }
}
