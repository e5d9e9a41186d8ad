import Query

/// The numbers or dates behind `IN`, in a hash table with so many free slots that a row mostly costs one probe.
struct NumberSet: Sendable {
    let containsNil: Bool
    /// Not-a-number in a free slot; a number is in the slot of its hash or soon after.
    private let slots: ContiguousArray<Double>
    private let shift: UInt64

    init(_ set: ValueSet, ofDates: Bool) {
        // An integer that no double equals exactly is none of a column's.
        let values = ofDates ? set.dates : set.doubles.union(set.integers.compactMap { Double(exactly: $0) })
        containsNil = set.containsNull
        var bits = 4
        while 1 << bits < values.count * 4 { bits += 1 }
        shift = UInt64(64 - bits)
        var slots = ContiguousArray(repeating: Double.nan, count: 1 << bits)
        for value in values {
            var slot = Self.slot(value, shift)
            while !slots[slot].isNaN { slot = (slot + 1) % slots.count }
            slots[slot] = value
        }
        self.slots = slots
    }

    @inline(__always)
    private static func slot(_ value: Double, _ shift: UInt64) -> Int {
        // Adding zero makes one zero of the two.
        Int(truncatingIfNeeded: ((value + 0).bitPattern &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// Clears the marks of rows whose number is not in the set; not-a-number stands for nil.
    func narrow(_ marks: UnsafeMutablePointer<UInt8>, _ numbers: UnsafePointer<Double>, _ count: Int) {
        slots.withUnsafeBufferPointer { slots in
            for i in 0..<count {
                let number = numbers[i]
                var slot = Self.slot(number, shift)
                while slots[slot] != number, !slots[slot].isNaN { slot = (slot + 1) & (slots.count - 1) }
                marks[i] &= number.isNaN ? (containsNil ? 1 : 0) : (slots[slot] == number ? 1 : 0)
            }
        }
    }
}
