/// Movies of QuickTime's and MPEG-4's kind, and HEIF, which are made of the same boxes.
extension PlaceMaskParts {
    /// A box with its head.
    private struct Whole {
        let kind: String
        let start: Int
        let body: Range<Int>
        var range: Range<Int> { start..<body.upperBound }
    }

    /// - Returns: `nil` where a box is cut off, or something lies between them.
    private func boxes(_ range: Range<Int>) -> [Whole]? {
        var walker = BoxWalker(bytes, in: range), start = range.lowerBound, found: [Whole] = []
        while let box = walker.next() {
            guard box.missing == 0 else { return nil }
            found.append(Whole(kind: box.kind, start: start, body: box.body))
            start = box.body.upperBound
        }
        // QuickTime ends some lists with a number that is zero.
        return start == range.upperBound || bytes[start..<range.upperBound].allSatisfy { $0 == 0 } ? found : nil
    }

    /// A box that everybody passes over, with nothing in it.
    private mutating func free(_ box: Whole) {
        put("free", at: box.start + 4)
        zero(box.body)
    }

    // MARK: The file

    /// - Parameter depth: how far it lies within others.
    /// - Returns: where its boxes end.
    @discardableResult
    mutating func maskISOMedia(_ range: Range<Int>, _ depth: Int) -> Int {
        guard depth < 4 else {
            refuse()
            return range.upperBound
        }
        var walker = BoxWalker(bytes, in: range), start = range.lowerBound, hasDataTracks = false, isFragmented = false
        while let box = walker.next() {
            let whole = Whole(kind: box.kind, start: start, body: box.body)
            // Behind a picture anything may follow its movie.
            guard box.missing == 0 else {
                if depth == 0 { refuse() }
                break
            }
            switch box.kind {
            case "ftyp", "styp", "mdat", "sidx", "mfra", "pdin", "prft", "emsg": break
            case "moov": if maskMovie(box.body, base: range.lowerBound) { hasDataTracks = true }
            case "moof":
                isFragmented = true
                maskFragment(box.body)
            case "meta": maskItems(whole, base: range.lowerBound)
            case "mpvd": maskISOMedia(box.body, depth + 1)
            default: free(whole)
            }
            start = box.body.upperBound
        }
        // What samples a data track has there is not looked for.
        if hasDataTracks, isFragmented { refuse() }
        if depth == 0 { zero(start..<range.upperBound, isThere: false) }
        return start
    }

    private mutating func maskFragment(_ body: Range<Int>) {
        guard let boxes = boxes(body) else { return refuse() }
        for box in boxes where box.kind != "mfhd" {
            guard box.kind == "traf" else {
                free(box)
                continue
            }
            guard let inner = self.boxes(box.body) else { return refuse() }
            for part in inner where !["tfhd", "tfdt", "trun", "sdtp", "sbgp", "sgpd", "subs", "saiz", "saio", "senc"].contains(part.kind) { free(part) }
        }
    }

    // MARK: Movies

    /// - Returns: whether there are tracks of other things than pictures and sounds.
    private mutating func maskMovie(_ body: Range<Int>, base: Int) -> Bool {
        guard let boxes = boxes(body) else {
            refuse()
            return false
        }
        var hasDataTracks = false
        for box in boxes {
            switch box.kind {
            case "mvhd", "iods", "mvex": break
            case "trak": if maskTrack(box, base: base) { hasDataTracks = true }
            case "meta": maskKeys(box)
            default: free(box)
            }
        }
        return hasDataTracks
    }

    /// - Returns: whether it holds something else than pictures and sounds.
    private mutating func maskTrack(_ track: Whole, base: Int) -> Bool {
        guard let boxes = boxes(track.body), let media = boxes.first(where: { $0.kind == "mdia" }), let handler = BoxWalker(bytes, in: media.body).first("hdlr"),
            let kind = reader.fourCharacters(handler.body.lowerBound + 8)
        else {
            refuse()
            return false
        }
        guard ["vide", "soun", "auxv", "tmcd", "pict"].contains(kind) else {
            zeroSamples(of: media.body, base: base)
            free(track)
            return true
        }
        for box in boxes where !["tkhd", "edts", "mdia", "tref", "tapt", "load"].contains(box.kind) { free(box) }
        guard let parts = self.boxes(media.body) else {
            refuse()
            return false
        }
        for part in parts where !["mdhd", "hdlr", "minf", "elng"].contains(part.kind) { free(part) }
        return false
    }

