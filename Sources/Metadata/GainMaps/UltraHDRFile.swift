/// A JPEG with its gain map behind it, as Ultra HDR and ISO 21496-1 have it: each says of itself what it is, and an index in the first says where the second
/// lies. Who knows nothing of gain maps sees the first.
package enum UltraHDRFile {
    /// A JPEG of a map's values with what they mean.
    package static func map(_ jpeg: [UInt8], _ parameters: GainMapParameters) -> [UInt8] {
        inserting(xmp(parameters.xmp) + segment(0xE2, GainMapParameters.isoName + parameters.isoBytes), into: jpeg)
    }

    /// The picture with that map behind it; `nil` for what is no JPEG, or has XMP already, of which there is room for one only.
    package static func joined(_ picture: [UInt8], map: [UInt8]) -> [UInt8]? {
        let isOne = picture.withUnsafeBytes { bytes in
            let reader = ByteReader(bytes)
            return reader.matches([0xFF, 0xD8], at: 0) && !JPEGSegments(bytes).contains { $0.marker == 0xE1 && reader.matches(xmpName, at: $0.body) }
        }
        guard isOne else { return nil }
        let words = xmp(GainMapParameters.xmp(ofPictureWithMap: map.count)) + segment(0xE2, GainMapParameters.isoName + GainMapParameters.isoVersion)
        let start = self.start(in: picture), length = picture.count + words.count + indexLength
        // Offsets count from the index's own header, behind its marker, length and name.
        let header = start + words.count + 8
        guard let size = UInt32(exactly: length), let offset = UInt32(exactly: length - header), let other = UInt32(exactly: map.count) else { return nil }
        var file: [UInt8] = []
        file.reserveCapacity(length + map.count)
        file += picture[..<start]
        file += words
        file += index(size, other, at: offset)
        file += picture[start...]
        file += map
        return file
    }

    // MARK: Parts

    private static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let indexLength = 4 + 4 + 50 + 2 * MultiPictureList.entrySize

    private static func xmp(_ packet: String) -> [UInt8] { segment(0xE1, xmpName + Array(packet.utf8)) }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    /// Behind JFIF's and EXIF's words, which have to be the first.
    private static func start(in jpeg: [UInt8]) -> Int {
        jpeg.withUnsafeBytes { bytes in
            var start = 2
            for segment in JPEGSegments(bytes) {
                guard segment.marker == 0xE0 || segment.marker == 0xE1 else { break }
                start = segment.end
            }
            return start
        }
    }

    private static func inserting(_ segments: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
        let start = start(in: jpeg)
        return jpeg[..<start] + segments + jpeg[start...]
    }

    /// A TIFF header, a directory of version, number and list, and the list.
    private static func index(_ size: UInt32, _ other: UInt32, at offset: UInt32) -> [UInt8] {
        var bytes = MultiPictureList.name + Array("MM\0*".utf8)
        func numbers(_ numbers: UInt32...) { for number in numbers { withUnsafeBytes(of: number.bigEndian) { bytes += $0 } } }
        func field(_ tag: UInt16, _ kind: UInt16, count: UInt32) {
            for number in [tag, kind] { withUnsafeBytes(of: number.bigEndian) { bytes += $0 } }
            numbers(count)
        }
        numbers(8)
        bytes += [0, 3]
        field(0xB000, 7, count: 4)
        bytes += Array("0100".utf8)
        field(0xB001, 4, count: 1)
        numbers(2)
        field(0xB002, 7, count: UInt32(2 * MultiPictureList.entrySize))
        // Behind the directory, and the offset of the next one: there is none.
        numbers(50, 0)
        // The first is the one to show; what the second is, its own words say.
        numbers(0x0003_0000, size, 0, 0)
        numbers(0, other, offset, 0)
        return segment(0xE2, bytes)
    }
}
