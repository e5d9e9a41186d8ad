import Descriptions
import Foundation
import LibraryEngine
import PhotoModel

/// One change of what is known of many assets, as a client sends it. What is not there stays; `null` removes.
struct BulkRequest: Decodable {
    private struct Place: Decodable { var latitude: Double, longitude: Double }

    private var shift: Double?
    private var timeZone: String?
    private var date: String?
    private var place: Place?
    private var title: String?
    private var caption: String?
    private var keywords: [String]?
    private var addKeywords: [String]?
    private var removeKeywords: [String]?
    private var rating: Int?
    /// Fields that are there, also where they are `null`.
    private var given: Set<String> = []

    private enum Key: String, CodingKey, CaseIterable { case shift, timeZone, date, place, title, caption, keywords, addKeywords, removeKeywords, rating }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        shift = try fields.decodeIfPresent(Double.self, forKey: .shift)
        timeZone = try fields.decodeIfPresent(String.self, forKey: .timeZone)
        date = try fields.decodeIfPresent(String.self, forKey: .date)
        place = try fields.decodeIfPresent(Place.self, forKey: .place)
        title = try fields.decodeIfPresent(String.self, forKey: .title)
        caption = try fields.decodeIfPresent(String.self, forKey: .caption)
        keywords = try fields.decodeIfPresent([String].self, forKey: .keywords)
        addKeywords = try fields.decodeIfPresent([String].self, forKey: .addKeywords)
        removeKeywords = try fields.decodeIfPresent([String].self, forKey: .removeKeywords)
        rating = try fields.decodeIfPresent(Int.self, forKey: .rating)
        given = Set(fields.allKeys.map(\.rawValue))
    }

    private func has(_ key: Key) -> Bool { given.contains(key.rawValue) }

    /// - Throws: a problem for what makes no sense.
    func edit() throws(Problem) -> BulkEdit {
        var edit = BulkEdit()
        edit.date = try dateChange()
        if has(.place) { edit.place = try place.map { place throws(Problem) in .set(try Self.location(place)) } ?? .remove }
        if has(.title) { edit.title = .some(try ActRequest.checkedText(title, "title", atMost: ActRequest.longestTitle)) }
        if has(.caption) { edit.caption = .some(try ActRequest.checkedText(caption, "caption", atMost: ActRequest.longestCaption)) }
        if has(.keywords) { edit.keywords = try ActRequest.checkedKeywords(keywords ?? []) }
        edit.addedKeywords = try ActRequest.checkedKeywords(addKeywords ?? [])
        edit.removedKeywords = try ActRequest.checkedKeywords(removeKeywords ?? [])
        if let rating {
            guard 0...5 ~= rating else { throw .badAct("A rating is a number from 0, for none, to 5.") }
            edit.rating = rating
        }
        guard !edit.isEmpty else { throw .badAct("“edit” says nothing to change. /api/openapi.json lists what it may say.") }
        return edit
    }

    private func dateChange() throws(Problem) -> BulkEdit.DateChange? {
        if has(.date) {
            guard shift == nil, timeZone == nil else { throw .badAct("“date” says when and in which zone. Leave out “shift” and “timeZone”.") }
            guard let date else { return .remove }
            guard let moment = StatedTime.moment(date) else { throw .badAct("“date” is no date such as 2023-11-02T17:04:05+01:00, or is none that a calendar has.") }
            return .set(moment.seconds, offset: moment.offset)
        }
        guard shift != nil || timeZone != nil else { return nil }
        let shift = shift ?? 0
        guard shift.isFinite, abs(shift) < 1e12 else { throw .badAct("“shift” is a number of seconds, such as 3600 for a clock that was an hour slow.") }
        guard let timeZone else { return .clock(shift: shift, zone: nil) }
        guard let zone = StatedTime.zone(timeZone) else { throw .badAct("“timeZone” is no zone such as Europe/Berlin or +02:00.") }
        return .clock(shift: shift, zone: zone)
    }

    private static func location(_ place: Place) throws(Problem) -> LocationRecord {
        guard (-90...90).contains(place.latitude), (-180...180).contains(place.longitude) else {
            throw .badAct("A place has a latitude from -90 to 90 and a longitude from -180 to 180.")
        }
        return LocationRecord(latitude: place.latitude, longitude: place.longitude)
    }
}