    /// Of a track that may say anything, such as a place each second. The samples themselves are not looked at: of a movie that is elsewhere only its head may be
    /// there (`MovieHead`).
    private mutating func zeroSamples(of media: Range<Int>, base: Int) {
        guard let information = BoxWalker(bytes, in: media).first("minf"), let tables = BoxWalker(bytes, in: information.body).first("stbl"),
            let sizes = sampleSizes(tables.body), let chunks = chunkStarts(tables.body)
        else { return refuse() }
        guard sizes.count > 0 else { return }
        guard let runs = BoxWalker(bytes, in: tables.body).first("stsc")?.body, let count = reader.uint32(runs.lowerBound + 4), runs.count >= 8 + count * 12, count > 0 else {
            return refuse()
        }
        var sample = 0
        for run in 0..<count {
            let entry = runs.lowerBound + 8 + run * 12
            guard let first = reader.uint32(entry), let each = reader.uint32(entry + 4), first >= 1 else { return refuse() }
            let next = run + 1 < count ? reader.uint32(entry + 12) ?? 0 : chunks.count + 1
            guard next > first, next <= chunks.count + 1, each > 0 || next == first else { return refuse() }
            for chunk in first..<next where sample < sizes.count {
                guard let start = chunks.start(chunk - 1), let end = sizes.length(sample, min(each, sizes.count - sample)), base + start + end <= reader.count else {
                    return refuse()
                }
                zero(base + start..<base + start + end, isThere: false)
                guard !isRefused else { return }
                sample += min(each, sizes.count - sample)
            }
        }
        if sample < sizes.count { refuse() }
    }

    private struct SampleSizes {
        let reader: ByteReader
        let fixed: Int, count: Int, table: Int

        func length(_ first: Int, _ number: Int) -> Int? {
            if fixed > 0 { return fixed.multipliedReportingOverflow(by: number).overflow ? nil : fixed * number }
            var sum = 0
            for index in first..<first + number {
                guard let size = reader.uint32(table + index * 4) else { return nil }
                sum += size
            }
            return sum
        }
    }

    private func sampleSizes(_ tables: Range<Int>) -> SampleSizes? {
        guard let body = BoxWalker(bytes, in: tables).first("stsz")?.body, let fixed = reader.uint32(body.lowerBound + 4), let count = reader.uint32(body.lowerBound + 8) else {
            return nil
        }
        guard fixed > 0 || body.count >= 12 + count * 4 else { return nil }
        return SampleSizes(reader: reader, fixed: fixed, count: count, table: body.lowerBound + 12)
    }

    private struct ChunkStarts {
        let reader: ByteReader
        let count: Int, table: Int, isLong: Bool

        func start(_ index: Int) -> Int? {
            guard index < count else { return nil }
            let start = isLong ? reader.uint64(table + index * 8) : reader.uint32(table + index * 4)
            return start.flatMap { $0 <= reader.count ? $0 : nil }
        }
    }

    private func chunkStarts(_ tables: Range<Int>) -> ChunkStarts? {
        let isLong = BoxWalker(bytes, in: tables).first("co64") != nil
        guard let body = BoxWalker(bytes, in: tables).first(isLong ? "co64" : "stco")?.body, let count = reader.uint32(body.lowerBound + 4),
            body.count >= 8 + count * (isLong ? 8 : 4)
        else { return nil }
        return ChunkStarts(reader: reader, count: count, table: body.lowerBound + 8, isLong: isLong)
    }

    // MARK: Metadata by keys

    /// Keys that say no place.
    private static let knownKeys: Set<String> = [
        "com.apple.quicktime.creationdate", "com.apple.quicktime.make", "com.apple.quicktime.model", "com.apple.quicktime.software", "com.apple.quicktime.content.identifier",
        "com.apple.quicktime.live-photo.auto", "com.apple.quicktime.live-photo.vitality-score", "com.apple.quicktime.live-photo.vitality-scoring-version",
        "com.apple.quicktime.full-frame-rate-playback-intent", "com.android.version", "com.android.capture.fps",
    ]

    private mutating func maskKeys(_ meta: Whole) {
        let isQuickTime = reader.matches("hdlr", at: meta.body.lowerBound + 4), start = min(meta.body.lowerBound + (isQuickTime ? 0 : 4), meta.body.upperBound)
        guard let boxes = boxes(start..<meta.body.upperBound), let keys = boxes.first(where: { $0.kind == "keys" })?.body, let kept = keyNumbers(keys) else { return free(meta) }
        for box in boxes where !["hdlr", "keys"].contains(box.kind) {
            guard box.kind == "ilst", let items = itemsOfList(box.body) else {
                free(box)
                continue
            }
            for (key, item) in items where !kept.known.contains(key) {
                guard let parts = self.boxes(item) else {
                    zero(item)
                    continue
                }
                // Kind and language stay, so that the value can be read: it is empty.
                for part in parts { if part.kind == "data" { zero(min(part.body.lowerBound + 8, part.body.upperBound)..<part.body.upperBound) } else { free(part) } }
            }
        }
        for name in kept.unknown { put([UInt8](repeating: UInt8(ascii: "-"), count: name.count), at: name.lowerBound) }
    }

