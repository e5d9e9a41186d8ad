import Geodesy

/// Photos that lie so close to each other on a map that one picture stands for them.
struct MapCluster: Equatable {
    /// Index in the list of the first of them, which is the newest in a list that begins with those.
    let first: Int32
    let count: Int
    /// Degrees of the middle of most of them.
    let latitude: Double, longitude: Double
    let bounds: MapBox
}

/// Puts together what stands too close at a zoom.
///
/// Points are counted in squares of the world, whichever part of it is shown; then a square takes in those around it whose middle is too near, the fullest
/// square first. So no two clusters are closer than `distance`, and the same photos make the same clusters while a page moves over them, but for its edge.
struct MapClusters {
    /// Pixels between the middles of two clusters, at least.
    static let distance: UInt32 = 56
    /// More are on no screen: where there would be, they stand further apart.
    static let most = 1_000
    /// Pixels of the widest box: several screens of any kind.
    static let widest: UInt64 = 16_384

    private struct Square {
        var count = 0
        var first: Int32 = 0
        /// Sums of, and extremes among, the distances from the corner where the box begins.
        var eastward: UInt64 = 0, southward: UInt64 = 0
        var west = UInt32.max, north = UInt32.max, east: UInt32 = 0, south: UInt32 = 0

        var x: UInt32 { UInt32(eastward / UInt64(count)) }
        var y: UInt32 { UInt32(southward / UInt64(count)) }

        mutating func add(_ index: Int32, _ x: UInt32, _ y: UInt32) {
            if count == 0 { first = index }
            count += 1
            eastward += UInt64(x)
            southward += UInt64(y)
            (west, north, east, south) = (min(west, x), min(north, y), max(east, x), max(south, y))
        }

        /// The middle stays that of this one, which is the fuller.
        mutating func absorb(_ other: Square) {
            first = min(first, other.first)
            (west, north, east, south) = (min(west, other.west), min(north, other.north), max(east, other.east), max(south, other.south))
        }
    }

    /// The biggest first, among equals the one whose first photo comes first.
    /// - Parameter box: at most `widest` pixels wide and high at this zoom.
    static func clusters(of points: MapPoints, in box: MapBox, zoom: Int) -> [MapCluster] {
        let area = Area(box)
        var pixels = distance
        while true {
            let clusters = clusters(of: points, in: area, apart: pixels * Mercator.unitsPerPixel(zoom: zoom))
            if clusters.count <= most { return clusters }
            pixels *= 2
        }
    }

    /// Whether a box is one that clusters are made of.
    static func isAskable(_ box: MapBox, zoom: Int) -> Bool {
        let area = Area(box), limit = widest * UInt64(Mercator.unitsPerPixel(zoom: zoom))
        return UInt64(area.width) <= limit && UInt64(area.height) <= limit
    }

    /// A box in units of the map; what lies in it is as far from its corner as wrapped differences say.
    private struct Area {
        let box: MapBox
        let x: UInt32, y: UInt32, width: UInt32, height: UInt32

        init(_ box: MapBox) {
            self.box = box
            (x, y) = (Mercator.x(longitude: box.west), Mercator.y(latitude: box.north))
            width = Mercator.x(longitude: box.east) &- x
            height = Mercator.y(latitude: box.south) - y
        }
    }

    private static func clusters(of points: MapPoints, in area: Area, apart: UInt32) -> [MapCluster] {
        // So that what is too near lies no further than two squares away.
        let side = apart / 7 * 4
        let (startX, startY) = (area.x / side * side, area.y / side * side)
        let columns = Int((area.x - startX + UInt32(min(UInt64(area.width), UInt64(UInt32.max - side)))) / side) + 1
        let rows = Int((area.y - startY + area.height) / side) + 1
        var squares = [Square](repeating: Square(), count: columns * rows)
        for place in 0..<points.count {
            let (x, y) = (points.xs[place], points.ys[place])
            guard x &- area.x <= area.width, y >= area.y, y - area.y <= area.height else { continue }
            let column = min(columns - 1, Int((x &- startX) / side)), row = min(rows - 1, Int((y - startY) / side))
            squares[row * columns + column].add(points.indices[place], x &- startX, y - startY)
        }
        return joined(&squares, columns, rows, apart).map { square, count in
            MapCluster(
                first: square.first, count: count, latitude: Mercator.latitude(y: startY + square.y), longitude: Mercator.longitude(x: startX &+ square.x),
                bounds: bounds(of: square, in: area.box, startX, startY))
        }
    }

    /// Squares that stand for those around them, with how many photos are in all of these.
    private static func joined(_ squares: inout [Square], _ columns: Int, _ rows: Int, _ apart: UInt32) -> [(square: Square, count: Int)] {
        let order = squares.indices.filter { squares[$0].count > 0 }.sorted { (squares[$1].count, squares[$0].first) < (squares[$0].count, squares[$1].first) }
        var isTaken = [Bool](repeating: false, count: squares.count), joined: [(square: Square, count: Int)] = []
        for index in order where !isTaken[index] {
            isTaken[index] = true
            var square = squares[index], count = square.count
            let (x, y, row, column) = (square.x, square.y, index / columns, index % columns)
            for otherRow in max(0, row - 2)...min(rows - 1, row + 2) {
                for otherColumn in max(0, column - 2)...min(columns - 1, column + 2) {
                    let other = otherRow * columns + otherColumn
                    guard squares[other].count > 0, !isTaken[other] else { continue }
                    let east = Double(squares[other].x) - Double(x), south = Double(squares[other].y) - Double(y)
                    guard east * east + south * south < Double(apart) * Double(apart) else { continue }
                    isTaken[other] = true
                    square.absorb(squares[other])
                    count += squares[other].count
                }
            }
            joined.append((square, count))
        }
        return joined.sorted { ($1.count, $0.square.first) < ($0.count, $1.square.first) }
    }

    /// What lies beyond the map's edge in the north and the south is on it.
    private static func bounds(of square: Square, in box: MapBox, _ startX: UInt32, _ startY: UInt32) -> MapBox {
        let north = startY + square.north, south = startY + square.south
        var bounds = box
        (bounds.west, bounds.east) = (Mercator.longitude(x: startX &+ square.west), Mercator.longitude(x: startX &+ square.east))
        (bounds.south, bounds.north) = (south == .max ? -90 : Mercator.latitude(y: south), north == 0 ? 90 : Mercator.latitude(y: north))
        return bounds
    }
}
