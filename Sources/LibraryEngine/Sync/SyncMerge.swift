import Catalog
import Cloud
import Foundation
import Importing
import Originals
import PhotoModel
import Record
import Support

/// Takes what another machine changed into this library's catalogue, in one transaction.
///
/// A group that was not changed here becomes what the other says. One that was changed here stays, since this machine will tell of it later in the common
/// order; lists are joined entry by entry. What is gone for good on any machine is gone on all: it had been in Recently Deleted before.
struct SyncMerge {
    let library: PhotoLibrary
    let executor: PlanExecutor
    private var writer: CatalogWriter { executor.writer }
    private var source: SyncSource { SyncSource(reader: executor.writer) }
    /// What each group of an asset sets.
    private let columns: [String: [String]]
    /// The field that says which of a RAW and JPEG pair is the original.
    private static let choice = "originalChoice"
    /// What is here came from an old record of another machine: whatever others say is newer.
    private let isJoining: Bool
    /// The store was set back to an older state: whatever is here is newer.
    private let isResending: Bool

    /// What became of assets.
    struct Outcome: Sendable {
        /// Those whose thumbnails are others now.
        var shownAnew: Set<UUID> = []
        /// Those that say what others say, of all that these told.
        var settled: Set<UUID> = []
        /// Those of which something may be to be told.
        var unsettled: Set<UUID> = []
    }

    private(set) var outcome = Outcome()
    /// Albums and folders that came in with this.
    private var inserted: Set<UUID> = []

    init(_ library: PhotoLibrary, _ executor: PlanExecutor, _ progress: SyncProgress) throws {
        (self.library, self.executor, isJoining, isResending) = (library, executor, progress.isJoining, progress.isResending == true)
        let all = try executor.writer.storedAssetColumns()
        columns = Dictionary(uniqueKeysWithValues: SyncObject.groups(of: .asset).map { ($0, SyncObject.columns(of: $0, all: all)) })
    }

    /// Takes in objects as a snapshot says them: whole, whether they changed or not.
    mutating func apply(whole objects: [SyncObject]) throws { try apply(try objects.compactMap { try changed($0) }) }

    /// What of an object is another than all machines agreed on before; `nil` where that is nothing.
    private func changed(_ object: SyncObject) throws -> SyncObject? {
        guard let (base, isKnown) = try source.base(object.kind, object.uuid) else { return nil }
        guard isKnown, !object.isRemoved else { return object }
        var changed = object
        for (index, group) in SyncObject.groups(of: object.kind).enumerated() {
            if let fields = object.groups[group], SyncHash.of(fields) == base.hashes[index] { changed.groups[group] = nil }
        }
        if object.list == base.list { changed.list = nil }
        changed.pack = nil
        guard !changed.groups.isEmpty else { return nil }
        changed.pack = object.pack
        return changed
    }

    mutating func apply(_ objects: [SyncObject]) throws {
        let removed = objects.filter(\.isRemoved), told = objects.filter { !$0.isRemoved }
        for asset in told where asset.kind == .asset { try apply(asset: asset) }
        try apply(collections: told.filter { $0.kind == .collection })
        let gone = Set(removed.filter { $0.kind == .collection }.map(\.uuid))
        for uuid in gone { try lift(childrenOf: uuid, notIn: gone) }
        for uuid in gone { try remove(collection: uuid) }
        for asset in removed where asset.kind == .asset {
            if let id = try writer.assetID(uuid: asset.uuid) { try executor.purge([id]) }
            try writer.setSyncState(.asset, asset.uuid, .removed)
        }
    }

    // MARK: Assets

