import Foundation

extension CollectionRecord {
    static let selection = [
        "id", "uuid", "kind", "subtype", "title", "parentID", "position", "count", "startDate", "endDate", "modificationDate",
        "keyAssetID",
    ].map { "collection.\($0)" }.joined(separator: ", ") + ", EXISTS (SELECT 1 FROM project WHERE project.collectionID = collection.id)"

    init(row: Row) {
        self.init(uuid: row.uuid(1), kind: Kind(rawValue: row.int(2)) ?? .album, subtype: row.int(3), title: row.optionalText(4))
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
