/// EXIF blocks, and TIFF files, which are made alike.
extension PlaceMaskParts {
    private enum Tag {
        static let gps = 0x8825, exif = 0x8769, interoperability = 0xA005, subIFDs = 0x014A
        static let xmp = 0x02BC, iptc = 0x83BB, photoshop = 0x8649, makerNote = 0x927C, userComment = 0x9286
        static let privateData = 0xC634, thumbnailStart = 0x0201, thumbnailLength = 0x0202
        /// Words of Windows' for title, comment, author, keywords, subject.
        static let windowsWords = 0x9C9B...0x9C9F
    }

    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
    /// No camera's note but this one is known to say no place; without it a Live Photo's halves and a picture's brightness are lost.
    private static let knownNote: StaticString = "Apple iOS\0"

    /// - Parameter isFile: whether it is a file, and not a block within one.
    /// - Returns: false where it can't be read.
    mutating func maskTIFF(_ range: Range<Int>, isFile: Bool = false) -> Bool {
        // A thumbnail's own block may have a thumbnail.
        guard depth < 4 else { return false }
        depth += 1
        defer { depth -= 1 }
        let start = range.lowerBound
        var reader = reader
        if reader.matches("II*\0", at: start) { reader.isLittleEndian = true } else if !reader.matches("MM\0*", at: start) { return false }
        guard range.count >= 8, let first = reader.uint32(start + 4) else { return false }
        var waiting = [(offset: first, isGPS: false)], seen: Set<Int> = []
        while let next = waiting.popLast() {
            guard next.offset != 0 else { continue }
            guard seen.count < 200, seen.insert(next.offset).inserted else { continue }
            let table = start + next.offset
            guard next.offset >= 8, table < range.upperBound - 1, let count = reader.uint16(table), table + 2 + count * 12 <= range.upperBound else { return false }
            var thumbnail: (start: Int?, length: Int?)
            for index in 0..<count {
                let entry = table + 2 + index * 12
                guard let tag = reader.uint16(entry), let type = reader.uint16(entry + 2), let number = reader.uint32(entry + 4), let value = reader.uint32(entry + 8) else {
                    return false
                }
                let size = (Self.sizes.indices.contains(type) ? Self.sizes[type] : 1).multipliedReportingOverflow(by: number)
                guard !size.overflow else { return false }
                let place = size.partialValue <= 4 ? entry + 8 : start + value
                let held = (place..<place + max(size.partialValue, 0)).clamped(to: start..<max(start, range.upperBound))
                if next.isGPS {
                    zero(held)
                    continue
                }
                switch tag {
                case Tag.gps: waiting.append((value, true))
                case Tag.exif, Tag.interoperability: waiting.append((value, false))
                case Tag.subIFDs:
                    for number in 0..<min(number, 64) {
                        if let offset = number * 4 + 4 <= held.count ? reader.uint32(held.lowerBound + number * 4) : nil { waiting.append((offset, false)) }
                    }
                case Tag.xmp: maskXMP(held)
                case Tag.makerNote: if !reader.matches(Self.knownNote, at: held.lowerBound) { zero(held) }
                case Tag.iptc, Tag.photoshop, Tag.userComment, Tag.privateData, Tag.windowsWords: zero(held)
                case Tag.thumbnailStart: thumbnail.start = value
                case Tag.thumbnailLength: thumbnail.length = value
                default: break
                }
            }
            if let place = thumbnail.start, let length = thumbnail.length, !isFile {
                let held = (start + place..<start + place + length).clamped(to: range)
                if reader.matches([0xFF, 0xD8, 0xFF], at: held.lowerBound) { maskJPEG(held) }
            }
            if next.isGPS {
                // A list of nothing, with nothing after it.
                zero((table..<table + 2 + count * 12 + 4).clamped(to: range))
            } else if let follower = table + 6 + count * 12 <= range.upperBound ? reader.uint32(table + 2 + count * 12) : 0 {
                waiting.append((follower, false))
            }
        }
        return true
    }
}
