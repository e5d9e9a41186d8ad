/// Builds an EXIF block, big-endian, with its sub-directories.
struct EXIFBuilder {
    enum Value {
        case ascii(String)
        case short(Int)
        case rational([(Int, Int)])
        case bytes(type: Int, [UInt8])
    }

    var image: [(Int, Value)] = []
    var photo: [(Int, Value)] = []
    var gps: [(Int, Value)] = []

    func build() -> [UInt8] {
        var main = image
        if !photo.isEmpty { main.append((0x8769, .bytes(type: 4, [0, 0, 0, 0]))) }
        if !gps.isEmpty { main.append((0x8825, .bytes(type: 4, [0, 0, 0, 0]))) }
        let photoStart = 8 + directory(main, at: 8).count
        let gpsStart = photoStart + directory(photo, at: photoStart).count
        main = main.map { tag, value in
            switch tag {
            case 0x8769: (tag, .bytes(type: 4, ByteBuilder.number(photoStart, bytes: 4)))
            case 0x8825: (tag, .bytes(type: 4, ByteBuilder.number(gpsStart, bytes: 4)))
            default: (tag, value)
            }
        }
        return [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + directory(main, at: 8) + directory(photo, at: photoStart) + directory(gps, at: gpsStart)
    }

    private func directory(_ entries: [(Int, Value)], at start: Int) -> [UInt8] {
        guard !entries.isEmpty else { return [] }
        var head = ByteBuilder()
        var values: [UInt8] = []
        head.add(entries.count, bytes: 2)
        for (tag, value) in entries.sorted(by: { $0.0 < $1.0 }) {
            let (type, count, raw) = encode(value)
            head.add(tag, bytes: 2)
            head.add(type, bytes: 2)
            head.add(count, bytes: 4)
            if raw.count <= 4 {
                head.add(raw + ByteBuilder.zeros(4 - raw.count))
            } else {
                head.add(start + 2 + entries.count * 12 + 4 + values.count, bytes: 4)
                values += raw + (raw.count % 2 == 1 ? [0] : [])
            }
        }
        head.add(0, bytes: 4)
        return head.bytes + values
    }

    private func encode(_ value: Value) -> (type: Int, count: Int, raw: [UInt8]) {
        switch value {
        case .ascii(let text): return (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .short(let number): return (3, 1, ByteBuilder.number(number, bytes: 2))
        case .rational(let numbers):
            return (5, numbers.count, numbers.flatMap { ByteBuilder.number($0.0, bytes: 4) + ByteBuilder.number($0.1, bytes: 4) })
        case .bytes(let type, let bytes): return (type, type == 4 ? bytes.count / 4 : bytes.count, bytes)
        }
    }
}
