/// What the documented keys of every asset say, column by column: a view of a mapped file, valid inside the block it was given to.
///
/// Rows `0..<sortedCount` follow each other by creation date and then row id; the rows behind them came later and stand in no order.
/// A row without `AssetFlags.alive` holds an asset that was purged or moved, and is none.
package struct ColumnTable {
    package var count: Int
    package var sortedCount: Int
    /// Row ids of the catalogue.
    package var id: UnsafePointer<UInt32>
    /// Dates are seconds since 2001-01-01T00:00:00Z, `none` where there is none: it comes before all others, as nil does.
    package var creationDate: UnsafePointer<Double>
    package var modificationDate: UnsafePointer<Double>
    package var addedDate: UnsafePointer<Double>
    /// Seconds.
    package var duration: UnsafePointer<Double>
    package var pixelWidth: UnsafePointer<UInt32>
    package var pixelHeight: UnsafePointer<UInt32>
    /// Raw value of `PHAssetMediaSubtype`.
    package var mediaSubtypes: UnsafePointer<UInt32>
    /// Raw value of `AssetFlags`.
    package var flags: UnsafePointer<UInt32>
    /// Degrees × 10⁷, rounded: for grouping by place, not for comparing. `noPlace` where there is none.
    package var latitude: UnsafePointer<Int32>
    package var longitude: UnsafePointer<Int32>

    package static let none = -Double.infinity
    package static let noPlace = Int32.min

    package init(
        count: Int, sortedCount: Int, id: UnsafePointer<UInt32>, creationDate: UnsafePointer<Double>, modificationDate: UnsafePointer<Double>,
        addedDate: UnsafePointer<Double>, duration: UnsafePointer<Double>, pixelWidth: UnsafePointer<UInt32>, pixelHeight: UnsafePointer<UInt32>,
        mediaSubtypes: UnsafePointer<UInt32>, flags: UnsafePointer<UInt32>, latitude: UnsafePointer<Int32>,
        longitude: UnsafePointer<Int32>
    ) {
        (self.count, self.sortedCount, self.id) = (count, sortedCount, id)
        (self.creationDate, self.modificationDate, self.addedDate, self.duration) = (creationDate, modificationDate, addedDate, duration)
        (self.pixelWidth, self.pixelHeight, self.mediaSubtypes, self.flags) = (pixelWidth, pixelHeight, mediaSubtypes, flags)
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}
