import Descriptions
import Foundation
import LibraryEngine
import PhotoModel

/// What an edit of many would do, as it is answered.
struct BulkPreviewAnswer: Encodable {
    struct Values: Encodable {
        struct Place: Encodable { var latitude: Double, longitude: Double }

        /// The moment in UTC, and seconds east of it.
        var date: String?
        var offset: Int?
        var place: Place?
        var title: String?
        var caption: String?
        var keywords: [String]?
        var rating: Int?

        init(_ values: BulkValues) {
            (date, offset) = (values.date.map(Timestamp.utc), values.offset)
            place = values.place.map { Place(latitude: $0.latitude, longitude: $0.longitude) }
            (title, caption, keywords, rating) = (values.title, values.caption, values.keywords, values.rating)
        }
    }

    struct Change: Encodable {
        var id: String
        var filename: String
        var fields: [String]
        /// What is not there is none.
        var from: Values
        var to: Values
    }

    struct Refusal: Encodable {
        var id: String
        var filename: String
        /// `outOfCalendar`.
        var reason: String
    }

    var count: Int
    var changed: Int
    var fields: [String: Int]
    var changes: [Change]
    var refused: Int
    var refusals: [Refusal]

    /// - Throws: a problem for an asset that is not there, or that the one who asks may not see.
    init(_ edit: BulkEdit, of assets: [UUID], limit: Int, _ gate: AccessGate) throws {
        let preview = try gate.read { reader in
            let ids = try assets.map { uuid in
                guard let id = try reader.assetID(uuid: uuid) else { throw Problem.unknownAsset(uuid) }
                return id
            }
            return try reader.preview(edit, of: ids, limit: limit)
        }
        (count, changed, refused) = (preview.count, preview.changed, preview.refused)
        fields = Dictionary(uniqueKeysWithValues: preview.fields.map { ($0.key.rawValue, $0.value) })
        changes = preview.changes.map { change in
            Change(
                id: change.asset.uuidString, filename: change.filename, fields: change.fields.map(\.rawValue), from: Values(change.before), to: Values(change.after))
        }
        refusals = preview.refusals.map { Refusal(id: $0.asset.uuidString, filename: $0.filename, reason: $0.reason.rawValue) }
    }
}
