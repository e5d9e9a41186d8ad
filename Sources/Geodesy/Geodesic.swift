import Foundation

/// Distances on the WGS 84 ellipsoid, by Vincenty's inverse formula.
package enum Geodesic {
    private static let major = 6_378_137.0
    private static let flattening = 1 / 298.257223563

    /// Whether these degrees name a place.
    package static func isPlace(latitude: Double, longitude: Double) -> Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude)
    }

    /// Metres along the surface between two places in degrees; near antipodes, where the series does not converge, along a sphere.
    package static func distance(_ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double) -> Double {
        let minor = major * (1 - flattening)
        let u1 = atan((1 - flattening) * tan(latitude * .pi / 180)), u2 = atan((1 - flattening) * tan(otherLatitude * .pi / 180))
        let difference = (otherLongitude - longitude) * .pi / 180
        var lambda = difference
        for _ in 0..<100 {
            let across = cos(u2) * sin(lambda), along = cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda)
            let sinSigma = (across * across + along * along).squareRoot()
            if sinSigma == 0 { return 0 }
            let cosSigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cos(u1) * cos(u2) * sin(lambda) / sinSigma
            let cosSquared = 1 - sinAlpha * sinAlpha
            let middle = cosSquared == 0 ? 0 : cosSigma - 2 * sin(u1) * sin(u2) / cosSquared
            let c = flattening / 16 * cosSquared * (4 + flattening * (4 - 3 * cosSquared))
            let next =
                difference + (1 - c) * flattening * sinAlpha
                * (sigma + c * sinSigma * (middle + c * cosSigma * (-1 + 2 * middle * middle)))
            defer { lambda = next }
            guard abs(next - lambda) < 1e-12 else { continue }
            let uSquared = cosSquared * (major * major - minor * minor) / (minor * minor)
            let bigA = 1 + uSquared / 16384 * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
            let bigB = uSquared / 1024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
            let inner = cosSigma * (-1 + 2 * middle * middle) - bigB / 6 * middle * (-3 + 4 * sinSigma * sinSigma) * (-3 + 4 * middle * middle)
            return minor * bigA * (sigma - bigB * sinSigma * (middle + bigB / 4 * inner))
        }
        return haversine(latitude, longitude, otherLatitude, otherLongitude)
    }

    private static func haversine(_ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double) -> Double {
        let north = (otherLatitude - latitude) * .pi / 180, east = (otherLongitude - longitude) * .pi / 180
        let h = pow(sin(north / 2), 2) + cos(latitude * .pi / 180) * cos(otherLatitude * .pi / 180) * pow(sin(east / 2), 2)
        return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
    }
}
