import CDeflate

/// The checksum of zip and PNG (reflected polynomial 0xEDB88320), by libdeflate, which has the processor multiply polynomials.
package struct CRC32: Sendable {
    package private(set) var value: UInt32 = 0

    package init() {}

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // For no address it begins anew.
        guard let base = bytes.baseAddress else { return }
        value = libdeflate_crc32(value, base, bytes.count)
    }

    /// Of bytes that belong to a tag: a slot can't vouch for another row's bytes.
    static func checksum(_ bytes: [UInt8], tag: UInt64) -> UInt32 {
        var crc = CRC32()
        withUnsafeBytes(of: tag.littleEndian) { crc.update($0) }
        bytes.withUnsafeBytes { crc.update($0) }
        return crc.value
    }
}
