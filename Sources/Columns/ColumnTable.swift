import Foundation

/// What the documented keys of every asset say, column by column: a view of a column file, valid inside the block it was given to.
///
/// Rows `0..<sortedCount` follow each other by creation date and then row id; the rows after them came later and are unsorted.
/// A row without `AssetFlags.alive` holds an asset that was purged or moved, and is none.
///
/// A column is read from the file when it is first asked for, so a loop over rows asks for it once, before.
package struct ColumnTable {
    package var count: Int
    package var sortedCount: Int
    /// Valid as long as the table.
    private unowned(unsafe) let loader: ColumnFile?
    private var localDates = LocalDates { .gmt }
    private let creationDateColumn: UnsafePointer<Double>
    private let modificationDateColumn: UnsafePointer<Double>
    private let addedDateColumn: UnsafePointer<Double>
    private let durationColumn: UnsafePointer<Double>
    private let idColumn: UnsafePointer<UInt32>
    private let pixelWidthColumn: UnsafePointer<UInt32>
    private let pixelHeightColumn: UnsafePointer<UInt32>
    private let mediaSubtypesColumn: UnsafePointer<UInt32>
    private let flagsColumn: UnsafePointer<UInt32>
    private let latitudeColumn: UnsafePointer<Int32>
    private let longitudeColumn: UnsafePointer<Int32>

    package static let none = -Double.infinity

    /// Finds out the time zone of assets that don't state one, when it is first needed; GMT unless it is set.
    package var zone: @Sendable () -> TimeZone {
        get { localDates.zone }
        set { localDates = LocalDates(newValue) }
    }

    package static let noPlace = Int32.min

    /// Dates are seconds since 2001-01-01T00:00:00Z, `none` where there is none: it comes before all others, as nil does.
    package var creationDate: UnsafePointer<Double> { whole(0, creationDateColumn) }
    package var modificationDate: UnsafePointer<Double> { whole(1, modificationDateColumn) }
    package var addedDate: UnsafePointer<Double> { whole(2, addedDateColumn) }
    /// By the clock where it was taken, as `AssetFlags.zone` or else `zone` has it; `none` where there is no date.
    package var localCreationDate: UnsafePointer<Double> { localDates.values(self) }
    /// Seconds.
    package var duration: UnsafePointer<Double> { whole(3, durationColumn) }
    /// Row ids of the catalogue.
    package var id: UnsafePointer<UInt32> { whole(4, idColumn) }
    package var pixelWidth: UnsafePointer<UInt32> { whole(5, pixelWidthColumn) }
    package var pixelHeight: UnsafePointer<UInt32> { whole(6, pixelHeightColumn) }
    /// `MediaSubtypes`.
    package var mediaSubtypes: UnsafePointer<UInt32> { whole(7, mediaSubtypesColumn) }
    /// `AssetFlags`.
    package var flags: UnsafePointer<UInt32> { whole(8, flagsColumn) }
    /// Degrees × 10⁷, rounded: for grouping by place, not for comparing. `noPlace` where there is none.
    package var latitude: UnsafePointer<Int32> { whole(9, latitudeColumn) }
    package var longitude: UnsafePointer<Int32> { whole(10, longitudeColumn) }

    @inline(__always)
    private func whole<Value>(_ column: Int, _ start: UnsafePointer<Value>) -> UnsafePointer<Value> {
        if let loader, !loader.memory.isWhole(column) { loader.load(column) }
        return start
    }

    /// One value, for which no more than its block is read.
    @inline(__always)
    private func value<Value>(_ column: Int, _ start: UnsafePointer<Value>, _ row: Int) -> Value {
        if let loader, !loader.memory.isWhole(column) { loader.load(column, row: row) }
        return start[row]
    }

    /// - Parameter index: below `count`.
    package func row(_ index: Int) -> ColumnRow {
        var row = ColumnRow(id: id(at: index), flags: flags(at: index))
        row.creationDate = creationDate(at: index)
        row.modificationDate = value(1, modificationDateColumn, index)
        row.addedDate = value(2, addedDateColumn, index)
        row.duration = value(3, durationColumn, index)
        row.pixelWidth = value(5, pixelWidthColumn, index)
        row.pixelHeight = value(6, pixelHeightColumn, index)
        row.mediaSubtypes = value(7, mediaSubtypesColumn, index)
        row.latitude = value(9, latitudeColumn, index)
        row.longitude = value(10, longitudeColumn, index)
        return row
    }

    func creationDate(at index: Int) -> Double { value(0, creationDateColumn, index) }
    func id(at index: Int) -> UInt32 { value(4, idColumn, index) }
    func flags(at index: Int) -> UInt32 { value(8, flagsColumn, index) }

    /// The columns of a file's copy, which `loader` fills.
    init(count: Int, sortedCount: Int, _ memory: ColumnMemory, loader: ColumnFile) {
        func start<Value>(_ column: Int) -> UnsafePointer<Value> { UnsafePointer(memory.start(column).assumingMemoryBound(to: Value.self)) }
        (self.count, self.sortedCount, self.loader) = (count, sortedCount, loader)
        creationDateColumn = start(0)
        modificationDateColumn = start(1)
        addedDateColumn = start(2)
        durationColumn = start(3)
        idColumn = start(4)
        pixelWidthColumn = start(5)
        pixelHeightColumn = start(6)
        mediaSubtypesColumn = start(7)
        flagsColumn = start(8)
        latitudeColumn = start(9)
        longitudeColumn = start(10)
    }

    /// Columns that are loaded.
    package init(
        count: Int, sortedCount: Int, id: UnsafePointer<UInt32>, creationDate: UnsafePointer<Double>, modificationDate: UnsafePointer<Double>,
        addedDate: UnsafePointer<Double>, duration: UnsafePointer<Double>, pixelWidth: UnsafePointer<UInt32>, pixelHeight: UnsafePointer<UInt32>,
        mediaSubtypes: UnsafePointer<UInt32>, flags: UnsafePointer<UInt32>, latitude: UnsafePointer<Int32>,
        longitude: UnsafePointer<Int32>
    ) {
        (self.count, self.sortedCount, loader) = (count, sortedCount, nil)
        creationDateColumn = creationDate
        modificationDateColumn = modificationDate
        addedDateColumn = addedDate
        durationColumn = duration
        idColumn = id
        pixelWidthColumn = pixelWidth
        pixelHeightColumn = pixelHeight
        mediaSubtypesColumn = mediaSubtypes
        flagsColumn = flags
        latitudeColumn = latitude
        longitudeColumn = longitude
    }
}
