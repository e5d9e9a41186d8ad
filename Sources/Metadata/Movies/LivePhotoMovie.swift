/// A movie's file as a half of a Live Photo: it says a content identifier, and has a track of metadata that says at which time the still was taken.
///
/// What is said stands in a new `moov` behind the old file, of which the old `moov` becomes free room: no other byte of the old file changes, and none moves, so
/// that its chunks are where they were.
package struct LivePhotoMovie {
    private static let identifierKey = "com.apple.quicktime.content.identifier", timeKey = QuickTimeTracks.stillTimeKey

    private let bytes: UnsafeRawBufferPointer
    private let movie: BoxWalker.Box
    private let head: BoxWalker.Box
    private let isQuickTime: Bool

    /// `nil` for what is no whole movie of one `moov`, or one whose end is open.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        var boxes = BoxWalker(bytes), end = 0, movies: [BoxWalker.Box] = [], brand: String?
        while let box = boxes.next() {
            guard box.missing == 0, box.kind != "moof", ByteReader(bytes).uint32(end) != 0 else { return nil }
            if box.kind == "moov" { movies.append(box) }
            if box.kind == "ftyp" { brand = ByteReader(bytes).fourCharacters(box.body.lowerBound) }
            end = box.body.upperBound
        }
        guard end == bytes.count, movies.count == 1, let head = BoxWalker(bytes, in: movies[0].body).first("mvhd"), head.body.count >= 100 else { return nil }
        (self.bytes, self.head, movie) = (bytes, head, movies[0])
        isQuickTime = brand == nil || brand == "qt  "
    }

    /// Where the kind of the box stands that becomes free room.
    package var formerKind: Range<Int> {
        let large = ByteReader(bytes).uint32(movie.body.lowerBound - 16) == 1 && ByteReader(bytes).fourCharacters(movie.body.lowerBound - 12) == "moov"
        let start = movie.body.lowerBound - (large ? 12 : 4)
        return start..<start + 4
    }

    /// The file with this identifier.
    /// - Parameters:
    ///   - contentIdentifier: `nil` leaves what the file says.
    ///   - stillTime: of the whole, from 0 to 1; where the file has no such time already.
    ///   - seconds: the same from the beginning, which goes before it.
    /// - Returns: the bytes as they are where it says so already; `nil` where it can't.
    package func file(saying contentIdentifier: String?, stillTime: Double, seconds: Double? = nil) -> [UInt8]? {
        let reader = ByteReader(bytes), isLong = bytes[head.body.lowerBound] == 1
        guard let scale = reader.uint32(head.body.lowerBound + (isLong ? 20 : 12)), scale > 0, let track = reader.uint32(head.body.upperBound - 4), track > 0, track < 1 << 31,
            let duration = isLong ? reader.uint64(head.body.lowerBound + 24) : reader.uint32(head.body.lowerBound + 16), duration > 0, duration < 1 << 31
        else { return nil }
        let tracks = QuickTimeTracks(bytes), hasTime = tracks.timedKeys.contains(Self.timeKey)
        var metadata = KeyedMetadata(isQuickTime: true), hasMetadata = false, children: [UInt8] = []
        let hasOwn = BoxWalker(bytes, in: movie.body).first("meta") != nil
        var boxes = BoxWalker(bytes, in: movie.body), offset = movie.body.lowerBound
        while let box = boxes.next() {
            if box.kind == "meta" {
                guard !hasMetadata, let read = KeyedMetadata(bytes, in: box.body) else { return nil }
                (metadata, hasMetadata) = (read, true)
            } else if box.kind == "udta", !hasOwn, !hasMetadata, let (rest, read) = userData(box) {
                // Some programs put them there. Of two, readers take the first only.
                (metadata, hasMetadata) = (read, true)
                children += rest
            } else if box.kind == "mvhd" {
                var copy = Array(bytes[offset..<box.body.upperBound])
                if !hasTime { copy.replaceSubrange(copy.count - 4..<copy.count, with: Box.number(track + 1, 4)) }
                children += copy
            } else {
                children += bytes[offset..<box.body.upperBound]
            }
            offset = box.body.upperBound
        }
        // At this place exiftool and others find nothing in metadata that have a version, whichever kind of file it is; Android's MPEG-4 files have none either.
        let isReadable = metadata.isQuickTime
        metadata.isQuickTime = true
        if hasTime, isReadable, contentIdentifier.map({ metadata.says(Self.identifierKey, $0) }) ?? true { return Array(bytes) }
        if let contentIdentifier { metadata.set(Self.identifierKey, contentIdentifier) }
        var file = Array(bytes)
        file.replaceSubrange(formerKind, with: Array("free".utf8))
        if !hasTime {
            // The sample: its length, the number of its key, and -1, as the phones write it.
            let sample = Box.number(9, 4) + Box.number(1, 4) + [0xFF]
            let place = file.count + 8
            file += Box.box("mdat", sample)
            let wanted = seconds.map { ($0 * Double(scale)).rounded() } ?? Double(duration) * stillTime
            let time = Int(min(Double(duration - 1), max(0, wanted)))
            children += TimedTrack(number: track, scale: scale, time: time, sample: (place, sample.count), isQuickTime: isQuickTime).bytes(key: Self.timeKey)
        }
        file += Box.box("moov", children + metadata.bytes)
        return file
    }

    /// A box of user data without the metadata by keys that lie in it.
    private func userData(_ box: BoxWalker.Box) -> (rest: [UInt8], metadata: KeyedMetadata)? {
        var boxes = BoxWalker(bytes, in: box.body), offset = box.body.lowerBound
        while let part = boxes.next() {
            if part.kind == "meta", let metadata = KeyedMetadata(bytes, in: part.body) {
                let rest = Array(bytes[box.body.lowerBound..<offset]) + Array(bytes[part.body.upperBound..<box.body.upperBound])
                return (rest.isEmpty ? [] : Box.box("udta", rest), metadata)
            }
            offset = part.body.upperBound
        }
        return nil
    }
}