    private mutating func apply(asset: SyncObject) throws {
        guard let (old, isKnown) = try source.base(.asset, asset.uuid) else { return }
        let isFirst = outcome.unsettled.insert(asset.uuid).inserted
        var base = old
        base.adopt(asset)
        guard let id = try writer.assetID(uuid: asset.uuid) else {
            // One that was removed here is told of as removed, later.
            guard !isKnown else { return try writer.setSyncState(.asset, asset.uuid, .known(base.bytes)) }
            try writer.setSyncState(.asset, asset.uuid, .known(base.bytes))
            if let twin = try twin(of: asset) { try join(twin, to: asset) } else { try insert(asset) }
            return
        }
        try writer.setSyncState(.asset, asset.uuid, .known(base.bytes))
        guard asset.groups[SyncObject.content] != nil || asset.groups[SyncObject.live] != nil else {
            guard let local = try source.assetWithoutFiles(asset.uuid, id: id, only: Array(asset.groups.keys)) else { return }
            let (taken, isKept) = differences(of: local, from: asset, old, keepsContent: false)
            try set(taken, of: id, to: asset)
            // Of one that others had not heard of, there may be more to tell than they know.
            if isKnown, !isKept, isFirst {
                outcome.settled.insert(asset.uuid)
                outcome.unsettled.remove(asset.uuid)
            }
            return
        }
        guard let local = try source.asset(asset.uuid) else { return }
        let (taken, _) = differences(of: local.object, from: asset, old, keepsContent: keepsContent(of: local.object, beside: asset, old))
        var shown = local.object.groups[SyncObject.content]
        let isOther = asset.groups[SyncObject.content].map { $0 != shown } ?? false
        if isOther, !taken.contains(SyncObject.content) { try addOriginals(of: asset, to: id) }
        try set(taken, of: id, to: asset)
        if isOther { shown = try source.asset(asset.uuid)?.object.groups[SyncObject.content] }
        // Whoever tells of a file has it in the store, unless the store has lost it since.
        if !isResending, let there = asset.groups[SyncObject.content], shown == there { try writer.noteInStore(assetID: id) }
    }

    /// - Returns: the groups that become what another says, and whether one stays what it is here instead.
    private func differences(of local: SyncObject, from asset: SyncObject, _ old: SyncBase, keepsContent: Bool) -> (taken: [String], isKept: Bool) {
        var taken: [String] = [], isKept = false
        for (index, group) in SyncObject.groups(of: .asset).enumerated() {
            guard let there = asset.groups[group], local.groups[group] != there else { continue }
            // What stays is of the original that was chosen here: from the other one its edit would be made wrongly.
            if keepsContent, group == SyncObject.live, there[Self.choice] != local.groups[group]?[Self.choice] {
                isKept = true
            } else if isJoining || !isResending && SyncHash.of(local.groups[group] ?? []) == old.hashes[index] {
                taken.append(group)
            } else {
                isKept = true
            }
        }
        return (taken, isKept)
    }

    /// Whether what an asset shows was changed here, so that it stays: beside what it shows elsewhere, or as an edit that others have not heard of.
    private func keepsContent(of here: SyncObject, beside there: SyncObject, _ base: SyncBase) -> Bool {
        guard !isJoining, let index = SyncObject.groups(of: .asset).firstIndex(of: SyncObject.content), let own = here.groups[SyncObject.content],
            SyncHash.of(own) != base.hashes[index]
        else { return false }
        return there.groups[SyncObject.content].map { $0 != own } ?? !here.isUnedited
    }

    /// Both have changed the files of one asset. What is shown is what is shown here, and no file that came in elsewhere is lost by that.
    private func addOriginals(of asset: SyncObject, to id: Int64) throws {
        let here = Set(try writer.resources(assetID: id).map(\.sha256))
        for row in asset.storedResources where !SyncObject.isOfEdit(row) {
            guard let sha256 = SyncObject.sha256(row), !here.contains(sha256) else { continue }
            try writer.insert(resource: row, ofAsset: id)
        }
    }

    private mutating func insert(_ asset: SyncObject) throws {
        let fields = SyncObject.groups(of: .asset).filter { $0 != SyncObject.keywords }.flatMap { asset.stored($0) }
        _ = try writer.insert(stored: fields, uuid: asset.uuid, keywords: asset.storedKeywords, resources: asset.storedResources)
        outcome.shownAnew.insert(asset.uuid)
    }

