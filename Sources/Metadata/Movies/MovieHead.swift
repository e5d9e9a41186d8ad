/// Which parts of a movie have to be read to know what it says of itself: its boxes, but for the data of its pictures and sounds, which are nearly all of its bytes.
///
/// Whoever has a way to parts alone reads what `step` wants, one after the other. A file of the movie's size in which these parts stand where they stood, and
/// zeros elsewhere, says what the movie says to all who look at no picture and no sound.
package struct MovieHead: Sendable {
    package struct Part: Sendable, Equatable {
        /// Where it stands in the movie.
        package let offset: Int64
        package fileprivate(set) var bytes: [UInt8]

        fileprivate var end: Int64 { offset + Int64(bytes.count) }
    }

    package enum Step: Sendable, Equatable {
        /// These bytes are read next, and taken.
        case read(Range<Int64>)
        case done
        /// Only the whole movie tells: it is made of other things than boxes, is cut off, or has too much beside its data.
        case impossible
    }

    /// The most bytes of all parts together: hours of a camera's film have their tables in as many, and films of fragments are soon told from them.
    package static let mostBytes: Int64 = 16 << 20
    /// How much is read at the beginning, where the boxes of most movies are small or all there, and from a later box on.
    private static let firstBytes: Int64 = 64 << 10, laterBytes: Int64 = 1 << 20

    /// Bytes of the whole movie.
    package let size: Int64
    /// In their order, none next to another.
    package private(set) var parts: [Part] = []
    package private(set) var step = Step.done
    /// Whether boxes point to things in the data, as those of pictures do: then what lies between the parts says something, too.
    package private(set) var hasItems = false
    /// Where the next box begins.
    private var offset: Int64 = 0

    package init(size: Int64) {
        self.size = size
        advance()
    }

    /// - Parameter bytes: what `step` wants.
    package mutating func take(_ bytes: [UInt8]) {
        guard case .read(let range) = step, bytes.count == range.count else {
            step = .impossible
            return
        }
        if let last = parts.last, last.end == range.lowerBound {
            parts[parts.count - 1].bytes += bytes
        } else {
            parts.append(Part(offset: range.lowerBound, bytes: bytes))
        }
        advance()
    }

    /// Whether all of these bytes were read.
    package func has(_ range: Range<Int64>) -> Bool { parts.contains { $0.offset <= range.lowerBound && range.upperBound <= $0.end } }

    /// Goes from box to box, as far as what was read tells.
    private mutating func advance() {
        while offset < size {
            let head = min(16, size - offset)
            guard let part = parts.last, part.end >= offset + head else {
                // What was read may end within the head.
                let start = max(offset, parts.last?.end ?? 0)
                return want(start..<min(size, start + (parts.isEmpty ? Self.firstBytes : Self.laterBytes)))
            }
            // Fewer bytes than a box's head belong to none.
            guard head >= 8 else { break }
            guard let box = Self.box(in: part, at: offset, of: size), box.size <= size - offset else {
                step = .impossible
                return
            }
            let end = offset + box.size
            if box.kind != "mdat", part.end < end { return want(part.end..<end) }
            if box.kind == "meta" { hasItems = true }
            offset = end
        }
        step = .done
    }

    private mutating func want(_ range: Range<Int64>) {
        let bytes = parts.reduce(Int64(range.count)) { $0 + Int64($1.bytes.count) }
        step = bytes <= Self.mostBytes ? .read(range) : .impossible
    }

    /// - Returns: `nil` where no box can begin.
    private static func box(in part: Part, at offset: Int64, of whole: Int64) -> (kind: String, size: Int64)? {
        part.bytes.withUnsafeBytes { bytes -> (kind: String, size: Int64)? in
            let reader = ByteReader(bytes), start = Int(offset - part.offset)
            guard let size = reader.uint32(start), let kind = reader.fourCharacters(start + 4) else { return nil }
            // The last one may leave its length open.
            if size == 0 { return (kind, whole - offset) }
            guard size == 1 else { return size >= 8 ? (kind, Int64(size)) : nil }
            guard let large = reader.uint64(start + 8), large >= 16 else { return nil }
            return (kind, Int64(large))
        }
    }
}
