import Geodesy
import TestSupport
import Testing
@testable import Query

/// Distances from a place, in metres along the WGS 84 ellipsoid.
struct DistanceTests {
    private func matches(_ format: String, _ latitude: Double?, _ longitude: Double?) throws -> Bool {
        let ready = try KeySpace.assets.resolve(Query.Predicate(format: format), now: 0)
        return try ready.matches { index in
            switch KeySpace.assets.keys[index].name {
            case "latitude": latitude.map { .double($0) } ?? .null
            case "longitude": longitude.map { .double($0) } ?? .null
            default: .null
            }
        }
    }

    @Test func aKnownDistance() throws {
        // From JFK to Heathrow, as GeographicLib has it.
        #expect(abs(Geodesic.distance(40.6, -73.8, 51.6, -0.5) - 5_551_759.4) < 0.01)
        #expect(try matches("distance(location, {40.6, -73.8}) < 5552000", 51.6, -0.5))
        #expect(try !matches("distance(location, {40.6, -73.8}) < 5551000", 51.6, -0.5))
        #expect(try matches("distanceToLocation:fromLocation:(location, {40.6, -73.8}) > 5551000", 51.6, -0.5))
    }

    @Test func withoutAPlaceThereIsNoDistance() throws {
        for format in ["distance(location, {0, 0}) < 1e9", "distance(location, {0, 0}) >= 0", "distance(location, {0, 91}) == 0", "distance(location, nil) < 1"] {
            #expect(try !matches(format, nil, nil), "\(format)")
        }
        #expect(try matches("distance(location, {0, 0}) == nil", nil, nil))
        #expect(try matches("distance(location, {0, 0}) == 0", 0, 0))
        #expect(try !matches("distance(location, {95, 0}) < 1e9", 0, 0))
    }

    /// The comparisons of degrees that come before it leave out nothing that is near enough.
    @Test func nothingNearIsLeftOut() throws {
        var random = SeededRandom(seed: 5)
        var near = 0
        for round in 0..<40_000 {
            let latitude = round % 4 == 0 ? Double.random(in: 85...90, using: &random) * (round % 8 == 0 ? 1 : -1) : Double.random(in: -85...85, using: &random)
            let longitude = round % 5 == 0 ? Double.random(in: 179...180, using: &random) : Double.random(in: -180...180, using: &random)
            let metres = pow10(Double.random(in: 0...7.2, using: &random))
            let spread = metres / 60_000
            let otherLatitude = min(90, max(-90, latitude + Double.random(in: -spread...spread, using: &random)))
            var otherLongitude = longitude + Double.random(in: -spread * 4...spread * 4, using: &random)
            while otherLongitude > 180 { otherLongitude -= 360 }
            while otherLongitude < -180 { otherLongitude += 360 }
            guard Geodesic.distance(otherLatitude, otherLongitude, latitude, longitude) <= metres else { continue }
            near += 1
            let box = try #require(GeoBox(latitude: latitude, longitude: longitude, within: metres))
            #expect(box.latitudes.contains(otherLatitude) && box.longitudes?.contains(otherLongitude) ?? true, "\(latitude) \(longitude) \(metres)")
        }
        #expect(near > 5_000)
    }

    private func pow10(_ exponent: Double) -> Double { (0..<Int(exponent)).reduce(1) { value, _ in value * 10 } * (1 + exponent.truncatingRemainder(dividingBy: 1) * 9) }

    @Test func aCheapTestComesFirst() throws {
        let sql = try KeySpace.assets.resolve(Query.Predicate(format: "distance(location, {47, 8}) < 1000"), now: 0).sql(TestDatabase.mapping)
        #expect(sql.sql.hasPrefix("(a.latitude >= ? AND a.latitude <= ? AND a.longitude >= ? AND a.longitude <= ? AND photos_call('distance', "))
    }
}
