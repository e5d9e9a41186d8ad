import Foundation

/// A direction from the middle of the earth, taken for a sphere. That is off by half a percent of a distance at most, which no name depends on.
struct Direction {
    let x: Double, y: Double, z: Double

    init(latitude: Double, longitude: Double) {
        let latitude = latitude * .pi / 180, longitude = longitude * .pi / 180
        (x, y, z) = (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    /// Along the straight line, which within two hundred kilometres is the same to ten metres.
    @inline(__always)
    func kilometres(_ other: Direction) -> Double { 6371 * (2 * max(0, 1 - (x * other.x + y * other.y + z * other.z))).squareRoot() }

    var degrees: (latitude: Double, longitude: Double) { (asin(max(-1, min(1, z))) * 180 / .pi, atan2(y, x) * 180 / .pi) }

    static let kilometresPerDegree = 6371.0 * .pi / 180
}

/// Places in squares of a degree, row by row from the south, so that squares beside each other are one run.
struct TownGrid {
    private static let columns = 360, rows = 180
    private let starts: [UInt32]
    private let directions: [Direction]
    /// Kilometres around the middle of each that are its own before anybody's, and the most of them.
    private let radii: [Double], longestRadius: Double
    /// Degrees in which is looked, one after the other. Towns lie close to where pictures are taken.
    private static let reaches = [0.2, 0.7, 2.0]

    /// The order in which places lie in the grid.
    static func order(_ places: [(latitude: Double, longitude: Double)]) -> (order: [Int], starts: [UInt32]) {
        var starts = [UInt32](repeating: 0, count: columns * rows + 1)
        let cells = places.map { row($0.latitude) * columns + column($0.longitude) }
        for cell in cells { starts[cell + 1] += 1 }
        for cell in 0..<(columns * rows) { starts[cell + 1] += starts[cell] }
        var next = starts, order = [Int](repeating: 0, count: places.count)
        for (index, cell) in cells.enumerated() {
            order[Int(next[cell])] = index
            next[cell] += 1
        }
        return (order, starts)
    }

    /// - Parameters: in the order that `order` gave.
    init(directions: [Direction], radii: [Double], starts: [UInt32]) {
        (self.directions, self.radii, self.starts) = (directions, radii, starts)
        longestRadius = radii.max() ?? 0
    }

    /// Degrees of one of them.
    func position(_ index: Int) -> (latitude: Double, longitude: Double) { directions[index].degrees }

    private static func row(_ latitude: Double) -> Int { max(0, min(rows - 1, Int((latitude + 90).rounded(.down)))) }
    private static func column(_ longitude: Double) -> Int { max(0, min(columns - 1, Int((longitude + 180).rounded(.down)))) }

    /// The place whose edge is next to another, with the distance of its middle in kilometres; `nil` where there is none within about two hundred.
    func nearest(latitude: Double, longitude: Double) -> (index: Int, kilometres: Double)? {
        let direction = Direction(latitude: latitude, longitude: longitude)
        return directions.withUnsafeBufferPointer { directions in
            radii.withUnsafeBufferPointer { radii in
                starts.withUnsafeBufferPointer { starts in
                    var best = -1, rank = Double.infinity
                    for reach in Self.reaches {
                        (best, rank) = (-1, .infinity)
                        Self.forEachRun(latitude, longitude, reach) { first, last in
                            for index in Int(starts[first])..<Int(starts[last + 1]) {
                                // A town that is too far to name the place shall not take it from one that isn't.
                                let far = direction.kilometres(directions[index]), other = far - (far <= Gazetteer.townReach ? radii[index] : 0)
                                if other < rank { (best, rank) = (index, other) }
                            }
                        }
                        // Outside of the box lies what is further away, but for its radius.
                        if rank <= reach * Direction.kilometresPerDegree - longestRadius { break }
                    }
                    return best < 0 ? nil : (best, direction.kilometres(directions[best]))
                }
            }
        }
    }

    /// The squares that a box around a place touches: the first and the last of each run.
    @inline(__always)
    private static func forEachRun(_ latitude: Double, _ longitude: Double, _ reach: Double, _ body: (Int, Int) -> Void) {
        let furthest = abs(latitude) + reach
        let east = furthest < 89 ? reach / cos(furthest * .pi / 180) : 180
        for row in row(latitude - reach)...row(latitude + reach) {
            let first = row * columns
            guard east < 179 else {
                body(first, first + columns - 1)
                continue
            }
            let from = longitude - east, to = longitude + east
            body(first + column(from), first + column(to))
            // On the other side of the line where 180 degrees east become west.
            if from < -180 { body(first + column(from + 360), first + columns - 1) }
            if to > 180 { body(first, first + column(to - 360)) }
        }
    }
}
