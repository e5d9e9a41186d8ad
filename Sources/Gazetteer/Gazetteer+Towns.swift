import Geodesy

/// A town that a map names.
package struct NamedTown: Sendable, Hashable {
    package let name: String
    /// Degrees.
    package let latitude: Double, longitude: Double
    /// How many people live there; 0 where nobody says.
    package let population: Int
}

/// A town that somebody looks for by name.
package struct LocatedTown: Sendable, Hashable {
    /// Part of town, town, region, country, as far as it lies in them.
    package let names: [String]
    /// Degrees.
    package let latitude: Double, longitude: Double
}

extension Gazetteer {
    /// Towns, and parts of them, of which a name or a word of one begins so, the best first. They are looked for in the languages in which searches find places.
    /// - Parameters:
    ///   - most: more are not told.
    ///   - languages: in which they are named, folders of translations such as `zh_CN`, the preferred first.
    package func towns(called text: String, most: Int, languages: [String]) -> [LocatedTown] {
        towns(matching: NameMatch.fold(text.utf8), most: most, languages: languages).map { located($0, languages) }
    }

    /// The town of just the first of some names that has most people, of those that lie in all of the others: `["Paris", "Texas"]`.
    package func town(called names: [String], languages: [String]) -> LocatedTown? {
        let wanted = names.map { NameMatch.fold($0.utf8) }
        guard let name = wanted.first else { return nil }
        let found = towns(matching: name, most: .max, languages: languages).first { town in
            let known = Set(allNames(of: Self.place(town)).map { NameMatch.fold($0.utf8) })
            return wanted.allSatisfy { known.contains($0) }
        }
        return found.map { located($0, languages) }
    }

    private static func place(_ town: FoundTown) -> Place { Place(town: UInt32(town.index), level: .town) }

    /// GeoNames has five places of a degree.
    private func located(_ town: FoundTown, _ languages: [String]) -> LocatedTown {
        func rounded(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }
        return LocatedTown(names: names(of: Self.place(town), in: languages), latitude: rounded(town.latitude), longitude: rounded(town.longitude))
    }

    /// Parts of towns are named from here on.
    private static let partsZoom = 11

    /// The towns in a part of the world that a map has room for, those with most people first.
    /// - Parameters:
    ///   - zoom: at which the world is 256 × 2^zoom pixels wide.
    ///   - distance: pixels between two of them, at least.
    ///   - most: more are not told.
    ///   - languages: folders of translations such as `zh_CN`, the preferred first.
    package func towns(in box: MapBox, zoom: Int, distance: UInt32, most: Int, languages: [String]) -> [NamedTown] {
        let found = towns(in: box, withParts: zoom >= Self.partsZoom)
        let apart = distance * Mercator.unitsPerPixel(zoom: zoom)
        var taken: [UInt64: [(x: UInt32, y: UInt32)]] = [:], named: [NamedTown] = []
        for town in found where named.count < most {
            let x = Mercator.x(longitude: town.longitude), y = Mercator.y(latitude: town.latitude)
            let column = Int64(x / apart), row = Int64(y / apart)
            let isFree = (-1...1).allSatisfy { east in
                (-1...1).allSatisfy { south in
                    (taken[Self.square(column + east, row + south)] ?? []).allSatisfy { max($0.x, x) - min($0.x, x) >= apart || max($0.y, y) - min($0.y, y) >= apart }
                }
            }
            guard isFree else { continue }
            taken[Self.square(column, row), default: []].append((x, y))
            named.append(NamedTown(name: name(of: town, in: languages), latitude: town.latitude, longitude: town.longitude, population: town.population))
        }
        return named
    }

    private static func square(_ column: Int64, _ row: Int64) -> UInt64 { UInt64(bitPattern: column << 32 ^ row) }
}
