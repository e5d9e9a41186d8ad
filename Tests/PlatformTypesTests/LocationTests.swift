import CoreLocation
import Testing

@Suite struct LocationTests {
    private func place(_ latitude: Double, _ longitude: Double) -> CLLocation { CLLocation(latitude: latitude, longitude: longitude) }

    /// Against the lengths of the WGS 84 ellipsoid: a degree on the equator, the quarter meridian, Flinders Peak to Buninyong.
    @Test func distancesOnTheEllipsoid() {
        #expect(abs(place(0, 0).distance(from: place(0, 1)) - 111_319.491) < 0.01)
        #expect(abs(place(0, 0).distance(from: place(90, 0)) - 10_001_965.729) < 0.01)
        #expect(place(47.6, -122.3).distance(from: place(47.6, -122.3)) == 0)
        let antipodes = place(0, 0).distance(from: place(0.3, 179.7))
        #expect(antipodes > 19_900_000 && antipodes < 20_100_000)
    }

    @Test func validity() {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 90, longitude: -180)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 90.1, longitude: 0)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: .nan, longitude: 0)))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    }

    @Test func equalityByValue() {
        let date = Date(timeIntervalSinceReferenceDate: 1)
        func make(_ altitude: Double) -> CLLocation {
            CLLocation(coordinate: CLLocationCoordinate2DMake(1, 2), altitude: altitude, horizontalAccuracy: 3, verticalAccuracy: 4, timestamp: date)
        }
        #expect(make(5) == make(5))
        #expect(make(5).hash == make(5).hash)
        #expect(make(5) != make(6))
        #expect(make(5).course == -1 && make(5).speed == -1)
    }

    @Test(arguments: 0..<8)
    func placesThatDifferInAnythingAreDifferent(_ property: Int) {
        func make(_ values: [Double]) -> CLLocation {
            CLLocation(
                coordinate: CLLocationCoordinate2DMake(values[0], values[1]), altitude: values[2], horizontalAccuracy: values[3],
                verticalAccuracy: values[4], course: values[5], courseAccuracy: 1, speed: values[6], speedAccuracy: 1,
                timestamp: Date(timeIntervalSinceReferenceDate: values[7]))
        }
        let values: [Double] = [1, 2, 3, 4, 5, 6, 7, 8]
        var others = values
        others[property] += 0.5
        #expect(make(values) == make(values))
        #expect(make(values) != make(others))
    }
}
