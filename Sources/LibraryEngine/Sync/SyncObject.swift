import Catalog
import Cloud
import Foundation
import Importing
import Originals
import PhotoModel
import Record
import Support

/// An asset, an album or a folder as machines that share a store tell each other of it: in groups, each of which changes as a whole.
///
/// Where two machines have changed the same group, the one that comes later in the store's order holds; where they have changed different ones, both do.
struct SyncObject: Equatable {
    let kind: SyncKind
    let uuid: UUID
    /// By the groups' names; what is not among them did not change.
    var groups: [String: [RecordField]] = [:]
    /// It is gone for good.
    var isRemoved = false

    init(_ kind: SyncKind, _ uuid: UUID) { (self.kind, self.uuid) = (kind, uuid) }

    /// The order of children at the top level.
    static let top = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    // MARK: Groups

    /// Columns of assets by group. Those that no group names, such as a later schema's, are among the facts.
    private static let columns: [(name: String, columns: Set<String>)] = [
        ("dates", ["creationDate", "creationOffset"]),
        ("modified", ["modificationDate"]),
        ("place", ["latitude", "longitude", "altitude", "horizontalAccuracy", "direction", "speed"]),
        ("favorite", ["favorite"]),
        ("hidden", ["hidden"]),
        ("trashed", ["trashedDate"]),
        ("title", ["title"]),
        ("caption", ["caption"]),
        ("rating", ["rating"]),
        ("burst", ["burstIdentifier", "burstSelectionTypes", "representsBurst"]),
        (live, ["contentIdentifier", "originalChoice", "playbackVariation", "livePhotoPlayback"]),
        (
            content,
            [
                "pixelWidth", "pixelHeight", "duration", "mediaSubtypes", "playbackStyle", "adjustmentFormatIdentifier", "adjustmentFormatVersion",
                "adjustmentTimestamp", "adjustmentEditor",
            ]
        ),
    ]
    static let facts = "facts", content = "content", live = "live", keywords = "keywords", list = "list", parent = "parent", modified = "modified"
    /// Columns that each machine has its own of: what is made of others, and what only it can know.
    private static let own: Set<String> = ["uuid", "revision", "raw", "keywordCount", "damage"]
    private static let ownOfResources: Set<String> = [
        "isLocal", "isInCloud", "damage", "rootID", "modified", "inode", "modifiedNanoseconds", "changedNanoseconds", "sha1",
    ]

    /// In the order in which their hashes stand in a state.
    static func groups(of kind: SyncKind) -> [String] {
        switch kind {
        case .asset: groupsOfAssets
        case .collection: groupsOfCollections
        }
    }

    private static let groupsOfAssets: [String] = [facts] + columns.map(\.name) + [keywords]
    private static let groupsOfCollections: [String] = [facts, parent, modified]

    /// One look-up for each of an asset's columns. A machine's own ones are of a group that no object has.
    private static let groupsByColumn = Dictionary(
        uniqueKeysWithValues: columns.flatMap { group in group.columns.map { ($0, group.name) } } + own.map { ($0, "") })

    /// The columns that a group of an asset sets.
    static func columns(of group: String, all: [String]) -> [String] {
        all.filter { (groupsByColumn[$0] ?? facts) == group }
    }

    // MARK: Of the catalogue

    /// - Parameters:
    ///   - hasFiles: whether they were read. Else nothing is said of what it shows.
    ///   - names: of the groups that are asked for; `nil` for all.
    /// - Returns: `nil` for an asset of which a file is the user's own, in a folder of this machine.
    init?(_ stored: StoredAsset, uuid: UUID, hasFiles: Bool = true, only names: [String]? = nil) {
        guard stored.resources.allSatisfy({ $0["rootID"] == nil }) else { return nil }
        self.init(.asset, uuid)
        for name in names ?? Self.groups(of: .asset) { groups[name] = [] }
        for field in stored.row.fields { groups[Self.groupsByColumn[field.name] ?? Self.facts]?.append(RecordField(field.name, RecordCoding.value(field))) }
        if !stored.keywords.isEmpty { groups[Self.keywords]?.append(RecordField(Self.keywords, .list(stored.keywords.map { .text($0) }))) }
        guard hasFiles else {
            groups[Self.content] = nil
            return
        }
        // In an order that is the same on every machine, whatever came in when.
        let files = stored.resources.sorted { Self.place($0.fields) < Self.place($1.fields) }.map { row in
            RecordValue.object(row.fields.filter { !Self.ownOfResources.contains($0.name) }.map { RecordField($0.name, RecordCoding.value($0)) })
        }
        groups[Self.content]?.append(RecordField("resources", .list(files)))
    }

