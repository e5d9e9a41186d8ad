/// The size that a JPEG states of itself, found without decoding.
enum JPEGHeader {
    /// Width and height from the first frame header; `nil` where `bytes` do not start and end as a JPEG or have no such header.
    static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8, bytes[bytes.count - 2] == 0xFF, bytes[bytes.count - 1] == 0xD9 else { return nil }
        var position = 2
        while position + 4 <= bytes.count {
            guard bytes[position] == 0xFF else { return nil }
            let marker = bytes[position + 1]
            switch marker {
            case 0xFF:  // A fill byte.
                position += 1
                continue
            case 0xDA, 0xD9:  // Pixels or the end before any frame header.
                return nil
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard position + 9 <= bytes.count else { return nil }
                let height = Int(bytes[position + 5]) << 8 | Int(bytes[position + 6])
                let width = Int(bytes[position + 7]) << 8 | Int(bytes[position + 8])
                return width > 0 && height > 0 ? (width, height) : nil
            default:
                let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
                guard length >= 2 else { return nil }
                position += 2 + length
            }
        }
        return nil
    }
}

/// The size that a PNG states of itself, found without decoding.
enum PNGHeader {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let end: [UInt8] = [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    /// Width and height from the header; `nil` where `bytes` do not start and end as a PNG.
    static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.count >= 33, bytes.starts(with: signature), bytes.suffix(8).elementsEqual(end) else { return nil }
        func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(16), number(20))
        return width > 0 && height > 0 ? (width, height) : nil
    }
}
