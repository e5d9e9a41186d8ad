import Glibc
import Support

/// One row of a packed table's index, little-endian on disk.
struct TableSlot: Equatable {
    var offset: UInt64
    var length: UInt32
    var checksum: UInt32
    var tag: UInt64

    init(offset: UInt64, length: UInt32, checksum: UInt32, tag: UInt64) {
        (self.offset, self.length, self.checksum, self.tag) = (offset, length, checksum, tag)
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        offset = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
        length = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        checksum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        tag = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
    }

    var bytes: [UInt8] {
        withUnsafeBytes(of: offset.littleEndian) { Array($0) } + withUnsafeBytes(of: length.littleEndian) { Array($0) }
            + withUnsafeBytes(of: checksum.littleEndian) { Array($0) } + withUnsafeBytes(of: tag.littleEndian) { Array($0) }
    }
}

/// Bytes read at `offset`, fewer than asked for only at the end of the file or on an error.
func readFully(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
    var done = 0
    while done < buffer.count {
        let count = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset) + off_t(done))
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        done += count
    }
    return done
}

/// False on an error, which `errno` names.
func writeFully(_ descriptor: Int32, _ bytes: [UInt8], at offset: Int64) -> Bool {
    bytes.withUnsafeBytes { buffer in
        var done = 0
        while done < buffer.count {
            let count = pwrite(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset) + off_t(done))
            if count < 0, errno == EINTR { continue }
            if count < 0 { return false }
            done += count
        }
        return true
    }
}

extension CRC32 {
    /// Of bytes that belong to a tag: a slot can't vouch for another row's bytes.
    static func checksum(_ bytes: [UInt8], tag: UInt64) -> UInt32 {
        var crc = CRC32()
        withUnsafeBytes(of: tag.littleEndian) { crc.update($0) }
        bytes.withUnsafeBytes { crc.update($0) }
        return crc.value
    }
}
