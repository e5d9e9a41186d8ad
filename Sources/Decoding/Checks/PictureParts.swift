import Metadata
import PhotoModel

/// What of a file is the picture and not what is said of it: all that must be the same after metadata were written. Found without decoding anything.
enum PictureParts {
    /// False also where one of the files is of no type that is known here, or not in order.
    static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        first.withUnsafeBytes { first in
            second.withUnsafeBytes { second in
                if let movie = LivePhotoMovie(first) { return isContinued(first, but: movie.formerKind, by: second) }
                if let tags = HEIFTags(first) { return isContinued(first, tags, by: second) }
                guard let parts = parts(of: first), let others = self.parts(of: second), parts.count == others.count, !parts.isEmpty else { return false }
                return zip(parts, others).allSatisfy { part, other in
                    part.count == other.count && UnsafeRawBufferPointer(rebasing: first[part]).elementsEqual(UnsafeRawBufferPointer(rebasing: second[other]))
                }
            }
        }
    }

    /// A movie's file begins with all of the former but the name of the box that says what there is; all else is behind it.
    private static func isContinued(_ first: UnsafeRawBufferPointer, but kind: Range<Int>, by second: UnsafeRawBufferPointer) -> Bool {
        func same(_ range: Range<Int>) -> Bool { UnsafeRawBufferPointer(rebasing: first[range]).elementsEqual(UnsafeRawBufferPointer(rebasing: second[range])) }
        guard second.count >= first.count, same(0..<kind.lowerBound), same(kind.upperBound..<first.count) else { return false }
        return second.count == first.count ? same(kind) : Metadata.ByteReader(second).matches("free", at: kind.lowerBound)
    }

    /// A HEIF's picture has all of the former where it was but its metadata and where they are; behind it may be a box of data, and then comes its movie.
    private static func isContinued(_ first: UnsafeRawBufferPointer, _ tags: HEIFTags, by second: UnsafeRawBufferPointer) -> Bool {
        let added = second.count - first.count, (former, reader) = (Metadata.ByteReader(first), Metadata.ByteReader(second))
        guard added >= 0 else { return false }
        func same(_ range: Range<Int>, after distance: Int = 0) -> Bool {
            let other = range.lowerBound + distance..<range.upperBound + distance
            return UnsafeRawBufferPointer(rebasing: first[range]).elementsEqual(UnsafeRawBufferPointer(rebasing: second[other]))
        }
        var at = 0
        for change in tags.changes + [tags.end..<tags.end] {
            guard at <= change.lowerBound, same(at..<change.lowerBound) else { return false }
            at = change.upperBound
        }
        guard added == 0 || reader.uint32(tags.end) == added && reader.matches("mdat", at: tags.end + 4) else { return false }
        guard let place = tags.movieOffset else { return same(tags.end..<first.count, after: added) }
        return same(tags.end..<place.lowerBound, after: added) && same(place.upperBound..<first.count, after: added)
            && reader.uint32(place.lowerBound + added) == former.uint32(place.lowerBound).map { $0 + added }
    }

    private static func parts(of bytes: UnsafeRawBufferPointer) -> [Range<Int>]? {
        switch FileSniffer.sniff(bytes, name: "")?.uniformType {
        case UniformTypes.jpeg: jpeg(bytes)
        case UniformTypes.png: png(bytes)
        case UniformTypes.webP: webP(bytes)
        case UniformTypes.tiff: TIFFPicture(bytes)?.parts
        default: nil
        }
    }

    /// Every segment but applications' and comments, and all from the first scan to the end: further pictures and a movie lie behind it.
    private static func jpeg(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>]? {
        var segments = JPEGSegments(bytes), parts: [Range<Int>] = []
        while let segment = segments.next() {
            if !(0xE0...0xEF).contains(segment.marker), segment.marker != 0xFE { parts.append(segment.start..<segment.end) }
        }
        guard let scan = segments.scanStart else { return nil }
        return parts + [scan..<bytes.count]
    }

    /// Every chunk but texts, EXIF and the time of change.
    private static func png(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>]? {
        let reader = Metadata.ByteReader(bytes)
        var offset = 8, parts: [Range<Int>] = []
        while let length = reader.uint32(offset), let type = reader.fourCharacters(offset + 4), reader.has(length + 12, at: offset) {
            if type == "IEND" { return parts + [offset..<bytes.count] }
            if !["tEXt", "zTXt", "iTXt", "eXIf", "tIME"].contains(type) { parts.append(offset..<offset + length + 12) }
            offset += length + 12
        }
        return nil
    }

    /// Every chunk but EXIF, XMP and the one that says which of them there are.
    private static func webP(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>]? {
        let reader = Metadata.ByteReader(bytes, isLittleEndian: true)
        guard let size = reader.uint32(4), reader.has(size, at: 8) else { return nil }
        var offset = 12, parts: [Range<Int>] = []
        while offset < size + 8, let type = reader.fourCharacters(offset), let length = reader.uint32(offset + 4) {
            guard reader.has(length + 8, at: offset) else { return nil }
            if !["EXIF", "XMP ", "VP8X"].contains(type) { parts.append(offset..<offset + length + 8) }
            offset += length + 8 + length % 2
        }
        return parts
    }
}
