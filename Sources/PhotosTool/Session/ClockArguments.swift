import ArgumentParser
import Descriptions
import Foundation
import LibraryEngine
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
        guard let zone = StatedTime.zone(argument) else { return nil }
        self.zone = zone
    }
}

extension AssetRecord {
    /// What `photos edit` does with a clock that was wrong.
    mutating func correctClock(by shift: ShiftArgument?, to zone: ZoneArgument?, ours: TimeZone = .current) {
        correctClock(by: shift?.seconds ?? 0, to: zone?.zone, ours: ours)
    }
}
