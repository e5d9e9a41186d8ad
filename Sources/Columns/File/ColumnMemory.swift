import Glibc
import Synchronization

/// This process's own copy of a column file's rows, filled block by block as they are asked for.
///
/// It is no mapping of the file: truncating or overwriting the file can neither crash this process nor change checked rows, and pages that the kernel
/// failed to write back and then dropped are never read.
// Blocks are filled inside `loading` and read only after their mark was seen; `ColumnFile` keeps readers out while it forgets or changes any.
final class ColumnMemory: @unchecked Sendable {
    let layout: ColumnLayout
    let base: UnsafeMutableRawPointer
    /// A bit for each column all of whose rows are there.
    private let wholeColumns = Atomic<UInt32>(0)
    /// For each block and column whether it is there.
    private let loading: Mutex<[Bool]>

    static let allColumns: UInt32 = (1 << UInt32(ColumnLayout.columns.count)) - 1

    init?(layout: ColumnLayout) {
        // The kernel allocates a page when it is first written.
        let start = mmap(nil, layout.columnsSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let start, start != MAP_FAILED else { return nil }
        (self.layout, base) = (layout, start)
        loading = Mutex([Bool](repeating: false, count: layout.blockCount * ColumnLayout.columns.count))
    }

    deinit { munmap(base, layout.columnsSize) }

    func start(_ column: Int) -> UnsafeMutableRawPointer { base + layout.offset(ColumnLayout.columns[column], 0) }

    @inline(__always)
    func isWhole(_ column: Int) -> Bool { wholeColumns.load(ordering: .acquiring) >> UInt32(column) & 1 == 1 }

    var isWhole: Bool { wholeColumns.load(ordering: .acquiring) == Self.allColumns }

    /// Fills what is missing of a column in `blocks`.
    /// - Parameter fill: fills one stretch of blocks, and says whether what it found is right.
    /// - Returns: whether all of it is there.
    func load(_ column: Int, _ blocks: Range<Int>, isAll: Bool, _ fill: (Range<Int>) -> Bool) -> Bool {
        loading.withLock { isThere in
            let width = ColumnLayout.columns.count
            var block = blocks.lowerBound
            while block < blocks.upperBound {
                guard !isThere[block * width + column] else {
                    block += 1
                    continue
                }
                var end = block + 1
                while end < blocks.upperBound, !isThere[end * width + column] { end += 1 }
                guard fill(block..<end) else { return false }
                for block in block..<end { isThere[block * width + column] = true }
                block = end
            }
            if isAll { wholeColumns.bitwiseOr(1 << UInt32(column), ordering: .releasing) }
            return true
        }
    }

    /// Forgets a block of a column; nobody may be reading.
    func forget(_ column: Int, block: Int) {
        loading.withLock { $0[block * ColumnLayout.columns.count + column] = false }
        wholeColumns.bitwiseAnd(~(1 << UInt32(column)), ordering: .releasing)
    }

    /// Stores a row in the blocks that are loaded, column by column; nobody may be reading. A block that is not loaded is read from the file when it is
    /// next used.
    func store(_ row: ColumnRow, at index: Int) {
        let block = index / ColumnLayout.blockSize
        loading.withLock { isThere in
            withUnsafeBytes(of: row) { bytes in
                for (number, column) in ColumnLayout.columns.enumerated() {
                    guard isThere[block * ColumnLayout.columns.count + number] else {
                        wholeColumns.bitwiseAnd(~(1 << UInt32(number)), ordering: .releasing)
                        continue
                    }
                    (base + layout.offset(column, index)).copyMemory(from: bytes.baseAddress.unsafelyUnwrapped + column.offset, byteCount: column.width)
                }
            }
        }
    }
}
