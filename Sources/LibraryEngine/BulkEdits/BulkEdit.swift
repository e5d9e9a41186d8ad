import Foundation
import PhotoModel

/// What of an asset a bulk edit changes. The names are stable: undo records and the API have them.
package enum BulkField: String, Codable, Sendable, CaseIterable, Comparable {
    case date, place, title, caption, keywords, rating, playback
    /// What merging duplicates changes beside the others: whether it is a favourite, and which of its copies are in Recently Deleted and which albums it came into.
    case favorite, merge

    package static func < (a: BulkField, b: BulkField) -> Bool { (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0) }
}

/// One change of what is known of many assets. What is not set stays.
package struct BulkEdit: Sendable, Equatable {
    package enum DateChange: Sendable, Equatable {
        /// Seconds by which the camera's clock was wrong, and the zone that it was set to: what the clock showed stays where only the zone changes.
        /// What has no date gets none.
        case clock(shift: Double, zone: TimeZone?)
        /// Seconds since 2001, and seconds east of UTC where somebody says so.
        case set(Double, offset: Int?)
        case remove
    }

    package enum PlaceChange: Sendable, Equatable {
        case set(LocationRecord)
        case remove
    }

    package struct Playback: Sendable, Equatable {
        /// `nil` leaves it.
        package var variation: PlaybackVariation?
        package var plays: Bool

        package init(variation: PlaybackVariation?, plays: Bool) { (self.variation, self.plays) = (variation, plays) }
    }

    package var date: DateChange?
    package var place: PlaceChange?
    /// `.some(nil)` removes it.
    package var title: String??
    package var caption: String??
    /// Takes the place of all that there are.
    package var keywords: [String]?
    package var addedKeywords: [String] = []
    package var removedKeywords: [String] = []
    /// 0 to 5.
    package var rating: Int?
    /// Of Live Photos alone; other assets can't have it.
    package var playback: Playback?
    /// The zone by which a date without an offset is shown.
    package var zone = TimeZone.current

    package init() {}

    package var fields: Set<BulkField> {
        var fields: Set<BulkField> = []
        if date != nil { fields.insert(.date) }
        if place != nil { fields.insert(.place) }
        if title != nil { fields.insert(.title) }
        if caption != nil { fields.insert(.caption) }
        if keywords != nil || !addedKeywords.isEmpty || !removedKeywords.isEmpty { fields.insert(.keywords) }
        if rating != nil { fields.insert(.rating) }
        if playback != nil { fields.insert(.playback) }
        return fields
    }

    package var isEmpty: Bool { fields.isEmpty }

    /// Makes the change, whatever comes of it.
    package func apply(to record: inout AssetRecord) {
        switch date {
        case .clock(let shift, let clock)?: record.correctClock(by: shift, to: clock, ours: zone)
        case .set(let seconds, let offset)?: (record.creationDate, record.creationOffset) = (seconds, offset)
        case .remove?: (record.creationDate, record.creationOffset) = (nil, nil)
        case nil: break
        }
        switch place {
        case .set(let location)?: record.location = location
        case .remove?: record.location = nil
        case nil: break
        }
        if let title { record.title = title?.isEmpty == true ? nil : title }
        if let caption { record.caption = caption?.isEmpty == true ? nil : caption }
        if let rating { record.rating = rating }
        if let playback {
            if let variation = playback.variation { record.playbackVariation = variation }
            record.setLivePhotoPlayback(playback.plays)
        }
        guard fields.contains(.keywords) else { return }
        // By bytes, as the catalogue compares them.
        let removed = Set(removedKeywords.map { Array($0.utf8) })
        var words = (keywords ?? record.keywords).filter { !$0.isEmpty && !removed.contains(Array($0.utf8)) }
        var seen = Set(words.map { Array($0.utf8) })
        for word in addedKeywords where !word.isEmpty && seen.insert(Array(word.utf8)).inserted { words.append(word) }
        record.keywords = words
    }

    /// Why an asset can't be changed so; `nil` where it can.
    package func obstacle(of record: AssetRecord) -> BulkRefusal.Reason? {
        if playback != nil, !record.isLivePhoto { return .noLivePhoto }
        var edited = record
        apply(to: &edited)
        guard edited.creationDate != record.creationDate || edited.creationOffset != record.creationOffset, let date = edited.creationDate else { return nil }
        return Self.isInCalendar(date, offset: edited.creationOffset) ? nil : .outOfCalendar
    }

    /// Whether a clock there shows a year from 1 to 9999 then.
    package static func isInCalendar(_ seconds: Double, offset: Int?) -> Bool {
        let local = seconds + Double(offset ?? 0)
        return local.isFinite && local >= firstSecond && local < endOfSeconds
    }

    /// 0001-01-01 and 10000-01-01, seconds since 2001.
    private static let firstSecond = -63_113_904_000.0, endOfSeconds = 252_423_993_600.0
}

/// An asset that a bulk edit can't change.
package struct BulkRefusal: Sendable, Equatable {
    package enum Reason: String, Sendable {
        /// Its date would be before the year 1, or after the year 9999.
        case outOfCalendar
        case noLivePhoto
    }

    package var asset: UUID
    package var filename: String
    package var reason: Reason

    /// For a person.
    package var message: String {
        switch reason {
        case .outOfCalendar: "The date of \(filename) would leave the calendar, which goes from the year 1 to 9999."
        case .noLivePhoto: "\(filename) is no Live Photo."
        }
    }
}

extension TimeZone {
    /// Seconds east of UTC when a clock there shows `local`, in seconds since 2001 by that clock. Of an hour that a clock shows twice it is the first, and
    /// of one that it passes over the offset before.
    package func offset(atLocal local: Double) -> Int {
        func offset(_ date: Double) -> Int { secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: date)) }
        let before = offset(local - 86_400), after = offset(local + 86_400)
        return offset(local - Double(before)) == before || offset(local - Double(after)) != after ? before : after
    }
}

extension AssetRecord {
    /// Corrects the clock by which the asset was taken. What the clock showed is all that a camera without a zone knows, so it stays where only the zone changes.
    /// - Parameters:
    ///   - shift: seconds by which it was wrong.
    ///   - ours: the zone by which a date without an offset is shown.
    package mutating func correctClock(by shift: Double, to zone: TimeZone?, ours: TimeZone) {
        guard let date = creationDate else { return }
        let shifted = date + shift
        guard let zone else {
            creationDate = shifted
            return
        }
        let offset = creationOffset ?? ours.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: shifted))
        let local = shifted + Double(offset), new = zone.offset(atLocal: local)
        (creationDate, creationOffset) = (local - Double(new), new)
    }
}
