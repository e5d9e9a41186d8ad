import Catalog
import Foundation
import PhotoModel
import Record
import Support

/// How what the catalogue keeps is said in the record, and read from it.
extension RecordObject {
    init(_ asset: StoredAsset) {
        self.init(RecordKey(RecordKind.asset, asset.row.id), RecordCoding.fields(asset.row))
        if !asset.keywords.isEmpty { fields.append(RecordField("keywords", .list(asset.keywords.map { .text($0) }))) }
        let resources = asset.resources.map { RecordValue.object([RecordField("id", .int($0.id))] + RecordCoding.fields($0)) }
        if !resources.isEmpty { fields.append(RecordField("resources", .list(resources))) }
    }

    init(_ collection: StoredCollection) {
        self.init(RecordKey(RecordKind.collection, collection.row.id), RecordCoding.fields(collection.row))
        if let data = collection.extensionData { fields.append(RecordField("projectData", .text(data.base64EncodedString()))) }
        if let data = collection.preview { fields.append(RecordField("projectPreview", .text(data.base64EncodedString()))) }
    }

    init(members: some Sequence<Int64>, of collectionID: Int64) {
        self.init(RecordKey(RecordKind.members, collectionID), [RecordField("assets", .list(members.map { .int($0) }))])
    }

    init(tree: [(folder: Int64?, children: [Int64])]) {
        let folders = tree.map { folder, children in
            RecordValue.object([RecordField("folder", folder.map { .int($0) } ?? .null), RecordField("children", .list(children.map { .int($0) }))])
        }
        self.init(RecordKey(RecordKind.tree, 0), [RecordField("folders", .list(folders))])
    }

    init(root: StoredRow) { self.init(RecordKey(RecordKind.root, root.id), RecordCoding.fields(root)) }

    init(_ access: StoredAccess) {
        let grants = access.grants.map { grant in
            RecordValue.object([
                RecordField("level", .int(Int64(grant.level.rawValue))), RecordField("status", .int(Int64(grant.status.rawValue))),
                RecordField("date", .double(grant.date)),
            ])
        }
        self.init(
            Self.accessKey(StoredAccess.identity(of: access.application)),
            [
                RecordField("application", .text(access.application)), RecordField("grants", .list(grants)),
                RecordField("assets", .list(access.selection.map { .int($0) })),
            ])
    }

    static func accessKey(_ identity: UUID) -> RecordKey { RecordKey(RecordKind.access, named: identity.uuidString) }

    /// Its number is among the fields, since a link that was taken back is told by its UUID.
    init(share: StoredRow) {
        let fields = RecordCoding.fields(share), uuid = fields["uuid"]?.text ?? ""
        self.init(RecordKey(RecordKind.share, named: uuid), [RecordField("id", .int(share.id))] + fields)
    }

    static func shareKey(_ uuid: UUID) -> RecordKey { RecordKey(RecordKind.share, named: uuid.uuidString) }

    init(_ library: StoredLibrary) {
        func sorted<T>(_ values: [String: T], _ value: (T) -> RecordValue) -> RecordValue {
            .object(values.sorted { $0.key < $1.key }.map { RecordField($0.key, value($0.value)) })
        }
        self.init(
            RecordKey(RecordKind.library, 0),
            [
                RecordField("values", sorted(library.values) { .text($0) }), RecordField("highestIDs", sorted(library.highestIDs) { .int($0) }),
            ])
    }

    // MARK: Reading

    var storedAsset: StoredAsset? {
        guard case .number(let id) = key.id else { return nil }
        var asset = StoredAsset(row: StoredRow(id: id, fields: []), keywords: [], resources: [])
        asset.row.fields.reserveCapacity(fields.count)
        for field in fields {
            switch (field.name, field.value) {
            case ("keywords", .list(let names)): asset.keywords = names.compactMap(\.text)
            case ("resources", .list(let values)):
                asset.resources = values.compactMap { value in
                    guard let fields = value.fields, let id = fields["id"]?.int else { return nil }
                    return StoredRow(id: id, fields: RecordCoding.stored(fields.filter { $0.name != "id" }))
                }
            case ("keywords", _), ("resources", _): break
            default: if let stored = RecordCoding.stored(field) { asset.row.fields.append(stored) }
            }
        }
        return asset
    }