    /// All groups in one statement: each would move the asset in every index and count that it concerns.
    /// - Parameter rows: of the asset's files, where some of them are here already.
    private mutating func set(_ groups: [String], of id: Int64, to asset: SyncObject, files rows: [[StoredRow.Field]]? = nil) throws {
        let shown = try groups.contains(SyncObject.content) ? writer.asset(id: id).map { [$0] } ?? [] : []
        var names: [String] = [], fields: [StoredRow.Field] = [], aspects: ChangeItem.Aspects = []
        for group in groups {
            switch group {
            case SyncObject.keywords: try writer.update(assetID: id, keywords: asset.storedKeywords)
            case SyncObject.content: aspects.insert(.content)
            case "trashed": aspects.insert(.trashed)
            case "hidden", "burst": aspects.formUnion([.metadata, .visibility])
            default: aspects.insert(.metadata)
            }
            let own = columns[group] ?? []
            names += own
            fields += asset.stored(group).filter { own.contains($0.name) }
        }
        if !names.isEmpty { try writer.update(assetID: id, stored: names, to: fields, aspects: aspects) }
        // Last, since it sees by the asset's own type whether any of it is RAW.
        if groups.contains(SyncObject.content) {
            executor.letGo(of: try writer.replaceResources(ofAsset: id, with: rows ?? asset.storedResources), pictures: shown)
            outcome.shownAnew.insert(asset.uuid)
        }
    }

    /// A photo that came in here too, that nobody has heard of, and that nobody has edited: the same files, all of them.
    private func twin(of asset: SyncObject) throws -> (id: Int64, uuid: UUID)? {
        let main = asset.groups[SyncObject.content]?["resources"]?.list?.first { $0["type"]?.int.map { (1...3).contains($0) } == true }
        guard !isResending, let hash = main?["sha256"]?.text, let sha256 = [UInt8](hexadecimal: hash, count: 32) else { return nil }
        for uuid in try writer.assets(withContent: Data(sha256)) where try writer.syncState(.asset, uuid) == nil {
            guard let local = try source.asset(uuid), local.object.isUnedited, asset.isUnedited, local.object.fileHashes == asset.fileHashes else { continue }
            return (local.id, uuid)
        }
        return nil
    }

    /// Both are one asset from now on: what was said of it here stays where the other says nothing, and the albums that hold it hold it still.
    private mutating func join(_ twin: (id: Int64, uuid: UUID), to asset: SyncObject) throws {
        guard let local = try source.asset(twin.uuid) else { return }
        try writer.update(assetID: twin.id, uuid: asset.uuid)
        let owner: Set = ["title", "caption", "rating", "favorite", "hidden", "trashed", SyncObject.keywords]
        let taken = SyncObject.groups(of: .asset).filter { group in
            let here = local.object.groups[group] ?? [], there = asset.groups[group] ?? []
            return here != there && !(owner.contains(group) && !here.isEmpty)
        }
        try set(taken, of: twin.id, to: asset, files: taken.contains(SyncObject.content) ? files(of: twin.id, as: asset) : nil)
    }

    /// The rows of an asset's files as another machine names them. Those that are here get these names as well, and stay here.
    private func files(of id: Int64, as asset: SyncObject) throws -> [[StoredRow.Field]] {
        let known = try writer.resources(assetID: id)
        var linked: Set<StoredValue> = []
        return asset.storedResources.map { row in
            let path = row.first { $0.name == "path" }?.value
            if let path, row.contains(where: { $0.name == "fileOffset" }) { return linked.contains(path) ? row + [StoredRow.Field("isLocal", .int(1))] : row }
            guard case .text(let name)? = path, let sha256 = SyncObject.sha256(row),
                let file = known.first(where: { $0.sha256 == sha256 && $0.isLocal && $0.location.isManaged && !$0.isEmbedded })
            else { return row }
            do throws(OriginalsError) { try library.originals.link(managedPath: file.location.path, as: name) } catch {
                // It comes from the store when it is wanted.
                library.environment.log(.info, "\(file.filename) could not stay here under its new name: \(error)")
                return row
            }
            linked.insert(.text(name))
            return row + [StoredRow.Field("isLocal", .int(1))]
        }
    }

