import Foundation

/// Distances on the WGS 84 ellipsoid, by Vincenty's inverse formula.
enum Geodesic {
    private static let major = 6_378_137.0
    private static let flattening = 1 / 298.257223563

    static func distance(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) -> Double {
        let minor = major * (1 - flattening)
        let u1 = atan((1 - flattening) * tan(a.latitude * .pi / 180)), u2 = atan((1 - flattening) * tan(b.latitude * .pi / 180))
        let difference = (b.longitude - a.longitude) * .pi / 180
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
            let next = difference + (1 - c) * flattening * sinAlpha
                * (sigma + c * sinSigma * (middle + c * cosSigma * (-1 + 2 * middle * middle)))
            defer { lambda = next }
            guard abs(next - lambda) < 1e-12 else { continue }
            let uSquared = cosSquared * (major * major - minor * minor) / (minor * minor)
            let bigA = 1 + uSquared / 16384 * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
            let bigB = uSquared / 1024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
            let inner = cosSigma * (-1 + 2 * middle * middle) - bigB / 6 * middle * (-3 + 4 * sinSigma * sinSigma) * (-3 + 4 * middle * middle)
            return minor * bigA * (sigma - bigB * sinSigma * (middle + bigB / 4 * inner))
        }
        return haversine(a, b)
    }

    private static func haversine(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) -> Double {
        let latitude = (b.latitude - a.latitude) * .pi / 180, longitude = (b.longitude - a.longitude) * .pi / 180
        let h = pow(sin(latitude / 2), 2) + cos(a.latitude * .pi / 180) * cos(b.latitude * .pi / 180) * pow(sin(longitude / 2), 2)
        return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
    }
}
