import Foundation

/// Places in lists and grids, as a table or a collection of cells counts them.
extension IndexPath {
    /// The place of a row in a section. <https://developer.apple.com/documentation/foundation/indexpath/init(row:section:)>
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    /// The place of an item in a section.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// Which section. A path without one is a programmer's mistake, and traps as on iOS.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }
    /// Which row of its section; the same number as `item`.
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
    /// Which item of its section; the same number as `row`.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
