import Glibc

/// Writes rows into the columns of a file, in blocks that stay in the processor's cache.
struct RowWriter {
    let descriptor: Int32
    let layout: ColumnLayout

    private static let block = 4096

    /// - Parameter first: the index of the first of `rows`; the others follow.
    func write(_ rows: UnsafeBufferPointer<ColumnRow>, at first: Int) throws(ColumnFileError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.block * 8, alignment: 8)
        defer { buffer.deallocate() }
        guard let source = UnsafeRawPointer(rows.baseAddress), let target = buffer.baseAddress else { return }
        var done = 0
        while done < rows.count {
            let count = min(Self.block, rows.count - done)
            let start = source + done * MemoryLayout<ColumnRow>.stride
            for column in ColumnLayout.columns {
                if column.width == 8 {
                    Self.gather(UInt64.self, start + column.offset, count, target)
                } else {
                    Self.gather(UInt32.self, start + column.offset, count, target)
                }
                try write(UnsafeRawBufferPointer(start: target, count: count * column.width), at: layout.byteOffset(column, first + done))
            }
            done += count
        }
    }

    @inline(__always)
    private static func gather<T: BitwiseCopyable>(_: T.Type, _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer) {
        let values = target.assumingMemoryBound(to: T.self)
        for index in 0..<count { values[index] = source.load(fromByteOffset: index * MemoryLayout<ColumnRow>.stride, as: T.self) }
    }

    /// Writes what one column says of a row.
    func write(_ value: UInt64, in column: ColumnLayout.Column, at index: Int) throws(ColumnFileError) {
        var bytes = value.littleEndian
        try withUnsafeBytes(of: &bytes) { bytes throws(ColumnFileError) in
            try write(UnsafeRawBufferPointer(rebasing: bytes[..<column.width]), at: layout.byteOffset(column, index))
        }
    }

    func write(_ header: ColumnHeader) throws {
        try header.words.withUnsafeBytes { try write($0, at: 0) }
    }

    /// Writes the sums of some blocks, of those of all.
    func write(_ sums: [UInt64], of blocks: Range<Int>) throws {
        let width = ColumnLayout.columns.count
        try sums.withUnsafeBytes {
            try write(UnsafeRawBufferPointer(rebasing: $0[blocks.lowerBound * width * 8..<blocks.upperBound * width * 8]), at: layout.sumOffset(block: blocks.lowerBound))
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ColumnFileError) {
        var done = 0
        while done < bytes.count {
            let written = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
            if written < 0 {
                if errno == EINTR { continue }
                throw .last("pwrite")
            }
            done += written
        }
    }
}
