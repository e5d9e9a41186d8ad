/// Where phones put the movie of a motion photo: behind the picture, in the same file.
///
/// There are four ways to say so, and a file may use several: a box `mpvd` of a HEIC or AVIF (Google and Samsung), Samsung's trailer at the end of the
/// file, Google's list of what the file consists of, and its older number of bytes, which Xiaomi and others write too.
package enum MotionPhoto {
    /// The parts of a file that may be its movie, the most exact first. Each begins with the head of a movie; whether one follows is the decoder's to say.
    package static func candidates(_ bytes: UnsafeRawBufferPointer, _ tags: TagList) -> [Range<Int>] {
        let found = [named(bytes)?.movie, box(bytes), samsungTrailer(bytes), listed(tags, bytes.count), counted(tags, bytes.count)]
        var candidates: [Range<Int>] = []
        for case let range? in found where isMovie(range, bytes) && !candidates.contains(range) { candidates.append(range) }
        return candidates
    }

    /// Whether a box `ftyp` begins there and ends there too.
    private static func isMovie(_ range: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let reader = ByteReader(bytes)
        guard range.lowerBound > 0, range.upperBound <= bytes.count, let size = reader.uint32(range.lowerBound) else { return false }
        return size >= 8 && size < range.count && reader.matches("ftyp", at: range.lowerBound + 4)
    }

    /// `mpvd`, behind the picture's own boxes.
    private static func box(_ bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard ByteReader(bytes).matches("ftyp", at: 4) else { return nil }
        return BoxWalker(bytes).first("mpvd")?.body
    }

    // MARK: Google's words

    private static let mostItems = 32

    /// The parts of the file follow each other to its end, so a part's place is known by the lengths from it on.
    private static func listed(_ tags: TagList, _ count: Int) -> Range<Int>? {
        guard tags.integer("Xmp.GCamera.MotionPhoto") == 1 else { return nil }
        return parts(tags, in: count).first { $0.meaning == "MotionPhoto" }?.range
    }

    /// What Google's list says that follows the picture in a file of so many bytes.
    package static func parts(_ tags: TagList, in count: Int) -> [(meaning: String, range: Range<Int>)] {
        var items: [(meaning: String, length: Int)] = []
        for number in 1...mostItems {
            func text(_ name: String) -> String? {
                tags.text(["Container:Item/", ""].map { "Xmp.Container.Directory[\(number)]/\($0)Item:\(name)" })
            }
            guard let meaning = text("Semantic") else { break }
            let length = text("Length").flatMap { Int($0) } ?? 0
            guard (0...count).contains(length) else { return [] }
            items.append((meaning, length))
        }
        var rest = 0, parts: [(meaning: String, range: Range<Int>)] = []
        for item in items.reversed() {
            if let range = ending(rest, before: count, length: item.length) { parts.append((item.meaning, range)) }
            // No sum of these overflows.
            rest += item.length
        }
        return parts.reversed()
    }

    /// The movie is the end of the file, so many bytes of it.
    private static func counted(_ tags: TagList, _ count: Int) -> Range<Int>? {
        guard tags.integer("Xmp.GCamera.MicroVideo") == 1, let length = tags.integer("Xmp.GCamera.MicroVideoOffset") else { return nil }
        return ending(0, before: count, length: length)
    }

    private static func ending(_ rest: Int, before count: Int, length: Int) -> Range<Int>? {
        guard rest <= count, length > 0, length <= count - rest else { return nil }
        return count - rest - length..<count - rest
    }

    // MARK: Samsung's trailer

    private static let mostEntries = 256
    private static let movieType = 0x0A30

    /// What Samsung's trailer in a HEIC says: behind the letters of its version the movie's place in the file, and its length. The movie's box may have the
    /// trailer's in it, so that this is more exact.
    /// - Returns: also where the place is said, which is to be another one when something comes before the movie.
    package static func named(_ bytes: UnsafeRawBufferPointer) -> (movie: Range<Int>, place: Range<Int>)? {
        let reader = ByteReader(bytes)
        guard let block = samsungTrailer(bytes), block.count >= 12, reader.matches("mpv", at: block.lowerBound), let start = reader.uint32(block.lowerBound + 4),
            let length = reader.uint32(block.lowerBound + 8), length > 0, reader.has(length, at: start)
        else { return nil }
        return (start..<start + length, block.lowerBound + 4..<block.lowerBound + 8)
    }

    /// The file ends with `SEFT` and, before that, the length of a list that begins with `SEFH`. Its entries say how far before the list a block begins and
    /// how long it is; a block has a head and a name before its content.
    private static func samsungTrailer(_ bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        let reader = ByteReader(bytes, isLittleEndian: true)
        guard reader.matches("SEFT", at: bytes.count - 4), let length = reader.uint32(bytes.count - 8), length <= bytes.count - 8 else { return nil }
        let list = bytes.count - 8 - length
        guard reader.matches("SEFH", at: list), let entries = reader.uint32(list + 8), entries <= mostEntries, 12 + entries * 12 <= length else { return nil }
        for index in 0..<entries {
            let entry = list + 12 + index * 12
            guard reader.uint16(entry + 2) == movieType, let distance = reader.uint32(entry + 4), let size = reader.uint32(entry + 8), distance <= list,
                size <= distance
            else { continue }
            let block = list - distance
            guard let name = reader.uint32(block + 4), name <= 64, size > 8 + name else { continue }
            return block + 8 + name..<block + size
        }
        return nil
    }
}
