import Foundation
import PhotoModel

/// Cuts assets, given in the order of creation date and row id, into moments.
///
/// A moment ends at a pause, at the end of the day where the pictures were taken, and at a leap from the place where the last one was taken that
/// had a place. Only neighbours decide, so an asset more or less changes no moment but those it lies in or between.
package struct MomentClustering {
    /// Seconds without a picture that end a moment.
    package static let pause: Double = 3 * 60 * 60
    /// Metres.
    package static let leap: Double = 2_000

    private var moments: [MomentRecord] = []
    private var current: MomentRecord?
    private var day: Double = 0
    /// The last place in the current moment, and what its places add up to, counted from the first so that the date line parts none.
    private var place: (latitude: Double, longitude: Double)?
    private var origin: (latitude: Double, longitude: Double) = (0, 0)
    private var sum: (latitude: Double, longitude: Double, count: Double) = (0, 0, 0)

    package init() {}

    /// - Parameters:
    ///   - offset: seconds from GMT where it was taken.
    ///   - latitude: degrees; not a number without a place.
    package mutating func add(id: Int64, date: Double, offset: Int, latitude: Double, longitude: Double) {
        let day = ((date + Double(offset)) / 86_400).rounded(.down)
        if var moment = current, day == self.day, date - moment.range.end <= Self.pause, !isLeap(latitude, longitude) {
            moment.identity = min(moment.identity, id)
            (moment.range.end, moment.range.lastID) = (date, id)
            moment.count += 1
            current = moment
        } else {
            close()
            let range = MomentRange(start: date, firstID: id, end: date, lastID: id)
            current = MomentRecord(identity: id, range: range, count: 1, offset: offset)
            self.day = day
        }
        guard !latitude.isNaN, !longitude.isNaN else { return }
        if sum.count == 0 { origin = (latitude, longitude) }
        place = (latitude, longitude)
        sum = (sum.latitude + latitude - origin.latitude, sum.longitude + Self.turn(from: origin.longitude, to: longitude), sum.count + 1)
    }

    package mutating func finish() -> [MomentRecord] {
        close()
        return moments
    }

    private mutating func close() {
        guard var moment = current else { return }
        if sum.count > 0 {
            moment.latitude = origin.latitude + sum.latitude / sum.count
            moment.longitude = Self.turn(from: 0, to: origin.longitude + sum.longitude / sum.count)
        }
        moments.append(moment)
        (current, place, sum) = (nil, nil, (0, 0, 0))
    }

    private func isLeap(_ latitude: Double, _ longitude: Double) -> Bool {
        guard let place, !latitude.isNaN, !longitude.isNaN else { return false }
        return Self.distance(place, (latitude, longitude)) > Self.leap
    }

    /// Metres on a sphere, flat over short ways: enough to tell near from far.
    static func distance(_ a: (latitude: Double, longitude: Double), _ b: (latitude: Double, longitude: Double)) -> Double {
        let north = b.latitude - a.latitude
        let east = turn(from: a.longitude, to: b.longitude) * cos((a.latitude + b.latitude) / 2 * .pi / 180)
        return (north * north + east * east).squareRoot() * (.pi / 180 * 6_371_008.8)
    }

    /// Degrees of the shorter way round.
    private static func turn(from a: Double, to b: Double) -> Double { (b - a).remainder(dividingBy: 360) }
}
