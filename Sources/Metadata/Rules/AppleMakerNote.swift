/// The tags of Apple's EXIF maker note that the library uses.
///
/// The note begins with `Apple iOS`, a version and its own byte order; offsets count from its first byte.
package struct AppleMakerNote: Sendable, Equatable {
    /// 0x0011: joins the still and the movie of a Live Photo.
    package private(set) var contentIdentifier: String?
    /// 0x000B: joins the frames of a burst.
    package private(set) var burstIdentifier: String?
    /// 0x000A: 3 is an HDR picture, 4 the plain exposure kept beside it.
    package private(set) var hdrImageType: Int?
    /// 0x0014: 1 ProRAW, 2 portrait, 10 photo, 11 manual focus, 12 scene.
    package private(set) var imageCaptureType: Int?
    /// 0x002E: 0 and 1 are back cameras, 6 is the front one.
    package private(set) var cameraType: Int?
    /// 0x0021 and 0x0030: two numbers of which the headroom of its gain map follows.
    package private(set) var hdrHeadroom: Double?
    package private(set) var hdrGain: Double?
    /// 0x0045, on newer systems.
    package private(set) var isFrontFacing: Bool?

    /// `nil` where the bytes are not Apple's note.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        let isLittleEndian = ByteReader(bytes).matches("II", at: 12)
        guard ByteReader(bytes).matches("Apple iOS", at: 0), isLittleEndian || ByteReader(bytes).matches("MM", at: 12) else { return nil }
        let reader = ByteReader(bytes, isLittleEndian: isLittleEndian)
        guard let count = reader.uint16(14), count <= 1024 else { return nil }
        for index in 0..<count {
            let entry = 16 + index * 12
            guard let tag = reader.uint16(entry) else { return }
            switch tag {
            case 0x0A: hdrImageType = Self.integer(reader, entry)
            case 0x0B: burstIdentifier = Self.text(reader, entry)
            case 0x11: contentIdentifier = Self.text(reader, entry)
            case 0x14: imageCaptureType = Self.integer(reader, entry)
            case 0x2E: cameraType = Self.integer(reader, entry)
            case 0x21: hdrHeadroom = Self.fraction(reader, entry)
            case 0x30: hdrGain = Self.fraction(reader, entry)
            case 0x45: isFrontFacing = Self.integer(reader, entry).map { $0 == 1 }
            default: break
            }
        }
    }

    private static func integer(_ reader: ByteReader, _ entry: Int) -> Int? {
        switch reader.uint16(entry + 2) {
        case 3: reader.uint16(entry + 8)
        case 4, 9: reader.int32(entry + 8)
        default: nil
        }
    }

    private static func fraction(_ reader: ByteReader, _ entry: Int) -> Double? {
        guard [5, 10].contains(reader.uint16(entry + 2)), let offset = reader.uint32(entry + 8), let numerator = reader.int32(offset),
            let denominator = reader.int32(offset + 4), denominator != 0
        else { return nil }
        return Double(numerator) / Double(denominator)
    }

    private static func text(_ reader: ByteReader, _ entry: Int) -> String? {
        guard reader.uint16(entry + 2) == 2, let count = reader.uint32(entry + 4), count <= 1024 else { return nil }
        let offset = count <= 4 ? entry + 8 : reader.uint32(entry + 8) ?? -1
        return reader.slice(offset, count).flatMap { TextDecoding.cleaned(TextDecoding.text($0)) }
    }
}
