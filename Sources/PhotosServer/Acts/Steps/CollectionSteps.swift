import Foundation
import LibraryEngine
import PhotoModel

/// Makes an album or folder, or brings one back with everything that was in it.
struct InsertCollectionStep: Step {
    /// A folder before its content.
    let tree: [StoredCollection]

    var need: ChangeNeed { .collections }
    var weight: Int { tree.reduce(0) { $0 + $1.weight } }

    func perform(in scene: StepScene) throws -> StepOutcome {
        guard let root = tree.first else { return .nothing }
        guard try scene.reader.collection(uuid: root.uuid) == nil else { throw Problem.overtaken("“\(root.title ?? "Untitled")” is there again already.") }
        var changed = 0, kinds = AssetKinds()
        for (index, stored) in tree.enumerated() {
            let members = try insert(stored, isRoot: index == 0, scene)
            changed += 1
            if index == 0 { kinds = try scene.kinds(of: members) }
        }
        return StepOutcome(changed: changed, kinds: kinds, inverse: DeleteCollectionStep(collection: root.uuid, expected: tree), created: root.uuid)
    }

    private func insert(_ stored: StoredCollection, isRoot: Bool, _ scene: StepScene) throws -> [Int64] {
        let (transaction, reader) = (scene.transaction, scene.reader)
        var record = CollectionRecord(uuid: stored.uuid, type: stored.type, title: stored.title)
        var location = stored.location
        if isRoot, scene.isReturning, let parent = location.parent, try reader.collection(uuid: parent) == nil {
            // Its folder is gone: it comes back at the end of the top level rather than not at all.
            location = CollectionLocation()
        }
        // Content of a folder that comes back is no addition by anybody.
        record.parentID = try location.parent.map { try isRoot ? scene.folder($0, allowing: .addContent).id : scene.known($0).id }
        let id = try transaction.insert(record, at: scene.index(of: location, among: reader.children(of: record.parentID)))
        let members = try stored.members.isEmpty ? [] : transaction.returnMembers([MemberRun(stored.members)], to: id)
        if let project = stored.project {
            try transaction.makeProject(collectionID: id, extensionData: project.data)
            if let preview = project.preview { try transaction.setProjectPreview(preview, collectionID: id) }
        }
        if let key = stored.keyAsset, try reader.isMember(key, of: id) { try transaction.update(collectionID: id) { $0.keyAssetID = key } }
        return members
    }
}

/// Deletes an album, or a folder with everything in it. Assets stay.
struct DeleteCollectionStep: Step {
    let collection: UUID
    /// What it held when it was made: taking that back must not take along what came in since.
    var expected: [StoredCollection]?

    var need: ChangeNeed { .collections }
    var weight: Int { (expected ?? []).reduce(1) { $0 + $1.weight } }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let record = try scene.collection(collection, allowing: .delete)
        let snapshot = try scene.reader.snapshot(of: record)
        if let expected { try check(snapshot, against: expected, record) }
        try scene.transaction.deleteCollection(id: record.id)
        return StepOutcome(changed: snapshot.count, inverse: InsertCollectionStep(tree: snapshot))
    }

    private func check(_ snapshot: [StoredCollection], against expected: [StoredCollection], _ record: CollectionRecord) throws {
        let known = Dictionary(expected.map { ($0.uuid, Set($0.members)) }) { first, _ in first }
        for stored in snapshot {
            guard let members = known[stored.uuid], members.isSuperset(of: stored.members) else {
                throw Problem.overtaken("“\(record.title ?? "Untitled")” holds more than it did then. Delete it in the list of albums if it shall go.")
            }
        }
    }
}

struct RenameStep: Step {
    let collection: UUID
    let title: String?
    /// What it must still be called.
    var expected: String??

    var need: ChangeNeed { .collections }
    var weight: Int { 8 }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let record = try scene.collection(collection, allowing: .rename)
        if let expected, record.title != expected { throw Problem.overtaken("It was renamed to “\(record.title ?? "Untitled")” since.") }
        guard record.title != title else { return .nothing }
        try scene.transaction.update(collectionID: record.id) { $0.title = title }
        return StepOutcome(changed: 1, inverse: RenameStep(collection: collection, title: record.title, expected: .some(title)))
    }
}

/// Moves an album or folder to another index, or into another folder.
struct MoveCollectionStep: Step {
    let collection: UUID
    let location: CollectionLocation
    /// The folder where it must still be.
    var expected: UUID??

    var need: ChangeNeed { .collections }
    var weight: Int { 8 }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let reader = scene.reader
        guard let record = try reader.collection(uuid: collection) else {
            throw scene.isReturning ? Problem.overtaken("It was deleted since.") : Problem.unknownCollection(collection)
        }
        let before = try reader.location(of: record)
        if let expected, before.parent != expected { throw Problem.overtaken("“\(record.title ?? "Untitled")” was moved elsewhere since.") }
        try scene.requireFolder(record.parentID, allows: .rearrangeContent)
        let parentID = try location.parent.map { try scene.folder($0, allowing: .rearrangeContent).id }
        if parentID != record.parentID { try scene.requireFolder(parentID, allows: .addContent) }
        let siblings = try reader.children(of: parentID).filter { $0.id != record.id }
        let index = try scene.index(of: location, among: siblings) ?? siblings.count
        guard parentID != record.parentID || index != before.index else { return .nothing }
        try scene.transaction.update(collectionID: record.id) { ($0.parentID, $0.position) = (parentID, index) }
        return StepOutcome(changed: 1, inverse: MoveCollectionStep(collection: collection, location: before, expected: .some(location.parent)))
    }
}

extension StepScene {
    func known(_ uuid: UUID) throws -> CollectionRecord {
        guard let record = try reader.collection(uuid: uuid) else {
            throw isReturning ? Problem.overtaken("The folder it was in was deleted since.") : Problem.unknownCollection(uuid)
        }
        return record
    }

    func folder(_ uuid: UUID, allowing operation: CollectionRights.Operation) throws -> CollectionRecord {
        let record = try known(uuid)
        guard record.kind == .folder else {
            throw Problem.refused("“\(record.title ?? "Untitled")” is an album, and only folders hold albums. Choose a folder.")
        }
        try requireFolder(record.id, allows: operation)
        return record
    }

    /// - Parameter id: `nil` is the top level.
    func requireFolder(_ id: Int64?, allows operation: CollectionRights.Operation) throws {
        let record = try id.flatMap { try reader.collection(id: $0) }
        guard (record?.rights ?? .rootFolder).allows(operation) else {
            throw Problem.refused("“\(record?.title ?? "The top level")” can't be changed in this way: it is kept elsewhere.")
        }
    }

    /// Where a location is among siblings, without the one that goes there; `nil` is the end.
    func index(of location: CollectionLocation, among siblings: [CollectionRecord]) throws -> Int? {
        guard let before = location.before else { return nil }
        if let index = siblings.firstIndex(where: { $0.uuid == before }) { return index }
        // Whoever stood behind it is gone or elsewhere.
        guard isReturning, let index = location.index else { throw Problem.unknownCollection(before) }
        return min(index, siblings.count)
    }
}
