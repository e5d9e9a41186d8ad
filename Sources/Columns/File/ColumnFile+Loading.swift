import Synchronization

extension ColumnFile {
    /// Reads header and sums again, and drops the blocks that others have changed. Call where `gate` is held for writing.
    /// - Returns: false while another process changes the file, or where it is damaged.
    func refresh() -> Bool {
        guard fault.load(ordering: .acquiring) != .damaged else { return false }
        if let written, written == header {
            fault.store(.none, ordering: .releasing)
            return true
        }
        let width = ColumnLayout.columns.count
        return withUnsafeTemporaryAllocation(byteCount: layout.sumsEnd, alignment: 8) { buffer in
            let bytes = UnsafeRawBufferPointer(buffer)
            guard Self.read(descriptor, at: 0, into: UnsafeMutableRawBufferPointer(buffer)), let next = ColumnHeader(bytes), !next.isChanging,
                next[.capacity] == UInt64(layout.capacity)
            else { return false }
            let newSums = sums.indices.map { bytes.loadUnaligned(fromByteOffset: ColumnLayout.pageSize + $0 * 8, as: UInt64.self) }
            guard BlockSum.total(newSums) == next[.total] else { return false }
            for block in 0..<layout.blockCount {
                let isAsLong = ColumnLayout.rows(of: block, count: next.count) == ColumnLayout.rows(of: block, count: header.count)
                for column in 0..<width where !isAsLong || newSums[block * width + column] != sums[block * width + column] {
                    memory.forget(column, block: block)
                }
            }
            (header, sums) = (next, newSums)
            fault.store(.none, ordering: .releasing)
            return true
        }
    }

    /// Reads what is missing of a column. Where that fails, `fault` says why, and results from the rows are dropped.
    func load(_ column: Int) {
        let blocks = 0..<(header.count + ColumnLayout.blockSize - 1) / ColumnLayout.blockSize
        _ = memory.load(column, blocks, isAll: true) { fill(column, $0) }
    }

    /// The same for the block of one row.
    func load(_ column: Int, row: Int) {
        let block = row / ColumnLayout.blockSize
        _ = memory.load(column, block..<block + 1, isAll: false) { fill(column, $0) }
    }

    func loadAll() {
        for column in ColumnLayout.columns.indices where !memory.isWhole(column) { load(column) }
    }

    private func fill(_ number: Int, _ blocks: Range<Int>) -> Bool {
        let column = ColumnLayout.columns[number]
        let rows = blocks.lowerBound * ColumnLayout.blockSize..<ColumnLayout.rows(of: blocks.upperBound - 1, count: header.count).upperBound
        guard !rows.isEmpty else { return true }
        let target = UnsafeMutableRawBufferPointer(start: memory.base + layout.offset(column, rows.lowerBound), count: rows.count * column.width)
        var isRight = Self.read(descriptor, at: layout.byteOffset(column, rows.lowerBound), into: target)
        for block in blocks where isRight {
            let part = ColumnLayout.rows(of: block, count: header.count)
            let sum = BlockSum.of(memory.base + layout.offset(column, part.lowerBound), width: column.width, stride: column.width, count: part.count)
            isRight = sum == sums[block * ColumnLayout.columns.count + number]
        }
        if !isRight {
            // A writer marks the header before it changes the first row.
            let isOutdated = written != header
            fault.store(isOutdated ? .outdated : .damaged, ordering: .releasing)
        }
        return isRight
    }

    /// Whether every row has its sum; takes one pass over the file. Also false where another process changes it meanwhile.
    package func verify() -> Bool {
        guard gate.write({ refresh() }) else { return false }
        return gate.read {
            loadAll()
            return fault.load(ordering: .acquiring) == .none
        }
    }
}
