/// The checksum of zip and PNG (reflected polynomial 0xEDB88320), eight bytes at a time.
struct CRC32 {
    private var state: UInt32 = 0xFFFF_FFFF

    var value: UInt32 { ~state }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var crc = state
        Self.tables.withUnsafeBufferPointer { table in
            var index = 0
            while index + 8 <= bytes.count {
                let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)) ^ crc
                let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
                crc = table[7 * 256 + Int(low & 255)] ^ table[6 * 256 + Int(low >> 8 & 255)]
                    ^ table[5 * 256 + Int(low >> 16 & 255)] ^ table[4 * 256 + Int(low >> 24)]
                    ^ table[3 * 256 + Int(high & 255)] ^ table[2 * 256 + Int(high >> 8 & 255)]
                    ^ table[256 + Int(high >> 16 & 255)] ^ table[Int(high >> 24)]
                index += 8
            }
            while index < bytes.count {
                crc = table[Int((crc ^ UInt32(bytes[index])) & 255)] ^ (crc >> 8)
                index += 1
            }
        }
        state = crc
    }

    /// Of bytes that belong to a tag: a slot can't vouch for another row's bytes.
    static func checksum(_ bytes: [UInt8], tag: UInt64) -> UInt32 {
        var crc = CRC32()
        withUnsafeBytes(of: tag.littleEndian) { crc.update($0) }
        bytes.withUnsafeBytes { crc.update($0) }
        return crc.value
    }

    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
            tables[byte] = crc
        }
        for slice in 1..<8 {
            for byte in 0..<256 {
                let before = tables[(slice - 1) * 256 + byte]
                tables[slice * 256 + byte] = tables[Int(before & 255)] ^ (before >> 8)
            }
        }
        return tables
    }()
}
