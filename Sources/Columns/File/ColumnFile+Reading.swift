import Synchronization

/// How an attempt to read a column file ended.
package enum ColumnReading<T> {
    case value(T)
    /// The file holds an earlier state than the one that was asked for.
    case behind
    /// It holds a later one.
    case ahead
    /// A writer was at work meanwhile.
    case changing
}

extension ColumnFile {
    /// Runs `body` on the rows if they are those of `position` and stay so until it returns.
    ///
    /// Where a writer changes rows meanwhile, `body` has seen some of both states, and what it returned or threw is dropped.
    package func read<T>(at position: Int64, _ body: (borrowing ColumnTable) throws -> T) throws -> ColumnReading<T> {
        let before = header[.sequence]
        guard before & 1 == 0 else { return .changing }
        let known = header.position
        guard known == position else { return known < position ? .behind : .ahead }
        let table = table
        let result = withExtendedLifetime(self) { Result { try body(table) } }
        atomicMemoryFence(ordering: .acquiring)
        guard header[.sequence] == before else { return .changing }
        return .value(try result.get())
    }

    var table: ColumnTable {
        func start<T>(_ column: Int, _ type: T.Type) -> UnsafePointer<T> {
            (base + layout.place(ColumnLayout.columns[column], 0)).assumingMemoryBound(to: type)
        }
        // Read once each: another process may change them between two looks.
        let count = count
        return ColumnTable(
            count: count, sortedCount: min(count, sortedCount), id: start(4, UInt32.self), creationDate: start(0, Double.self),
            modificationDate: start(1, Double.self), addedDate: start(2, Double.self), duration: start(3, Double.self),
            pixelWidth: start(5, UInt32.self), pixelHeight: start(6, UInt32.self), mediaSubtypes: start(7, UInt32.self),
            flags: start(8, UInt32.self), latitude: start(9, Int32.self), longitude: start(10, Int32.self))
    }

    /// Whether the rows are what the sum in the header says; that takes one pass over the file.
    package func verify() -> Bool {
        let before = header[.sequence]
        guard before & 1 == 0 else { return false }
        let table = table
        var sum: UInt64 = 0
        for index in 0..<table.count { sum &+= table.row(index).checksum(at: index) }
        let isSound = sum == header[.sum]
        atomicMemoryFence(ordering: .acquiring)
        return isSound && header[.sequence] == before
    }

    /// Whether the rows can be believed since the machine's last start: after a power cut any of the file's pages may be an older one.
    package func isTrusted(boot: UInt64) -> Bool {
        (boot != 0 && header[.boot] == boot) || isVerified.load(ordering: .acquiring)
    }

    /// Notes that `verify` found them right.
    package func trust(boot: UInt64) {
        isVerified.store(true, ordering: .releasing)
        if isWritable { header[.boot] = boot }
    }
}

extension ColumnTable {
    /// - Parameter index: below `count`.
    package func row(_ index: Int) -> ColumnRow {
        var row = ColumnRow(id: id[index], flags: flags[index])
        (row.creationDate, row.modificationDate) = (creationDate[index], modificationDate[index])
        (row.addedDate, row.duration) = (addedDate[index], duration[index])
        (row.pixelWidth, row.pixelHeight) = (pixelWidth[index], pixelHeight[index])
        row.mediaSubtypes = mediaSubtypes[index]
        (row.latitude, row.longitude) = (latitude[index], longitude[index])
        return row
    }
}
