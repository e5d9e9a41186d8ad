import Glibc

/// Collects the rows of a new column file, sorts them and writes them.
package struct ColumnBuilder: ~Copyable {
    private var rows = ContiguousArray<ColumnRow>()
    private var isSorted = true

    package init(reserving count: Int) { rows.reserveCapacity(count) }

    package var count: Int { rows.count }

    /// In any order; rows that come by date need no sorting.
    package mutating func append(_ row: ColumnRow) {
        if isSorted, let last = rows.last, !ColumnRow.precedes(last, row) { isSorted = false }
        rows.append(row)
    }

    /// Writes the file beside `path` and then renames it to `path`.
    ///
    /// It is not synced: the sums detect a file of which a part was lost.
    /// - Throws: what the system said; `EWOULDBLOCK` while another process makes one.
    package consuming func write(to path: String, state: ColumnIdentity) throws -> ColumnFile {
        let order = sortedOrder()
        let part = path + ".new"
        let descriptor = open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ColumnFileError.last("open") }
        var isTaken = false
        defer { if !isTaken { close(descriptor) } }
        guard ColumnFile.lock(descriptor, milliseconds: 0) else { throw ColumnFileError.last("flock") }
        // The lock's last holder may have written this very file meanwhile.
        var (opened, named) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, stat(part, &named) == 0, opened.st_ino == named.st_ino else {
            throw ColumnFileError(call: "open", number: EWOULDBLOCK)
        }
        do {
            try fill(descriptor, order, state)
            guard rename(part, path) == 0 else { throw ColumnFileError.last("rename") }
        } catch {
            unlink(part)
            throw error
        }
        flock(descriptor, LOCK_UN)
        isTaken = true
        guard let file = ColumnFile(descriptor: descriptor, isWritable: true) else { throw ColumnFileError.last("read") }
        return file
    }

    private func fill(_ descriptor: Int32, _ order: [UInt32]?, _ state: ColumnIdentity) throws {
        let layout = ColumnLayout(roomFor: rows.count)
        guard ftruncate(descriptor, 0) == 0, ftruncate(descriptor, off_t(layout.fileSize)) == 0 else { throw ColumnFileError.last("ftruncate") }
        let writer = RowWriter(descriptor: descriptor, layout: layout)
        let width = ColumnLayout.columns.count
        var sums = [UInt64](repeating: 0, count: layout.blockCount * width)
        try rows.withUnsafeBufferPointer { rows in
            // A block is brought into order once and then written column by column.
            let size = ColumnLayout.blockSize
            let block = UnsafeMutableBufferPointer<ColumnRow>.allocate(capacity: size)
            defer { block.deallocate() }
            var start = 0
            while start < rows.count {
                let count = min(size, rows.count - start)
                for offset in 0..<count { block.initializeElement(at: offset, to: rows[order.map { Int($0[start + offset]) } ?? start + offset]) }
                let bytes = UnsafeRawPointer(block.baseAddress.unsafelyUnwrapped)
                for (number, column) in ColumnLayout.columns.enumerated() {
                    sums[start / size * width + number] = BlockSum.of(
                        bytes + column.offset, width: column.width, stride: MemoryLayout<ColumnRow>.stride, count: count)
                }
                try writer.write(UnsafeBufferPointer(rebasing: block[..<count]), at: start)
                start += count
            }
        }
        try writer.write(sums, of: 0..<layout.blockCount)
        var header = ColumnHeader(capacity: layout.capacity)
        header[.identity] = state.catalog
        header[.count] = UInt64(rows.count)
        header[.sortedCount] = UInt64(rows.count)
        header[.position] = UInt64(bitPattern: state.position)
        header[.stamp] = state.stamp
        header[.total] = BlockSum.total(sums)
        try writer.write(header.sealed)
    }

    /// `nil` where the rows came in order.
    private func sortedOrder() -> [UInt32]? {
        guard !isSorted else { return nil }
        struct Key {
            var date: Double
            var id: UInt32
            var index: UInt32
        }
        var keys = rows.indices.map { Key(date: rows[$0].creationDate, id: rows[$0].id, index: UInt32($0)) }
        keys.sort { $0.date < $1.date || ($0.date == $1.date && $0.id < $1.id) }
        return keys.map(\.index)
    }
}