    // MARK: Albums and folders

    private mutating func apply(collections: [SyncObject]) throws {
        var bases: [UUID: SyncBase] = [:], dates: [UUID: Double?] = [:], present: [SyncObject] = []
        for object in collections {
            guard let (old, isKnown) = try source.base(.collection, object.uuid) else { continue }
            var base = old
            bases[object.uuid] = old
            base.adopt(object)
            try writer.setSyncState(.collection, object.uuid, .known(base.bytes))
            if object.uuid == SyncObject.top {
                present.append(object)
            } else if let record = try writer.collection(uuid: object.uuid) {
                dates[object.uuid] = record.modificationDate
                present.append(object)
            } else if !isKnown {
                let fields = object.stored(SyncObject.facts)
                let isFolder = fields.first { $0.name == "kind" }?.value == .int(Int64(CollectionRecord.Kind.folder.rawValue))
                _ = try writer.insert(storedCollection: fields.filter { ["kind", "subtype", "title"].contains($0.name) }, uuid: object.uuid, isFolder: isFolder)
                // As if it had been here as the other says it: all of it is taken.
                bases[object.uuid] = try localBase(object.uuid)
                inserted.insert(object.uuid)
                present.append(object)
            }
        }
        for object in present where object.uuid != SyncObject.top { try setFacts(object, bases[object.uuid]) }
        try move(present, bases)
        for object in present { try setList(object, bases[object.uuid]) }
        for object in present where object.uuid != SyncObject.top { try setKeyAssetAndDate(object, bases[object.uuid], dates[object.uuid] ?? nil) }
    }

    private func localBase(_ uuid: UUID) throws -> SyncBase {
        var base = SyncBase(.collection)
        if let local = try source.collection(uuid, isTold: { _, _ in true }) { base.adopt(local.object) }
        return base
    }

    /// Whether a group is as all machines agreed on it before, so that it becomes what the other says.
    private func isUnchanged(_ group: String, of object: SyncObject, _ base: SyncBase?) throws -> Bool {
        guard object.groups[group] != nil, let base, let index = SyncObject.groups(of: .collection).firstIndex(of: group),
            let local = try source.collection(object.uuid, hasList: false, isTold: source.isKnown)
        else { return false }
        return isJoining || isTaken(object.uuid) && SyncHash.of(local.object.groups[group] ?? []) == base.hashes[index]
    }

    /// Whether an album or folder may become what another says.
    private func isTaken(_ uuid: UUID) -> Bool { !isResending || inserted.contains(uuid) }

    private func setFacts(_ object: SyncObject, _ base: SyncBase?) throws {
        guard let id = try writer.collection(uuid: object.uuid)?.id, try isUnchanged(SyncObject.facts, of: object, base) else { return }
        let fields = object.groups[SyncObject.facts] ?? []
        try writer.update(collectionID: id, stored: ["subtype", "title"], to: object.stored(SyncObject.facts))
        let (data, preview) = (fields["projectData"]?.text, fields["projectPreview"]?.text)
        try writer.setProject(data.flatMap { Data(base64Encoded: $0) }, preview: preview.flatMap { Data(base64Encoded: $0) }, ofCollection: id)
    }

    /// Those that go elsewhere leave their folders first, so that two may change places.
    private func move(_ objects: [SyncObject], _ bases: [UUID: SyncBase]) throws {
        var moves: [(id: Int64, parent: UUID?)] = []
        for object in objects {
            guard object.uuid != SyncObject.top, try isUnchanged(SyncObject.parent, of: object, bases[object.uuid]), let record = try writer.collection(uuid: object.uuid)
            else { continue }
            let parent = object.groups[SyncObject.parent]?["folder"]?.text.flatMap(UUID.init(uuidString:))
            guard try record.parentID.flatMap({ try writer.collection(id: $0)?.uuid }) != parent else { continue }
            if record.parentID != nil { try writer.update(collectionID: record.id) { ($0.parentID, $0.position) = (nil, .max) } }
            moves.append((record.id, parent))
        }
        for (id, parent) in moves {
            guard let parent, let folder = try writer.collection(uuid: parent), folder.kind == .folder else { continue }
            // A folder that was moved into this one here, and not elsewhere, gives way: nothing can be inside itself.
            var next = folder
            while let above = next.parentID {
                if above == id {
                    try writer.update(collectionID: next.id) { ($0.parentID, $0.position) = (nil, .max) }
                    break
                }
                guard let record = try writer.collection(id: above) else { break }
                next = record
            }
            try writer.update(collectionID: id) { ($0.parentID, $0.position) = (folder.id, .max) }
        }
    }

