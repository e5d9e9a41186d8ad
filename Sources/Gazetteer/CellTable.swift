/// Numbers by cells. A search over a million assets asks it as often, which a dictionary takes twice as long for.
struct CellTable: Sendable {
    private static let empty = UInt64.max
    /// A cell in the upper half, its number in the lower; at least half of them are empty.
    private var slots = [UInt64](repeating: empty, count: 1 << 10)
    private var shift: UInt32 = 22
    private(set) var count = 0

    /// Where a cell is, or would be.
    @inline(__always)
    private func slot(_ cell: UInt32) -> Int {
        // The golden ratio's bits spread neighbours far from each other.
        var slot = Int((cell &* 0x9E37_79B1) >> shift)
        while slots[slot] != Self.empty, UInt32(truncatingIfNeeded: slots[slot] >> 32) != cell { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    /// The least number is -1. Setting `nil` does nothing.
    subscript(cell: UInt32) -> Int32? {
        @inline(__always)
        get {
            let found = slots[slot(cell)]
            return found == Self.empty ? nil : Int32(truncatingIfNeeded: found)
        }
        set {
            guard let newValue else { return }
            if 2 * count >= slots.count { grow() }
            let slot = slot(cell)
            if slots[slot] == Self.empty { count += 1 }
            slots[slot] = UInt64(cell) << 32 | UInt64(UInt32(bitPattern: newValue))
        }
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: Self.empty, count: 2 * old.count)
        shift -= 1
        for entry in old where entry != Self.empty { slots[slot(UInt32(truncatingIfNeeded: entry >> 32))] = entry }
    }
}
