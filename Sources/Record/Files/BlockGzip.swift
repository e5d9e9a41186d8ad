import CDeflate

/// Gzip in blocks of up to 64 KB that each say how long they are (BGZF, as `bgzip` writes it). `zcat` reads it as any gzip file.
///
/// A block tells its length before it is read, so that reading takes the memory of two blocks, however large the file says it is.
enum BlockGzip {
    /// Bytes before compression, so that what can't be compressed still fits a block.
    static let maximumContent = 65_280
    static let headerCount = 18
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 6, 0, 0x42, 0x43, 2, 0]
    /// An empty block, which says that the file was not cut off.
    static let endMark: [UInt8] = [
        0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 6, 0, 0x42, 0x43, 2, 0, 0x1B, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]

    /// - Returns: the length of the whole block that begins with these bytes; `nil` for anything but a block.
    static func blockCount(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= headerCount, bytes.starts(with: header) else { return nil }
        let start = bytes.startIndex + header.count
        let count = Int(bytes[start]) | Int(bytes[start + 1]) << 8
        return count + 1 >= headerCount + 8 ? count + 1 : nil
    }

    final class Compressor {
        private let compressor: OpaquePointer

        /// - Returns: `nil` without memory.
        init?() {
            guard let compressor = libdeflate_alloc_compressor(6) else { return nil }
            self.compressor = compressor
        }

        deinit { libdeflate_free_compressor(compressor) }

        /// Appends one block.
        /// - Parameter content: at most `maximumContent` bytes.
        func compress(_ content: UnsafeRawBufferPointer, into bytes: inout [UInt8]) throws {
            let start = bytes.count
            bytes += header
            bytes += [0, 0]
            try withUnsafeTemporaryAllocation(byteCount: 65_536 - headerCount - 8, alignment: 16) { memory in
                let count = libdeflate_deflate_compress(compressor, content.baseAddress, content.count, memory.baseAddress, memory.count)
                guard count > 0 else { throw RecordError(.cannotWrite, "A part of the record could not be compressed, which can't be. Please report this.") }
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: memory[..<count]))
            }
            for value in [libdeflate_crc32(0, content.baseAddress, content.count), UInt32(content.count)] {
                withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
            }
            let total = bytes.count - start - 1
            (bytes[start + header.count], bytes[start + header.count + 1]) = (UInt8(total & 0xFF), UInt8(total >> 8))
        }
    }

    final class Decompressor {
        private let decompressor: OpaquePointer

        /// - Returns: `nil` without memory.
        init?() {
            guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
            self.decompressor = decompressor
        }

        deinit { libdeflate_free_decompressor(decompressor) }

        /// Appends what a whole block holds.
        /// - Returns: false for a damaged one.
        func decompress(_ block: ArraySlice<UInt8>, into bytes: inout [UInt8]) -> Bool {
            func number(_ fromEnd: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(block[block.endIndex - fromEnd + $1]) << (8 * UInt32($1)) } }
            let count = Int(number(4)), sum = number(8)
            guard count <= 65_536 else { return false }
            return withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { memory in
                let result = block.withUnsafeBytes { block in
                    libdeflate_deflate_decompress(
                        decompressor, block.baseAddress?.advanced(by: headerCount), block.count - headerCount - 8, memory.baseAddress, count, nil)
                }
                guard result == LIBDEFLATE_SUCCESS, libdeflate_crc32(0, memory.baseAddress, count) == sum else { return false }
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: memory[..<count]))
                return true
            }
        }
    }
}