    init(_ collection: StoredCollection, uuid: UUID, parent: UUID?, keyAsset: UUID?, list: [UUID]?) {
        self.init(.collection, uuid)
        var facts: [RecordField] = []
        for field in collection.row.fields where ["kind", "subtype", "title"].contains(field.name) { facts.append(RecordField(field.name, RecordCoding.value(field))) }
        if let keyAsset { facts.append(RecordField("keyAsset", .text(keyAsset.uuidString))) }
        if let data = collection.extensionData { facts.append(RecordField("projectData", .text(data.base64EncodedString()))) }
        if let data = collection.preview { facts.append(RecordField("projectPreview", .text(data.base64EncodedString()))) }
        groups[Self.facts] = facts
        groups[Self.parent] = parent.map { [RecordField("folder", .text($0.uuidString))] } ?? []
        groups[Self.modified] = collection.row["modificationDate"].map { [RecordField("modificationDate", RecordCoding.value(StoredRow.Field("", $0)))] } ?? []
        self.list = list
    }

    /// Members of an album, children of a folder, in their order.
    var list: [UUID]? {
        get { groups[Self.list].map { $0[Self.list]?.list?.compactMap { $0.text.flatMap(UUID.init(uuidString:)) } ?? [] } }
        set { groups[Self.list] = newValue.map { [RecordField(Self.list, .list($0.map { .text($0.uuidString) }))] } }
    }

    /// Whether every file of it lies where a library keeps its files.
    var hasProperPaths: Bool { (groups[Self.content]?["resources"]?.list ?? []).allSatisfy { $0["path"]?.text.map(ManagedPath.isProper) ?? false } }

    /// About how many its line has.
    var byteCount: Int {
        let texts = groups.values.joined().reduce(0) { $0 + ($1.value.text?.utf8.count ?? 0) }
        return 256 + 48 * groups.count + 40 * (list?.count ?? 0) + 400 * (groups[Self.content]?["resources"]?.list?.count ?? 0) + texts
    }

    // MARK: As a line

    private static let names: [SyncKind: String] = [.asset: RecordKind.asset, .collection: RecordKind.collection]

    var line: RecordObject {
        let key = RecordKey(Self.names[kind] ?? "", named: uuid.uuidString)
        if isRemoved { return .removed(key) }
        return RecordObject(key, groups.sorted { $0.key < $1.key }.map { RecordField($0.key, .object($0.value)) })
    }

    /// `nil` for a line of another kind, as a later version may write.
    init?(_ line: RecordObject) {
        guard let kind = Self.names.first(where: { $0.value == line.key.kind })?.key, case .name(let name) = line.key.id, let uuid = UUID(uuidString: name) else { return nil }
        self.init(kind, uuid)
        isRemoved = line.isRemoved
        for field in line.fields { groups[field.name] = field.value.fields }
    }

    /// The values of a group as a row keeps them.
    func stored(_ group: String) -> [StoredRow.Field] { RecordCoding.stored(groups[group] ?? []) }

    /// The files of an asset, as rows of a machine that has none of them: all are in the store.
    var storedResources: [[StoredRow.Field]] {
        (groups[Self.content]?["resources"]?.list ?? []).compactMap { value in
            value.fields.map { RecordCoding.stored($0) + [StoredRow.Field("isInCloud", .int(1))] }
        }
    }

    private static func place(_ row: [StoredRow.Field]) -> String {
        func text(_ name: String) -> String { row.first { $0.name == name }.map { "\($0.value)" } ?? "" }
        return "\(text("path")) \(text("type")) \(text("fileOffset"))"
    }

    static func sha256(_ row: [StoredRow.Field]) -> Data? {
        switch row.first(where: { $0.name == "sha256" })?.value {
        case .blob(let data)?: data
        case .text(let text)?: [UInt8](hexadecimal: text, count: 32).map { Data($0) }
        default: nil
        }
    }

    /// Whether a file is what an edit made, and not what came in.
    static func isOfEdit(_ row: [StoredRow.Field]) -> Bool {
        guard case .int(let number)? = row.first(where: { $0.name == "type" })?.value else { return false }
        let type = ResourceType(rawValue: Int(number))
        return type == .adjustmentData || ResourceRecord(type: type, filename: "", uniformType: "", size: 0, sha256: Data(), location: .managed(path: "")).isOfEdit
    }

