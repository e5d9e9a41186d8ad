import Pixels

/// An EXIF orientation as what has to be done to stored pixels: mirror columns and rows, then swap them.
struct OrientationTransform: Equatable {
    var mirrorsColumns = false
    var mirrorsRows = false
    var transposes = false

    static let none = OrientationTransform()

    /// Values outside 1 to 8 turn nothing.
    init(orientation: Int) {
        switch orientation {
        case 2: mirrorsColumns = true
        case 3: (mirrorsColumns, mirrorsRows) = (true, true)
        case 4: mirrorsRows = true
        case 5: transposes = true
        case 6: (mirrorsRows, transposes) = (true, true)
        case 7: (mirrorsColumns, mirrorsRows, transposes) = (true, true, true)
        case 8: (mirrorsColumns, transposes) = (true, true)
        default: break
        }
    }

    private init() {}

    /// The EXIF orientation that this is.
    var orientation: Int {
        switch (mirrorsColumns, mirrorsRows, transposes) {
        case (false, false, false): 1
        case (true, false, false): 2
        case (true, true, false): 3
        case (false, true, false): 4
        case (false, false, true): 5
        case (false, true, true): 6
        case (true, true, true): 7
        case (true, false, true): 8
        }
    }

    /// First this, then `next`.
    func followed(by next: OrientationTransform) -> OrientationTransform {
        var result = self
        // What follows acts on turned pixels: where columns and rows were swapped, its mirrors act on the other axis.
        if transposes ? next.mirrorsRows : next.mirrorsColumns { result.mirrorsColumns.toggle() }
        if transposes ? next.mirrorsColumns : next.mirrorsRows { result.mirrorsRows.toggle() }
        if next.transposes { result.transposes.toggle() }
        return result
    }

    /// Size after turning, or before: the swap is its own inverse.
    func apply(_ size: PixelSize) -> PixelSize {
        transposes ? PixelSize(width: size.height, height: size.width) : size
    }
}
