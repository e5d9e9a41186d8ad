/// What a HEIF says beside its pictures: an EXIF block and an XMP packet, which are items of their own, and how others take their places.
///
/// No picture and no other item is moved: what has become longer stands behind all of them, in a box of its own, and the list of places names it there. The bytes of
/// before are overwritten, since they may say what shall not be said any more. The movie of a motion photo stays the end of the file, from which some count.
package struct HEIFTags: Sendable {
    private struct Item {
        /// Its bytes in the file.
        var range: Range<Int>
        /// What the list adds to its offset.
        var base: Int
        /// Where the list says its offset and its length.
        var offset: Range<Int>
        var length: Range<Int>
    }

    private let exif: Item
    private let xmp: Item?

    /// Where the picture ends. What is behind it, the movie of a motion photo, is moved by what comes in between.
    package let end: Int
    /// Where it is said, by its place in the file, where that movie begins.
    package let movieOffset: Range<Int>?

    /// All that `file(_:tiff:packet:)` changes of the picture, in order.
    package var changes: [Range<Int>] { ([exif] + (xmp.map { [$0] } ?? [])).flatMap { [$0.range, $0.offset, $0.length] }.sorted { $0.lowerBound < $1.lowerBound } }

    /// Where EXIF's TIFF header begins and the block ends.
    package let tiff: Range<Int>
    /// Where the packet stands; `nil` for a file that has none.
    package var packet: Range<Int>? { xmp?.range }

    /// `nil` for what is no HEIF of one EXIF block, is cut off, has something behind its boxes or boxes of another kind, such as tracks, and for one whose items lie
    /// over each other or in pieces.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes)
        guard let (meta, data, end) = Self.boxes(bytes), let list = BoxWalker(bytes, in: meta).first("iinf")?.body, let places = BoxWalker(bytes, in: meta).first("iloc")?.body,
            let kinds = Self.kinds(reader, bytes, list), let items = Self.items(reader, places)
        else { return nil }
        guard let description = Self.descriptions(reader, bytes, meta) else { return nil }
        // A packet may be about another picture, such as a gain map.
        func all(_ kind: Kind) -> [Int] { kinds.filter { $0.value == kind && description.contains($0.key) }.map(\.key) }
        let (blocks, packets) = (all(.exif), all(.xmp)), packet = packets.first
        guard blocks.count == 1, let block = blocks.first, packets.count <= 1 else { return nil }
        guard let exif = items[block], exif.count == 1, packet.map({ items[$0]?.count == 1 }) ?? true else { return nil }
        (self.exif, xmp) = (exif[0], packet.flatMap { items[$0]?.first })
        guard items.values.joined().allSatisfy({ $0.range.upperBound <= end }) else { return nil }
        self.end = end
        movieOffset = MotionPhoto.named(bytes).flatMap { end <= $0.movie.lowerBound && end <= $0.place.lowerBound ? $0.place : nil }
        let own = [exif[0].range] + (xmp.map { [$0.range] } ?? [])
        let others = items.filter { $0.key != block && $0.key != packet }.values.joined().map(\.range)
        for one in own {
            guard data.contains(where: { $0.lowerBound <= one.lowerBound && one.upperBound <= $0.upperBound }), !others.contains(where: { $0.overlaps(one) }) else { return nil }
        }
        if own.count == 2, own[0].overlaps(own[1]) { return nil }
        guard let wait = reader.uint32(own[0].lowerBound), own[0].count > 12, wait <= own[0].count - 12 else { return nil }
        tiff = own[0].lowerBound + 4 + wait..<own[0].upperBound
    }

    /// The file with other words.
    /// - Parameters:
    ///   - tiff: the block from its TIFF header.
    ///   - packet: the XMP packet; of no meaning for a file that has none.
    /// - Returns: `nil` where the list of places has no room for where they would stand, or a trailer for where the movie would.
    package func file(_ bytes: UnsafeRawBufferPointer, tiff: [UInt8], packet: [UInt8]?) -> [UInt8]? {
        var file = Array(bytes), appended: [UInt8] = []
        // Between the number and the block stand the letters that JPEG has there.
        var parts = [(exif, [0, 0, 0, 6] + Array("Exif\0\0".utf8) + tiff)]
        if let xmp, let packet { parts.append((xmp, packet)) }
        for (item, new) in parts {
            for place in item.range { file[place] = 0 }
            if new.count <= item.range.count {
                file.replaceSubrange(item.range.lowerBound..<item.range.lowerBound + new.count, with: new)
            } else {
                let start = end + 8 + appended.count - item.base
                guard start >= 0, Self.put(start, into: &file, at: item.offset) else { return nil }
                appended += new
            }
            guard Self.put(new.count, into: &file, at: item.length) else { return nil }
        }
        guard !appended.isEmpty else { return file }
        guard let size = UInt32(exactly: appended.count + 8) else { return nil }
        if let movieOffset {
            guard let former = ByteReader(bytes).uint32(movieOffset.lowerBound), Self.put(former + Int(size), into: &file, at: movieOffset) else { return nil }
        }
        file.insert(contentsOf: withUnsafeBytes(of: size.bigEndian) { Array($0) } + Array("mdat".utf8) + appended, at: end)
        return file
    }

    private static func put(_ number: Int, into file: inout [UInt8], at place: Range<Int>) -> Bool {
        guard place.count == 8 || number < 1 << 32 else { return false }
        for (index, at) in place.enumerated() { file[at] = UInt8(truncatingIfNeeded: number >> (8 * (place.count - 1 - index))) }
        return true
    }

    /// Where the boxes of `meta` are, where data is, and where the picture ends, for a file that has one and nothing that would be cut from its place. Behind the
    /// picture there may be a movie and what Samsung says, which are found by their boxes and from the file's end.
    private static func boxes(_ bytes: UnsafeRawBufferPointer) -> (meta: Range<Int>, data: [Range<Int>], end: Int)? {
        var walker = BoxWalker(bytes), last = 0, end: Int?, meta: Range<Int>?, data: [Range<Int>] = []
        while let box = walker.next() {
            guard box.missing == 0 else { return nil }
            switch box.kind {
            case "mpvd", "sefd": end = end ?? last
            case _ where end != nil: return nil
            case "meta":
                guard meta == nil, box.body.count > 4 else { return nil }
                meta = box.body.lowerBound + 4..<box.body.upperBound
            case "mdat": data.append(box.body)
            case "ftyp", "free", "skip": break
            default: return nil
            }
            last = box.body.upperBound
        }
        return last == bytes.count ? meta.map { ($0, data, end ?? last) } : nil
    }

    private enum Kind { case exif, xmp, other }

    /// The items that are about the picture which a reader shows.
    private static func descriptions(_ reader: ByteReader, _ bytes: UnsafeRawBufferPointer, _ meta: Range<Int>) -> Set<Int>? {
        let boxes = BoxWalker(bytes, in: meta)
        guard let primary = boxes.first("pitm")?.body, let version = reader.uint8(primary.lowerBound), let references = boxes.first("iref")?.body,
            let shown = version == 0 ? reader.uint16(primary.lowerBound + 4) : reader.uint32(primary.lowerBound + 4), references.count >= 4,
            let size = reader.uint8(references.lowerBound).map({ $0 == 0 ? 2 : 4 })
        else { return nil }
        func number(_ at: Int) -> Int? { size == 2 ? reader.uint16(at) : reader.uint32(at) }
        var walker = BoxWalker(bytes, in: references.lowerBound + 4..<references.upperBound), found: Set<Int> = []
        while let box = walker.next() {
            guard box.kind == "cdsc", let item = number(box.body.lowerBound), let count = reader.uint16(box.body.lowerBound + size) else { continue }
            let first = box.body.lowerBound + size + 2
            guard first + count * size <= box.body.upperBound else { return nil }
            if (0..<count).contains(where: { number(first + $0 * size) == shown }) { found.insert(item) }
        }
        return found
    }

    private static func kinds(_ reader: ByteReader, _ bytes: UnsafeRawBufferPointer, _ list: Range<Int>) -> [Int: Kind]? {
        guard let version = reader.uint8(list.lowerBound), list.count >= (version == 0 ? 6 : 8) else { return nil }
        var entries = BoxWalker(bytes, in: list.lowerBound + (version == 0 ? 6 : 8)..<list.upperBound), kinds: [Int: Kind] = [:]
        while let entry = entries.next() {
            guard entry.kind == "infe", entry.missing == 0, let version = reader.uint8(entry.body.lowerBound), version >= 2 else { return nil }
            let at = entry.body.lowerBound + 4, isLong = version > 2
            guard let number = isLong ? reader.uint32(at) : reader.uint16(at), let kind = reader.fourCharacters(at + (isLong ? 6 : 4)) else { return nil }
            let isXMP = kind == "mime" && reader.firstIndex(of: "application/rdf+xml", in: at..<entry.body.upperBound) != nil
            kinds[number] = kind == "Exif" ? .exif : isXMP ? .xmp : .other
        }
        return kinds
    }

    /// The pieces of every item that lie in the file itself; others have none.
    private static func items(_ reader: ByteReader, _ list: Range<Int>) -> [Int: [Item]]? {
        guard var numbers = ItemLocationNumbers(reader, list) else { return nil }
        let (offsetSize, lengthSize) = (numbers.offsetSize, numbers.lengthSize)
        guard [4, 8].contains(offsetSize), [4, 8].contains(lengthSize), let count = numbers.nextItem(), count <= 100_000 else { return nil }
        var items: [Int: [Item]] = [:]
        for _ in 0..<count {
            guard let id = numbers.nextItem(), let method = numbers.version > 0 ? numbers.next(2) : 0, let source = numbers.next(2),
                let base = numbers.next(numbers.baseSize), let pieces = numbers.next(2)
            else { return nil }
            for _ in 0..<pieces {
                guard numbers.next(numbers.indexSize) != nil else { return nil }
                let (offsetAt, lengthAt) = (numbers.at, numbers.at + offsetSize)
                guard let offset = numbers.next(offsetSize), let length = numbers.next(lengthSize) else { return nil }
                guard method & 15 == 0, source == 0 else { continue }
                let (start, isFar) = base.addingReportingOverflow(offset)
                guard !isFar, start >= 0, length > 0, reader.has(length, at: start) else { return nil }
                items[id, default: []].append(
                    Item(range: start..<start + length, base: base, offset: offsetAt..<offsetAt + offsetSize, length: lengthAt..<lengthAt + lengthSize))
            }
        }
        return items
    }
}