    /// Numbers of known keys, and where the names of others stand.
    private func keyNumbers(_ body: Range<Int>) -> (known: Set<Int>, unknown: [Range<Int>])? {
        guard let count = reader.uint32(body.lowerBound + 4), count <= 1_024 else { return nil }
        var at = body.lowerBound + 8, known: Set<Int> = [], unknown: [Range<Int>] = []
        for number in 1..<count + 1 {
            guard let size = reader.uint32(at), size >= 8, at + size <= body.upperBound, let name = reader.slice(at + 8, size - 8) else { return nil }
            if Self.knownKeys.contains(String(decoding: name, as: UTF8.self)) { known.insert(number) } else { unknown.append(at + 8..<at + size) }
            at += size
        }
        return (known, unknown)
    }

    private func itemsOfList(_ body: Range<Int>) -> [(key: Int, body: Range<Int>)]? {
        var at = body.lowerBound, items: [(key: Int, body: Range<Int>)] = []
        while at < body.upperBound {
            guard let size = reader.uint32(at), let key = reader.uint32(at + 4), size >= 8, at + size <= body.upperBound else { return nil }
            items.append((key, at + 8..<at + size))
            at += size
        }
        return items
    }

    // MARK: HEIF

    private static let knownItems: Set<String> = ["hvc1", "hvc2", "lhv1", "av01", "avc1", "j2k1", "unci", "mski", "grid", "iden", "iovl", "tmap"]

    private mutating func maskItems(_ meta: Whole, base: Int) {
        let start = meta.body.lowerBound + 4
        guard start <= meta.body.upperBound, let boxes = boxes(start..<meta.body.upperBound) else { return refuse() }
        func body(_ kind: String) -> Range<Int>? { boxes.first { $0.kind == kind }?.body }
        for box in boxes where !["hdlr", "pitm", "iinf", "iref", "iprp", "iloc", "idat", "grpl", "dinf", "ipro"].contains(box.kind) { free(box) }
        // A movie's says other things than where its items are.
        guard let information = body("iinf"), let locations = body("iloc") else { return free(meta) }
        guard let items = itemInformation(information), let places = itemPlaces(locations, data: body("idat"), base: base) else { return refuse() }
        for item in items where !Self.knownItems.contains(item.kind) {
            let extents = places[item.number] ?? []
            guard extents.allSatisfy({ $0.lowerBound >= 0 && $0.upperBound <= reader.count }) else { return refuse() }
            let isOne = extents.count == 1
            for extent in extents {
                switch item.kind {
                case "Exif" where isOne:
                    let begin = (reader.uint32(extent.lowerBound) ?? extent.count) + 4
                    if begin >= extent.count || !maskTIFF(extent.lowerBound + begin..<extent.upperBound) { zero(extent) }
                case "mime" where isOne && item.isXMP: maskXMP(extent)
                case "jpeg" where isOne: maskJPEG(extent)
                default: zero(extent)
                }
            }
        }
    }

    private func itemInformation(_ body: Range<Int>) -> [(number: Int, kind: String, isXMP: Bool)]? {
        guard let version = reader.uint8(body.lowerBound) else { return nil }
        let start = body.lowerBound + (version == 0 ? 6 : 8)
        guard start <= body.upperBound, let entries = boxes(start..<body.upperBound) else { return nil }
        var items: [(number: Int, kind: String, isXMP: Bool)] = []
        for entry in entries where entry.kind == "infe" {
            guard let version = reader.uint8(entry.body.lowerBound), version >= 2 else { return nil }
            let at = entry.body.lowerBound + 4, isLong = version > 2
            guard let number = isLong ? reader.uint32(at) : reader.uint16(at), let kind = reader.fourCharacters(at + (isLong ? 6 : 4)) else { return nil }
            items.append((number, kind, reader.firstIndex(of: "application/rdf+xml", in: at..<entry.body.upperBound) != nil))
        }
        return items
    }

    private func itemPlaces(_ body: Range<Int>, data: Range<Int>?, base: Int) -> [Int: [Range<Int>]]? {
        guard var numbers = ItemLocationNumbers(reader, body), let count = numbers.nextItem(), count <= 100_000 else { return nil }
        var places: [Int: [Range<Int>]] = [:]
        for _ in 0..<count {
            guard let item = numbers.nextItem(), let method = numbers.version > 0 ? numbers.next(2) : 0, numbers.next(2) != nil, let start = numbers.next(numbers.baseSize),
                let extents = numbers.next(2)
            else { return nil }
            for _ in 0..<extents {
                guard numbers.next(numbers.indexSize) != nil, let offset = numbers.next(numbers.offsetSize), let length = numbers.next(numbers.lengthSize) else { return nil }
                let origin: Int
                switch method & 15 {
                case 0: origin = base
                case 1:
                    guard let data else { return nil }
                    origin = data.lowerBound
                // Made of other items, which are looked at themselves.
                default: continue
                }
                let (begin, isFar) = (start &+ offset).addingReportingOverflow(origin)
                guard !isFar, begin >= 0, begin <= reader.count else { return nil }
                // Of no length: to the end.
                let end = length == 0 ? reader.count : begin.addingReportingOverflow(length).partialValue
                guard end >= begin else { return nil }
                places[item, default: []].append(begin..<end)
            }
        }
        return places
    }
}
