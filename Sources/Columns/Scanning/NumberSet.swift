import Query

/// The numbers or dates behind `IN`, in a table of so many free places that a row mostly costs one look.
struct NumberSet: Sendable {
    let containsNil: Bool
    /// Not-a-number where a place is free; a number stands at its place or closely behind.
    private let places: ContiguousArray<Double>
    private let shift: UInt64

    init(_ set: ValueSet, ofDates: Bool) {
        // An integer that no double equals exactly is none of a column's.
        let values = ofDates ? set.dates : set.doubles.union(set.integers.compactMap { Double(exactly: $0) })
        containsNil = set.containsNull
        var bits = 4
        while 1 << bits < values.count * 4 { bits += 1 }
        shift = UInt64(64 - bits)
        var places = ContiguousArray(repeating: Double.nan, count: 1 << bits)
        for value in values {
            var place = Self.place(value, shift)
            while !places[place].isNaN { place = (place + 1) % places.count }
            places[place] = value
        }
        self.places = places
    }

    @inline(__always)
    private static func place(_ value: Double, _ shift: UInt64) -> Int {
        // Adding zero makes one zero of the two.
        Int(truncatingIfNeeded: ((value + 0).bitPattern &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// Clears the marks of rows whose number is not in the set; not-a-number stands for nil.
    func narrow(_ marks: UnsafeMutablePointer<UInt8>, _ numbers: UnsafePointer<Double>, _ count: Int) {
        places.withUnsafeBufferPointer { places in
            for i in 0..<count {
                let number = numbers[i]
                var place = Self.place(number, shift)
                while places[place] != number, !places[place].isNaN { place = (place + 1) & (places.count - 1) }
                marks[i] &= number.isNaN ? (containsNil ? 1 : 0) : (places[place] == number ? 1 : 0)
            }
        }
    }
}
