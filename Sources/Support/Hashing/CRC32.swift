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
}
