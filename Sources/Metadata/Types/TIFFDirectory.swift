/// The few fields of a TIFF's directories that tell a RAW file from a picture.
struct TIFFDirectory {
    private(set) var make = ""
    private(set) var hasDNGVersion = false
    /// Whether any directory holds a sensor's mosaic, by its photometric interpretation or by a compression only RAW files use.
    private(set) var isMosaic = false

    /// `nil` where the bytes don't begin like a TIFF.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let little = ByteReader(bytes).matches([0x49, 0x49, 0x2A, 0], at: 0)
        guard little || ByteReader(bytes).matches([0x4D, 0x4D, 0, 0x2A], at: 0) else { return nil }
        let reader = ByteReader(bytes, isLittleEndian: little)
        guard let first = reader.uint32(4) else { return nil }
        // A directory may point anywhere, itself included, so only a few are followed, each once.
        var waiting = [first]
        var seen: Set<Int> = []
        while let offset = waiting.popLast(), seen.count < 16 {
            guard seen.insert(offset).inserted else { continue }
            read(reader, at: offset, into: &waiting)
        }
    }

    private mutating func read(_ reader: ByteReader, at offset: Int, into waiting: inout [Int]) {
        guard offset >= 8, let count = reader.uint16(offset), count <= 4096 else { return }
        for index in 0..<count {
            let entry = offset + 2 + index * 12
            guard let tag = reader.uint16(entry), let type = reader.uint16(entry + 2), let number = reader.uint32(entry + 4) else { return }
            switch tag {
            case 0x0103:
                if let value = reader.uint16(entry + 8), [34713, 32767, 32770, 65535].contains(value) { isMosaic = true }
            case 0x0106:
                if let value = reader.uint16(entry + 8), [32803, 34892].contains(value) { isMosaic = true }
            case 0x010F where type == 2 && make.isEmpty:
                let valueOffset = number <= 4 ? entry + 8 : reader.uint32(entry + 8) ?? -1
                if let text = reader.slice(valueOffset, min(number, 64)) { make = TextDecoding.cleaned(TextDecoding.text(text)) ?? "" }
            case 0x014A:
                let valueOffset = number == 1 ? entry + 8 : reader.uint32(entry + 8) ?? -1
                for index in 0..<min(number, 8) {
                    if let sub = reader.uint32(valueOffset + index * 4) { waiting.append(sub) }
                }
            case 0xC612: hasDNGVersion = true
            default: break
            }
        }
        if let next = reader.uint32(offset + 2 + count * 12), next != 0 { waiting.insert(next, at: 0) }
    }
}
