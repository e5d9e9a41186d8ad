/// Lines on the earth's surface, or rings around parts of it.
package struct Outlines: Sendable, Equatable {
    /// How many points each has, one after the other.
    package private(set) var lengths: [UInt32] = []
    /// Degrees: longitude and latitude of each point.
    package private(set) var degrees: [Float] = []

    mutating func append(_ points: some Sequence<(longitude: Double, latitude: Double)>) {
        let before = degrees.count
        for (longitude, latitude) in points {
            degrees.append(Float(longitude))
            degrees.append(Float(latitude))
        }
        lengths.append(UInt32((degrees.count - before) / 2))
    }

    /// Which form `bytes` have: another number for another one.
    static let format = 1

    /// As pages read them, all in little endian: how many there are, how many points each has (32 bits), and the points' longitudes and latitudes (32-bit
    /// floating point).
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * (1 + lengths.count + degrees.count))
        func add(_ word: UInt32) { withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) } }
        add(UInt32(lengths.count))
        for length in lengths { add(length) }
        for number in degrees { add(number.bitPattern) }
        return bytes
    }
}
