import PhotoModel

/// Tells a file's type by its content.
///
/// The name decides only between types whose content is the same (a Leica `.rwl` is a Panasonic `.rw2`). Reads little: a few hundred
/// bytes for most types, the directories of a TIFF, and of text at most the first 64 kB.
package enum FileSniffer {
    /// `nil` where the content is of no type the library keeps.
    ///
    /// The beginning of a file is enough for every type except a TIFF, whose directories may lie anywhere in it.
    package static func sniff(_ bytes: UnsafeRawBufferPointer, name: String) -> SniffedType? {
        let reader = ByteReader(bytes)
        guard reader.count >= 2 else { return nil }
        return raster(reader) ?? tiffFamily(reader, name: name) ?? isoMedia(reader, name: name) ?? sound(reader) ?? otherMovie(reader)
            ?? text(reader, name: name)
    }

    private static func raster(_ reader: ByteReader) -> SniffedType? {
        if reader.matches([0xFF, 0xD8, 0xFF], at: 0) { return SniffedType(UniformTypes.jpeg, .image) }
        if reader.matches([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return SniffedType(UniformTypes.png, .image) }
        if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) { return SniffedType(UniformTypes.gif, .image) }
        if reader.matches("RIFF", at: 0), reader.matches("WEBP", at: 8) { return SniffedType(UniformTypes.webP, .image) }
        if reader.matches([0xFF, 0x0A], at: 0) || reader.matches([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], at: 0) {
            return SniffedType(UniformTypes.jpegXL, .image)
        }
        if reader.matches([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], at: 0)
            || reader.matches([0xFF, 0x4F, 0xFF, 0x51], at: 0)
        {
            return SniffedType(UniformTypes.jpeg2000, .image)
        }
        // "BM" begins many a text; the header's own size follows at 14 and has few possible values.
        if reader.matches("BM", at: 0), let size = ByteReader(reader.bytes, isLittleEndian: true).uint32(14),
            [12, 40, 52, 56, 64, 108, 124].contains(size)
        {
            return SniffedType(UniformTypes.bmp, .image)
        }
        return nil
    }

    private static func sound(_ reader: ByteReader) -> SniffedType? {
        if reader.matches("RIFF", at: 0), reader.matches("WAVE", at: 8) { return SniffedType("com.microsoft.waveform-audio", .audio) }
        if reader.matches("caff", at: 0), reader.uint16(4) == 1 { return SniffedType("com.apple.coreaudio-format", .audio) }
        if reader.matches("ID3", at: 0) { return SniffedType("public.mp3", .audio) }
        // A bare MPEG audio frame of layer III: eleven bits of sync, then version, layer, bit rate and sampling rate, none of them reserved.
        if let first = reader.uint8(0), let second = reader.uint8(1), let third = reader.uint8(2),
            first == 0xFF, second & 0xE6 == 0xE2, second & 0x18 != 0x08, third & 0xF0 != 0xF0, third & 0x0C != 0x0C
        {
            return SniffedType("public.mp3", .audio)
        }
        return nil
    }

    private static func otherMovie(_ reader: ByteReader) -> SniffedType? {
        if reader.matches("RIFF", at: 0), reader.matches("AVI ", at: 8) { return SniffedType("public.avi", .video) }
        if reader.matches([0x1A, 0x45, 0xDF, 0xA3], at: 0) {
            let isWebM = reader.firstIndex(of: "webm", in: 4..<64) != nil
            return SniffedType(isWebM ? UniformTypes.webM : UniformTypes.matroska, .video)
        }
        return nil
    }

    /// The name's extension in lower case, without the dot; empty where there is none.
    static func pathExtension(_ name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
        return name[name.utf8.index(after: dot)...].lowercased()
    }
}

/// What a file is, by its content.
package struct SniffedType: Sendable, Equatable {
    /// Such as `public.heic`.
    package var uniformType: String
    package var kind: MediaKind

    package init(_ uniformType: String, _ kind: MediaKind) {
        self.uniformType = uniformType
        self.kind = kind
    }
}
