import Foundation
import Geodesy
import PhotoModel
import TestSupport
import Testing
@testable import PhotosServer

@Suite struct MapClusterTests {
    private typealias Place = (latitude: Double, longitude: Double)

    private func points(_ places: [Place]) -> MapPoints {
        MapPoints(
            ContiguousArray(
                places.enumerated().map { index, place in
                    ListedPlace(index: Int32(index), latitude: Int32((place.latitude * 1e7).rounded()), longitude: Int32((place.longitude * 1e7).rounded()))
                }))
    }

    private let world = MapBox(west: -180, south: -90, east: 180, north: 90)

    @Test func `the square map is that of every other web map`() {
        // Of the tiles that the world's maps are made of: Lisbon lies in 15/15554/12540, Sydney in 15/30147/19663.
        func tile(_ latitude: Double, _ longitude: Double) -> [UInt32] { [Mercator.x(longitude: longitude) >> 17, Mercator.y(latitude: latitude) >> 17] }
        func expected(_ latitude: Double, _ longitude: Double) -> [UInt32] {
            let radians = latitude * .pi / 180, side = 32_768.0
            return [UInt32((longitude + 180) / 360 * side), UInt32((1 - log(tan(radians) + 1 / cos(radians)) / .pi) / 2 * side)]
        }
        for place in [(38.7223, -9.1393), (-33.8688, 151.2093), (0, 0), (60, 10), (84.9, 179.9), (-84.9, -179.9)] {
            #expect(tile(place.0, place.1) == expected(place.0, place.1), "\(place)")
        }
        #expect(Mercator.y(latitude: 90) == 0 && Mercator.y(latitude: -90) == .max && Mercator.x(longitude: -180) == 0 && Mercator.x(longitude: 180) == .max)
        for degrees in stride(from: -85.0, through: 85, by: 0.37) {
            #expect(
                abs(Mercator.latitude(y: Mercator.y(latitude: degrees)) - degrees) < 1e-7 && abs(Mercator.longitude(x: Mercator.x(longitude: 2 * degrees)) - 2 * degrees) < 1e-7)
        }
    }

    @Test func `what is close is one cluster at a small zoom and two at a great one`() throws {
        let world = try #require(world), places = points([(38.72, -9.14), (38.70, -9.20), (48.86, 2.35), (38.72, -9.14)])
        let far = MapClusters.clusters(of: places, in: world, zoom: 2)
        #expect(far.map(\.count) == [4] && far.map(\.first) == [0])
        let middle = MapClusters.clusters(of: places, in: world, zoom: 5)
        #expect(middle.map(\.count) == [3, 1] && middle.map(\.first) == [0, 2])
        #expect(abs(middle[0].bounds.west + 9.20) < 1e-6 && abs(middle[0].bounds.east + 9.14) < 1e-6)
        #expect(abs(middle[0].bounds.south - 38.70) < 1e-6 && abs(middle[0].bounds.north - 38.72) < 1e-6)
        #expect(abs(middle[1].latitude - 48.86) < 1e-6 && abs(middle[1].longitude - 2.35) < 1e-6)
        let box = try #require(MapBox(west: -9.3, south: 38.6, east: -9.1, north: 38.8))
        let near = MapClusters.clusters(of: places, in: box, zoom: 14)
        #expect(near.map(\.count) == [2, 1] && near.map(\.first) == [0, 1], "and what is not in the box is in none")
        #expect(MapClusters.clusters(of: points([]), in: world, zoom: 0).isEmpty)
    }

    @Test func `clusters lie across the line where east becomes west, and at the poles`() throws {
        let box = try #require(MapBox(west: 170, south: -30, east: -170, north: 0))
        let found = MapClusters.clusters(of: points([(-18, 179.99), (-18, -179.99), (-18, 0)]), in: box, zoom: 6)
        #expect(found.map(\.count) == [2])
        #expect(abs(found[0].bounds.west - 179.99) < 1e-6 && abs(found[0].bounds.east + 179.99) < 1e-6 && abs(abs(found[0].longitude) - 180) < 0.01)
        let world = try #require(world), poles = MapClusters.clusters(of: points([(90, 0), (-90, 0), (-89, 1)]), in: world, zoom: 3)
        #expect(poles.map(\.count) == [2, 1] && poles[0].bounds.south == -90 && poles[1].bounds.north == 90)
    }

    /// Random places, many of them close together, at all zooms: nothing is lost, counted twice or too close, and bounds hold what is in them.
    @Test func `every photo is in one cluster, and no two are too close`() throws {
        var random = SeededRandom(seed: 11)
        let places = (0..<3_000).map { number -> Place in
            if number.isMultiple(of: 3) { return (random.next(-89, 89), random.next(-180, 180)) }
            let west = number.isMultiple(of: 2) ? 7.0 : 179.5
            return (random.next(47, 48), west + random.next(0, 0.5))
        }
        let points = points(places)
        let boxes = try [world, MapBox(west: 6, south: 46, east: 9, north: 49), MapBox(west: 179, south: 46, east: -179, north: 49)].map { try #require($0) }
        for zoom in 0...Mercator.deepest {
            for box in boxes where MapClusters.isAskable(box, zoom: zoom) {
                let inside = places.filter { box.contains(latitude: $0.latitude, longitude: $0.longitude) }
                let clusters = MapClusters.clusters(of: points, in: box, zoom: zoom)
                #expect(clusters.reduce(0) { $0 + $1.count } == inside.count && clusters.count <= MapClusters.most)
                #expect(clusters.map(\.count) == clusters.map(\.count).sorted(by: >))
                let pixel = Double(Mercator.unitsPerPixel(zoom: zoom))
                let middles = clusters.map { (Double(Mercator.x(longitude: $0.longitude)) / pixel, Double(Mercator.y(latitude: $0.latitude)) / pixel) }
                var nearest = Double.infinity
                for (index, one) in middles.enumerated() {
                    for other in middles[..<index] { nearest = min(nearest, hypot(one.0 - other.0, one.1 - other.1)) }
                }
                #expect(nearest >= 55.9, "\(box) at \(zoom)")
                for cluster in clusters {
                    let place = places[Int(cluster.first)], edge = 1e-6
                    let wider = MapBox(
                        west: max(-180, cluster.bounds.west - edge), south: max(-90, cluster.bounds.south - edge), east: min(180, cluster.bounds.east + edge),
                        north: min(90, cluster.bounds.north + edge))
                    #expect(wider?.contains(latitude: place.latitude, longitude: place.longitude) == true)
                }
            }
        }
        let world = try #require(world)
        #expect(MapClusters.isAskable(world, zoom: 6) && !MapClusters.isAskable(world, zoom: 7))
    }

    /// A page that moves sees the same clusters, but for those at its edge.
    @Test func `clusters stay while the box moves`() throws {
        var random = SeededRandom(seed: 5)
        let points = points((0..<400).map { _ -> Place in (random.next(40, 50), random.next(0, 10)) })
        let whole = try #require(MapBox(west: -5, south: 35, east: 15, north: 55)), clusters = MapClusters.clusters(of: points, in: whole, zoom: 8)
        for step in 0..<20 {
            let east = Double(step) / 37
            let moved = MapClusters.clusters(of: points, in: try #require(MapBox(west: -5 + east, south: 35 + east, east: 15 - east / 3, north: 55)), zoom: 8)
            #expect(moved == clusters)
        }
    }
}

extension SeededRandom {
    fileprivate mutating func next(_ low: Double, _ high: Double) -> Double { .random(in: low..<high, using: &self) }
}