    private func setList(_ object: SyncObject, _ base: SyncBase?) throws {
        guard let there = object.list, isTaken(object.uuid) else { return }
        if object.uuid == SyncObject.top { return try order(children: there, base?.list ?? [], of: nil) }
        guard let record = try writer.collection(uuid: object.uuid) else { return }
        guard record.kind == .album else { return try order(children: there, base?.list ?? [], of: record.id) }
        let joined = SyncList.joined(base: base?.list ?? [], here: try source.list(record), there: there)
        try writer.setEveryMember(try joined.compactMap { try writer.assetID(uuid: $0) }, of: record.id)
    }

    private func order(children there: [UUID], _ base: [UUID], of folder: Int64?) throws {
        let here = try writer.children(of: folder).map(\.uuid)
        let joined = SyncList.joined(base: base, here: here, there: there)
        try writer.order(children: try joined.compactMap { try writer.collection(uuid: $0)?.id }, of: folder)
    }

    private func setKeyAssetAndDate(_ object: SyncObject, _ base: SyncBase?, _ before: Double?) throws {
        guard isTaken(object.uuid), let record = try writer.collection(uuid: object.uuid) else { return }
        if try isUnchanged(SyncObject.facts, of: object, base) || hasFacts(of: object, record) {
            let key = object.groups[SyncObject.facts]?["keyAsset"]?.text.flatMap(UUID.init(uuidString:)).flatMap { try? writer.assetID(uuid: $0) }
            let member = try key.flatMap { try writer.isMember($0, of: record.id) ? $0 : nil }
            if object.groups[SyncObject.facts] != nil, member != record.keyAssetID {
                try writer.update(collectionID: record.id, stored: ["keyAssetID"], to: member.map { [StoredRow.Field("keyAssetID", .int($0))] } ?? [])
            }
        }
        guard let index = SyncObject.groups(of: .collection).firstIndex(of: SyncObject.modified) else { return }
        let agreed = base?.hashes[index], wasUnchanged = agreed == SyncHash.of(before.map { [RecordField("modificationDate", .double($0))] } ?? [])
        let there = object.groups[SyncObject.modified]
        try writer.update(collectionID: record.id, modificationDate: wasUnchanged || before == nil ? there.map { $0["modificationDate"]?.double } ?? before : before)
    }

    /// Whether title, kind and project are what the other says, so that only the key asset may be another.
    private func hasFacts(of object: SyncObject, _ record: CollectionRecord) throws -> Bool {
        guard let facts = object.groups[SyncObject.facts], let local = try source.collection(object.uuid, hasList: false, isTold: source.isKnown)
        else { return false }
        return local.object.groups[SyncObject.facts]?.filter { $0.name != "keyAsset" } == facts.filter { $0.name != "keyAsset" }
    }

    /// What is in a folder that is gone, and is not gone itself, comes to the top level.
    private func lift(childrenOf uuid: UUID, notIn gone: Set<UUID>) throws {
        guard let record = try writer.collection(uuid: uuid), record.kind == .folder else { return }
        for child in try writer.children(of: record.id) where !gone.contains(child.uuid) {
            try writer.update(collectionID: child.id) { ($0.parentID, $0.position) = (nil, .max) }
        }
    }

    private func remove(collection uuid: UUID) throws {
        if let id = try writer.collection(uuid: uuid)?.id { try writer.deleteCollection(id: id) }
        try writer.setSyncState(.collection, uuid, .removed)
    }
}
