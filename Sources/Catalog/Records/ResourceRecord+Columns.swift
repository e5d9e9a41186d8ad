import Foundation
import PhotoModel

extension ResourceRecord {
    static let columns = [
        "assetID", "type", "filename", "uniformType", "size", "sha256", "rootID", "path", "modified", "isLocal", "isInCloud", "damage",
        "inode", "modifiedNanoseconds", "changedNanoseconds", "fileOffset", "sha1",
    ]

    static let selection = (["id"] + columns).map { "resource.\($0)" }.joined(separator: ", ")

    static let insertion = """
        INSERT INTO resource (\(columns.joined(separator: ", ")))
        VALUES (\(Array(repeating: "?", count: columns.count).joined(separator: ", ")))
        """

    func encoded() -> [SQLValue] {
        let (root, path, modified): (SQLValue, String, SQLValue) =
            switch location {
            case .managed(let path): (.null, path, .null)
            case .referenced(let rootID, let path, let modified): (.int(rootID), path, .double(modified))
            }
        return [
            .int(assetID), SQLValue(type), .text(filename), .text(uniformType), .int(size), .blob(sha256),
            root, .text(path), modified, SQLValue(isLocal), SQLValue(isInCloud), SQLValue(damage),
            SQLValue(facts?.inode), SQLValue(facts?.modified), SQLValue(facts?.changed), SQLValue(offset), sha1.map { .blob($0) } ?? .null,
        ]
    }

    init(row: Row) {
        let location: ResourceLocation =
            if let rootID = row.optionalInt64(7) {
                .referenced(rootID: rootID, path: row.text(8), modified: row.double(9))
            } else {
                .managed(path: row.text(8))
            }
        self.init(
            type: row.kind(2), filename: row.text(3), uniformType: row.text(4), size: row.int64(5), sha256: row.shortBytes(6),
            sha1: row.isNull(17) ? nil : row.shortBytes(17), location: location)
        id = row.int64(0)
        assetID = row.int64(1)
        isLocal = row.bool(10)
        isInCloud = row.bool(11)
        damage = row.optionalText(12)
        if let inode = row.optionalInt64(13), let modified = row.optionalInt64(14), let changed = row.optionalInt64(15) {
            facts = FileFacts(inode: inode, modified: modified, changed: changed)
        }
        offset = row.optionalInt64(16)
    }
}
