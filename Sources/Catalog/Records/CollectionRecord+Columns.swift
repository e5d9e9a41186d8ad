import Foundation
import PhotoModel

extension CollectionRecord {
    static let selection =
        [
            "id", "uuid", "kind", "subtype", "title", "parentID", "position", "count", "startDate", "endDate", "modificationDate",
            "keyAssetID",
        ].map { "collection.\($0)" }.joined(separator: ", ") + ", EXISTS (SELECT 1 FROM project WHERE project.collectionID = collection.id)"

    /// The number of the subtype, whatever it is one of.
    var subtypeNumber: Int {
        switch type {
        case .album(let subtype): subtype.rawValue
        case .folder(let subtype): subtype.rawValue
        }
    }

    init(row: Row) {
        self.init(uuid: row.uuid(1), type: Kind(rawValue: row.int(2)) == .folder ? .folder(row.kind(3)) : .album(row.kind(3)), title: row.optionalText(4))
        id = row.int64(0)
        parentID = row.optionalInt64(5)
        position = row.int(6)
        count = row.int(7)
        startDate = row.optionalDouble(8)
        endDate = row.optionalDouble(9)
        modificationDate = row.optionalDouble(10)
        keyAssetID = row.optionalInt64(11)
        isProject = row.bool(12)
    }
}
