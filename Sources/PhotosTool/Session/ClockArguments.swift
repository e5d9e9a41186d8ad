import ArgumentParser
import Foundation
import PhotoModel

/// `+1h`, `-30m`, `+1d2h`, `-1h30m15s`: by how much a camera's clock was wrong.
struct ShiftArgument: ExpressibleByArgument, Equatable {
    var seconds: Double

    init?(argument: String) {
        let pattern = /([+-])(?:(\d{1,5})d)?(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?/
        guard let match = argument.lowercased().wholeMatch(of: pattern) else { return nil }
        let parts = [(match.2, 86_400), (match.3, 3_600), (match.4, 60), (match.5, 1)].compactMap { text, unit in text.flatMap { Int($0) }.map { $0 * unit } }
        guard !parts.isEmpty else { return nil }
        seconds = Double(parts.reduce(0, +)) * (match.1 == "-" ? -1 : 1)
    }
}

/// `Europe/Berlin`, whose offset depends on the day, or `+02:00`: what a camera's clock was set to.
struct ZoneArgument: ExpressibleByArgument, Equatable {
    var zone: TimeZone

    init?(argument: String) {
        if let match = argument.wholeMatch(of: /([+-])(\d{2}):(\d{2})/), let hours = Int(match.2), let minutes = Int(match.3) {
            guard hours <= 18, minutes < 60, let zone = TimeZone(secondsFromGMT: (hours * 3_600 + minutes * 60) * (match.1 == "-" ? -1 : 1)) else { return nil }
            self.zone = zone
        } else {
            // Foundation also takes such texts as "GMT+1"; only the names of places, and UTC, have one meaning.
            guard argument.contains("/") || argument == "UTC", let zone = TimeZone(identifier: argument) else { return nil }
            self.zone = zone
        }
    }

    /// Seconds east of UTC when a clock there shows `local`, in seconds since 2001 by that clock. Of an hour that a clock shows twice it is the first, and
    /// of one that it passes over the offset before.
    func offset(atLocal local: Double) -> Int {
        func offset(_ date: Double) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: date)) }
        let before = offset(local - 86_400), after = offset(local + 86_400)
        return offset(local - Double(before)) == before || offset(local - Double(after)) != after ? before : after
    }
}

extension AssetRecord {
    /// Corrects the clock by which the asset was taken. What the clock showed is all that a camera without a zone knows, so it stays where only the zone changes.
    /// - Parameter ours: the zone by which a date without an offset is shown.
    mutating func correctClock(by shift: ShiftArgument?, to zone: ZoneArgument?, ours: TimeZone = .current) {
        guard let date = creationDate else { return }
        let shifted = date + (shift?.seconds ?? 0)
        guard let zone else {
            creationDate = shifted
            return
        }
        let offset = creationOffset ?? ours.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: shifted))
        let local = shifted + Double(offset), new = zone.offset(atLocal: local)
        (creationDate, creationOffset) = (local - Double(new), new)
    }
}