    var storedCollection: StoredCollection? {
        guard case .number(let id) = key.id else { return nil }
        let names: Set = ["projectData", "projectPreview"]
        return StoredCollection(
            row: StoredRow(id: id, fields: RecordCoding.stored(fields.filter { !names.contains($0.name) })),
            extensionData: fields["projectData"]?.text.flatMap { Data(base64Encoded: $0) },
            preview: fields["projectPreview"]?.text.flatMap { Data(base64Encoded: $0) })
    }

    var members: (collectionID: Int64, assetIDs: [Int64])? {
        guard case .number(let id) = key.id else { return nil }
        return (id, fields["assets"]?.list?.compactMap(\.int) ?? [])
    }

    var tree: [(folder: Int64?, children: [Int64])] {
        fields["folders"]?.list?.map { ($0["folder"]?.int, $0["children"]?.list?.compactMap(\.int) ?? []) } ?? []
    }

    var storedRoot: StoredRow? {
        guard case .number(let id) = key.id else { return nil }
        return StoredRow(id: id, fields: RecordCoding.stored(fields))
    }

    var storedShare: StoredRow? {
        guard let id = fields["id"]?.int else { return nil }
        return StoredRow(id: id, fields: RecordCoding.stored(fields.filter { $0.name != "id" }))
    }

    var storedAccess: StoredAccess? {
        guard let application = fields["application"]?.text else { return nil }
        let grants = fields["grants"]?.list?.compactMap { value -> AccessGrant? in
            guard let level = value["level"]?.int.flatMap({ AccessLevel(rawValue: Int($0)) }),
                let status = value["status"]?.int.flatMap({ AccessStatus(rawValue: Int($0)) }), let date = value["date"]?.double
            else { return nil }
            return AccessGrant(application: application, level: level, status: status, date: date)
        }
        return StoredAccess(application: application, grants: grants ?? [], selection: fields["assets"]?.list?.compactMap(\.int) ?? [])
    }

    var storedLibrary: StoredLibrary {
        func read<T>(_ name: String, _ value: (RecordValue) -> T?) -> [String: T] {
            Dictionary(fields[name]?.fields?.compactMap { field in value(field.value).map { (field.name, $0) } } ?? [], uniquingKeysWith: { $1 })
        }
        return StoredLibrary(values: read("values") { $0.text }, highestIDs: read("highestIDs") { $0.int })
    }
}

enum RecordCoding {
    static func fields(_ row: StoredRow) -> [RecordField] { row.fields.map { RecordField($0.name, value($0)) } }

    /// Bytes are written in hexadecimal digits, or as the UUID they are.
    static func value(_ field: StoredRow.Field) -> RecordValue {
        switch field.value {
        case .int(let value): .int(value)
        case .double(let value): .double(value)
        case .text(let value): .text(value)
        case .blob(let data) where data.count == 16 && field.name == "uuid":
            .text(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString)
        case .blob(let data): .text(data.hexadecimal)
        }
    }

    /// What is no value of a column is left out. Texts of bytes stay texts, since the catalogue knows which columns hold bytes.
    static func stored(_ fields: [RecordField]) -> [StoredRow.Field] { fields.compactMap { stored($0) } }

    static func stored(_ field: RecordField) -> StoredRow.Field? {
        switch field.value {
        case .int(let value): StoredRow.Field(field.name, .int(value))
        case .double(let value): StoredRow.Field(field.name, .double(value))
        case .text(let value): StoredRow.Field(field.name, .text(value))
        case .null, .bool, .list, .object: nil
        }
    }
}
