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

    /// Writes the file beside `path` and then puts it in the place of what is there.
    ///
    /// It need not reach the disk: after a power cut the sum tells a torn file.
    /// - Throws: what the system said; `EWOULDBLOCK` while another process makes one.
    package consuming func write(to path: String, state: ColumnIdentity, boot: UInt64) throws -> ColumnFile {
        let order = sortedOrder()
        let part = path + ".new"
        let descriptor = open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ColumnFileError.last("open") }
        var isTaken = false
        defer { if !isTaken { close(descriptor) } }
        guard ColumnFile.lock(descriptor, milliseconds: 0) else { throw ColumnFileError.last("flock") }
        // Whoever held the lock before may have put this very file into its place meanwhile.
        var (opened, named) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, stat(part, &named) == 0, opened.st_ino == named.st_ino else {
            throw ColumnFileError(call: "open", number: EWOULDBLOCK)
        }
        do {
            try fill(descriptor, order, state, boot)
            guard rename(part, path) == 0 else { throw ColumnFileError.last("rename") }
        } catch {
            unlink(part)
            throw error
        }
        flock(descriptor, LOCK_UN)
        isTaken = true
        guard let file = ColumnFile(descriptor: descriptor, isWritable: true) else { throw ColumnFileError.last("mmap") }
        return file
    }

    private func fill(_ descriptor: Int32, _ order: [UInt32]?, _ state: ColumnIdentity, _ boot: UInt64) throws {
        let layout = ColumnLayout(roomFor: rows.count)
        guard ftruncate(descriptor, 0) == 0, ftruncate(descriptor, off_t(layout.fileSize)) == 0 else { throw ColumnFileError.last("ftruncate") }
        let writer = RowWriter(descriptor: descriptor, layout: layout)
        var sum: UInt64 = 0
        try rows.withUnsafeBufferPointer { rows in
            // A block is brought into order once and then written column by column.
            let size = 4096
            let block = UnsafeMutableBufferPointer<ColumnRow>.allocate(capacity: size)
            defer { block.deallocate() }
            var start = 0
            while start < rows.count {
                let count = min(size, rows.count - start)
                for offset in 0..<count {
                    let row = rows[order.map { Int($0[start + offset]) } ?? start + offset]
                    block.initializeElement(at: offset, to: row)
                    sum &+= row.checksum(at: start + offset)
                }
                try writer.write(UnsafeBufferPointer(rebasing: block[..<count]), at: start)
                start += count
            }
        }
        var page = [UInt64](repeating: 0, count: ColumnLayout.headerSize / 8)
        func set(_ field: ColumnHeader.Field, _ value: UInt64) { page[field.rawValue] = value }
        set(.magic, ColumnHeader.magic)
        set(.format, ColumnHeader.format)
        set(.identity, state.catalog)
        set(.capacity, UInt64(layout.capacity))
        set(.count, UInt64(rows.count))
        set(.sortedCount, UInt64(rows.count))
        set(.position, UInt64(bitPattern: state.position))
        set(.stamp, state.stamp)
        set(.sum, sum)
        set(.boot, boot)
        try page.withUnsafeBytes { try writer.write($0, at: 0) }
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
