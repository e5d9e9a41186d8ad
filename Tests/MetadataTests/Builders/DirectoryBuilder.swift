/// Builds a TIFF image file directory: the form of EXIF and of Apple's maker note.
struct DirectoryBuilder {
    enum Value {
        case ascii(String)
        case short([Int])
        case long([Int])
        case bytes([UInt8])
    }

    var isLittleEndian = false
    var entries: [(tag: Int, value: Value)] = []

    /// The directory with its values behind it. `start` is where its first byte will lie, counted as its offsets count.
    func build(at start: Int, next: Int = 0) -> [UInt8] {
        var directory = Bytes(isLittleEndian: isLittleEndian)
        var values: [UInt8] = []
        let valuesStart = start + 2 + entries.count * 12 + 4
        directory.add16(entries.count)
        for (tag, value) in entries {
            let (type, count, raw) = encode(value)
            directory.add16(tag)
            directory.add16(type)
            directory.add32(count)
            if raw.count <= 4 {
                directory.add(raw + [UInt8](repeating: 0, count: 4 - raw.count))
            } else {
                directory.add32(valuesStart + values.count)
                values += raw
            }
        }
        directory.add32(next)
        return directory.bytes + values
    }

    /// A whole TIFF with this as its first directory.
    func tiff() -> [UInt8] {
        var head = Bytes(isLittleEndian: isLittleEndian)
        head.add(isLittleEndian ? "II" : "MM")
        head.add16(42)
        head.add32(8)
        return head.bytes + build(at: 8)
    }

    private func encode(_ value: Value) -> (type: Int, count: Int, raw: [UInt8]) {
        var raw = Bytes(isLittleEndian: isLittleEndian)
        switch value {
        case .ascii(let text):
            raw.add(text)
            raw.add8(0)
            return (2, raw.bytes.count, raw.bytes)
        case .short(let numbers):
            for number in numbers { raw.add16(number) }
            return (3, numbers.count, raw.bytes)
        case .long(let numbers):
            for number in numbers { raw.add32(number) }
            return (4, numbers.count, raw.bytes)
        case .bytes(let bytes): return (7, bytes.count, bytes)
        }
    }
}