    var isUnedited: Bool { groups[Self.content]?["adjustmentFormatIdentifier"] == nil }

    /// What its files are, whatever they are called.
    var fileHashes: [String] {
        (groups[Self.content]?["resources"]?.list ?? []).map { "\($0["type"]?.int ?? 0) \($0["sha256"]?.text ?? "")" }.sorted()
    }

    var storedKeywords: [String] { groups[Self.keywords]?[Self.keywords]?.list?.compactMap(\.text) ?? [] }
}

/// What all machines agree on of an object, in few bytes: a hash for each group, then the list, whose changes are joined entry by entry.
struct SyncBase: Equatable {
    var hashes: [UInt64]
    var list: [UUID] = []

    /// Of an object that nobody has heard of. No group has the hash 0.
    init(_ kind: SyncKind) { hashes = Array(repeating: 0, count: SyncObject.groups(of: kind).count) }

    init?(_ kind: SyncKind, _ bytes: Data) {
        self.init(kind)
        let count = hashes.count * 8
        guard bytes.count >= count, (bytes.count - count).isMultiple(of: 16) else { return nil }
        bytes.withUnsafeBytes { bytes in
            for index in hashes.indices { hashes[index] = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self).littleEndian }
            list = stride(from: count, to: bytes.count, by: 16).map { UUID(uuid: bytes.loadUnaligned(fromByteOffset: $0, as: uuid_t.self)) }
        }
    }

    var bytes: Data {
        var data = Data(capacity: hashes.count * 8 + list.count * 16)
        for hash in hashes { withUnsafeBytes(of: hash.littleEndian) { data.append(contentsOf: $0) } }
        for uuid in list { withUnsafeBytes(of: uuid.uuid) { data.append(contentsOf: $0) } }
        return data
    }
}

/// FNV-1a over what a group says: the same on every machine, and never 0.
struct SyncHash {
    private var fnv = FNV1a()

    static func of(_ fields: [RecordField]) -> UInt64 {
        var hash = SyncHash()
        hash.add(fields)
        return hash.fnv.value == 0 ? 1 : hash.fnv.value
    }

    private mutating func add(byte: UInt8) { fnv.add(byte) }

    private mutating func add(number: UInt64) { for shift in stride(from: UInt64(0), to: 64, by: 8) { add(byte: UInt8(truncatingIfNeeded: number >> shift)) } }

    private mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte: byte) }
        add(byte: 0xFF)
    }

    private mutating func add(_ fields: [RecordField]) {
        for field in fields {
            add(field.name)
            add(field.value)
        }
        add(byte: 0xFE)
    }

    private mutating func add(_ value: RecordValue) {
        switch value {
        case .null: add(byte: 1)
        case .bool(let value): add(byte: value ? 2 : 3)
        case .int(let value):
            add(byte: 4)
            add(number: UInt64(bitPattern: value))
        case .double(let value):
            add(byte: 5)
            add(number: value.bitPattern)
        case .text(let text):
            add(byte: 6)
            add(text)
        case .list(let values):
            add(byte: 7)
            for value in values { add(value) }
            add(byte: 0xFE)
        case .object(let fields):
            add(byte: 8)
            add(fields)
        }
    }
}

/// Joins what became of a list here and elsewhere since both had the same.
enum SyncList {
    /// - Parameters:
    ///   - base: what both had.
    ///   - here: as it is on this machine, whose changes come later in the common order.
    ///   - there: as others have it by now.
    static func joined(base: [UUID], here: [UUID], there: [UUID]) -> [UUID] {
        if here == base { return there }
        if there == base || there == here { return here }
        let inBase = Set(base), isHere = Set(here), isThere = Set(there)
        var result = there.filter { !inBase.contains($0) || isHere.contains($0) }
        // Who moved here what stayed on both sides has the last word on its order.
        let common = here.filter { inBase.contains($0) && isThere.contains($0) }, known = Set(common)
        if base.filter({ known.contains($0) }) != common {
            var next = common.makeIterator()
            result = result.map { known.contains($0) ? next.next() ?? $0 : $0 }
        }
        // What came here stands behind whoever it stands behind here.
        var before: UUID?, behind: [UUID?: [UUID]] = [:]
        for uuid in here {
            if isThere.contains(uuid) { before = uuid } else if !inBase.contains(uuid) { behind[before, default: []].append(uuid) }
        }
        return (behind[nil] ?? []) + result.flatMap { [$0] + (behind[$0] ?? []) }
    }
}
