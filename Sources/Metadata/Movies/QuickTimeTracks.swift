/// What QuickTime tracks say that libavformat does not hand out: their own metadata, the keys of timed metadata, spatial video.
package struct QuickTimeTracks: Sendable, Equatable {
    /// Metadata of the tracks (not of the movie), first come first kept: `com.apple.photos.captureMode`, `com.apple.quicktime.camera.lens_model`, …
    package private(set) var metadata: [String: String] = [:]
    /// Keys of timed metadata tracks, such as `com.apple.quicktime.still-image-time`.
    package private(set) var timedKeys: Set<String> = []
    /// When the still of a Live Photo was taken, in seconds from the movie's beginning, where a track says so.
    package private(set) var stillTime: Double?
    /// Whether a video track is stereoscopic (Apple's `vexu` box).
    package private(set) var isSpatial = false
    /// Pictures of the longest track of pictures: a film's frames, an image sequence's images.
    package private(set) var pictureCount = 0
    /// Which of the tracks is the alpha of another, counted from 0.
    package private(set) var alphaTrack: Int?
    /// Seconds that the longest track's samples last as they are shown, by its tables; `nil` where they don't say, as in a film of fragments.
    package private(set) var length: Double?
    /// Bytes that the file should have behind its end, by the size of the film's data; 0 for a whole file.
    package private(set) var missingBytes = 0

    package init(_ bytes: UnsafeRawBufferPointer) {
        var movie: Range<Int>?
        var parts = BoxWalker(bytes)
        while let part = parts.next() {
            if part.kind == "moov", movie == nil { movie = part.body }
            if part.kind == "mdat" || part.kind == "moov" { missingBytes = max(missingBytes, part.missing) }
        }
        guard let movie else { return }
        let scale = Self.timescale(bytes, movie)
        var boxes = BoxWalker(bytes, in: movie)
        var number = 0
        while let box = boxes.next() {
            guard box.kind == "trak" else { continue }
            let hadTime = timedKeys.contains(Self.stillTimeKey)
            readTrack(bytes, box.body)
            if !hadTime, timedKeys.contains(Self.stillTimeKey), let scale { stillTime = Double(Self.wait(bytes, box.body)) / Double(scale) }
            if alphaTrack == nil, Self.isAlpha(bytes, box.body) { alphaTrack = number }
            if let scale, let shown = SampleTimes(bytes, track: box.body)?.seconds(movieScale: scale) { length = max(length ?? 0, shown) }
            number += 1
        }
        // The samples of fragments are in tables of their own.
        if BoxWalker(bytes, in: movie).first("mvex") != nil { length = nil }
    }

    package static let stillTimeKey = "com.apple.quicktime.still-image-time"

    /// Units of the movie's time a second.
    private static func timescale(_ bytes: UnsafeRawBufferPointer, _ movie: Range<Int>) -> Int? {
        guard let head = BoxWalker(bytes, in: movie).first("mvhd"), head.body.count >= 24 else { return nil }
        let scale = ByteReader(bytes).uint32(head.body.lowerBound + (bytes[head.body.lowerBound] == 1 ? 20 : 12))
        return scale == 0 ? nil : scale
    }

    /// How long a track shows nothing at first, by its edit list, in units of the movie's time.
    private static func wait(_ bytes: UnsafeRawBufferPointer, _ track: Range<Int>) -> Int {
        let reader = ByteReader(bytes)
        guard let edits = BoxWalker(bytes, in: track).first("edts"), let list = BoxWalker(bytes, in: edits.body).first("elst"), list.body.count >= 8,
            let count = reader.uint32(list.body.lowerBound + 4)
        else { return 0 }
        let isLong = bytes[list.body.lowerBound] == 1, size = isLong ? 20 : 12
        var total = 0, offset = list.body.lowerBound + 8
        for _ in 0..<min(count, 16) {
            guard offset + size <= list.body.upperBound, let duration = isLong ? reader.uint64(offset) : reader.uint32(offset), (0..<1 << 40).contains(duration),
                let start = reader.uint32(offset + (isLong ? 8 : 4)), start == 0xFFFF_FFFF
            else { break }
            total += duration
            offset += size
        }
        return total
    }

    /// Says so by its handler and by the name of what it adds to the track that it refers to.
    private static func isAlpha(_ bytes: UnsafeRawBufferPointer, _ track: Range<Int>) -> Bool {
        guard let media = BoxWalker(bytes, in: track).first("mdia"), let handler = BoxWalker(bytes, in: media.body).first("hdlr"),
            ByteReader(bytes).fourCharacters(handler.body.lowerBound + 8) == "auxv"
        else { return false }
        return ByteReader(bytes).firstIndex(of: "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", in: media.body) != nil
    }

    private mutating func readTrack(_ bytes: UnsafeRawBufferPointer, _ track: Range<Int>) {
        if let meta = BoxWalker(bytes, in: track).first("meta") { readMetadata(bytes, meta.body) }
        guard let media = BoxWalker(bytes, in: track).first("mdia"), let info = BoxWalker(bytes, in: media.body).first("minf"),
            let table = BoxWalker(bytes, in: info.body).first("stbl"), let descriptions = BoxWalker(bytes, in: table.body).first("stsd"),
            descriptions.body.count > 8
        else { return }
        let handler = BoxWalker(bytes, in: media.body).first("hdlr").flatMap { ByteReader(bytes).fourCharacters($0.body.lowerBound + 8) }
        if handler == "vide" || handler == "pict", let sizes = BoxWalker(bytes, in: table.body).first("stsz"),
            let count = ByteReader(bytes).uint32(sizes.body.lowerBound + 8)
        {
            pictureCount = max(pictureCount, count)
        }
        var entries = BoxWalker(bytes, in: descriptions.body.lowerBound + 8..<descriptions.body.upperBound)
        while let entry = entries.next() {
            if entry.kind == "mebx" {
                guard entry.body.count > 8, let keys = BoxWalker(bytes, in: entry.body.lowerBound + 8..<entry.body.upperBound).first("keys") else { continue }
                readTimedKeys(bytes, keys.body)
            } else if entry.body.count > 78 {
                // A video description: 78 bytes of fields, then boxes.
                let extensions = BoxWalker(bytes, in: entry.body.lowerBound + 78..<entry.body.upperBound)
                if extensions.first("vexu") != nil { isSpatial = true }
            }
        }
    }

    private mutating func readMetadata(_ bytes: UnsafeRawBufferPointer, _ meta: Range<Int>) {
        let reader = ByteReader(bytes)
        guard let keyBox = BoxWalker(bytes, in: meta).first("keys"), let list = BoxWalker(bytes, in: meta).first("ilst"),
            let count = reader.uint32(keyBox.body.lowerBound + 4), count <= 1024
        else { return }
        var names: [String] = []
        var offset = keyBox.body.lowerBound + 8
        while names.count < count, let size = reader.uint32(offset), size >= 8, offset + size <= keyBox.body.upperBound,
            let name = reader.slice(offset + 8, size - 8)
        {
            names.append(TextDecoding.text(name))
            offset += size
        }
        // An item's kind is the number of its key, counted from 1.
        offset = list.body.lowerBound
        while let size = reader.uint32(offset), let number = reader.uint32(offset + 4), size >= 8, offset + size <= list.body.upperBound {
            if names.indices.contains(number - 1), let value = BoxWalker(bytes, in: offset + 8..<offset + size).first("data"),
                let text = dataText(reader, value.body), metadata[names[number - 1]] == nil
            {
                metadata[names[number - 1]] = text
            }
            offset += size
        }
    }

    private func dataText(_ reader: ByteReader, _ body: Range<Int>) -> String? {
        guard body.count >= 8, let type = reader.uint32(body.lowerBound), let value = reader.slice(body.lowerBound + 8, min(body.count - 8, 4096)) else { return nil }
        switch type & 0xFFFFFF {
        case 1: return TextDecoding.text(value)
        case 21, 22, 65, 66, 67, 75, 76, 77: return String(value.prefix(8).reduce(0) { $0 << 8 | Int64($1) })
        default: return nil
        }
    }

    private mutating func readTimedKeys(_ bytes: UnsafeRawBufferPointer, _ keys: Range<Int>) {
        var local = BoxWalker(bytes, in: keys)
        while let key = local.next(), timedKeys.count < 256 {
            // keyd: a name space of four characters, then the name.
            guard let declaration = BoxWalker(bytes, in: key.body).first("keyd"), declaration.body.count > 4,
                let name = ByteReader(bytes).slice(declaration.body.lowerBound + 4, min(declaration.body.count - 4, 256))
            else { continue }
            timedKeys.insert(TextDecoding.text(name))
        }
    }
}
