/// The name that an ICC profile gives itself.
package enum ICCProfile {
    /// Such as `Display P3`; `nil` where the profile has no readable description.
    package static func description(_ bytes: UnsafeRawBufferPointer) -> String? {
        let reader = ByteReader(bytes)
        guard reader.matches("acsp", at: 36), let count = reader.uint32(128), count <= 1024 else { return nil }
        for index in 0..<count {
            let entry = 132 + index * 12
            guard reader.matches("desc", at: entry) else { continue }
            guard let offset = reader.uint32(entry + 4), let size = reader.uint32(entry + 8), let tag = reader.slice(offset, size) else { return nil }
            return text(ByteReader(tag))
        }
        return nil
    }

    private static func text(_ tag: ByteReader) -> String? {
        if tag.matches("desc", at: 0) {
            guard let length = tag.uint32(8), let bytes = tag.slice(12, length) else { return nil }
            return TextDecoding.cleaned(TextDecoding.text(bytes))
        }
        guard tag.matches("mluc", at: 0), let count = tag.uint32(8), count > 0, let size = tag.uint32(12), size >= 12 else { return nil }
        // English where there is English, else the first language: names are for one catalogue, not for one reader.
        let records = (0..<min(count, 256)).map { 16 + $0 * size }
        let chosen = records.first { tag.matches("enUS", at: $0) } ?? records.first { tag.matches("en", at: $0) } ?? 16
        guard let length = tag.uint32(chosen + 4), let offset = tag.uint32(chosen + 8), tag.has(length, at: offset) else { return nil }
        let units = stride(from: offset, to: offset + length - 1, by: 2).compactMap { tag.uint16($0) }.map { UInt16($0) }
        return TextDecoding.cleaned(String(decoding: units, as: UTF16.self))
    }
}
