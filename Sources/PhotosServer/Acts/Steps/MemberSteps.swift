import Foundation
import LibraryEngine
import PhotoModel

/// Puts assets into an album: at its end, or back where they were.
struct AddMembersStep: Step {
    let album: UUID
    let runs: [MemberRun]

    var need: ChangeNeed { .collections }
    var weight: Int { runs.weight }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let record = try scene.album(album, allowing: .addContent)
        let added = try scene.transaction.returnMembers(runs, to: record.id)
        return StepOutcome(
            changed: added.count, kinds: try scene.kinds(of: added), inverse: added.isEmpty ? nil : RemoveMembersStep(album: album, assets: added))
    }
}

/// Takes assets out of an album.
struct RemoveMembersStep: Step {
    let album: UUID
    let assets: [Int64]

    var need: ChangeNeed { .collections }
    var weight: Int { assets.count }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let record = try scene.album(album, allowing: .removeContent)
        let runs = try scene.reader.memberRuns(of: assets, in: record.id)
        let ids = runs.flatMap(\.assetIDs)
        try scene.transaction.removeMembers(ids, from: record.id)
        return StepOutcome(changed: ids.count, kinds: try scene.kinds(of: ids), inverse: ids.isEmpty ? nil : AddMembersStep(album: album, runs: runs))
    }
}

/// Gives members of an album other places in it.
struct MoveMembersStep: Step {
    let album: UUID
    let runs: [MemberRun]

    var need: ChangeNeed { .collections }
    var weight: Int { runs.weight }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let record = try scene.album(album, allowing: .rearrangeContent)
        let ids = runs.flatMap(\.assetIDs)
        let before = try scene.reader.memberRuns(of: ids, in: record.id)
        try scene.transaction.moveMembers(runs, in: record.id)
        let after = try scene.reader.memberRuns(of: ids, in: record.id)
        guard before != after else { return .nothing }
        let moved = before.flatMap(\.assetIDs)
        return StepOutcome(changed: moved.count, kinds: try scene.kinds(of: moved), inverse: MoveMembersStep(album: album, runs: before))
    }
}

extension [MemberRun] {
    fileprivate var weight: Int { reduce(0) { $0 + $1.assetIDs.count + 4 } }
}

extension StepScene {
    /// - Throws: a problem for an album that is gone, a folder, or one that does not take this.
    func album(_ uuid: UUID, allowing operation: CollectionRights.Operation) throws -> CollectionRecord {
        let record = try collection(uuid, allowing: operation)
        guard record.kind == .album else { throw Problem.refused("“\(record.title ?? "Untitled")” is a folder, and only albums hold photos. Choose an album.") }
        return record
    }

    func collection(_ uuid: UUID, allowing operation: CollectionRights.Operation) throws -> CollectionRecord {
        guard let record = try reader.collection(uuid: uuid) else {
            throw isReturning ? Problem.overtaken("The album was deleted since.") : Problem.unknownCollection(uuid)
        }
        guard record.rights.allows(operation) else {
            throw Problem.refused("“\(record.title ?? "Untitled")” can't be changed in this way: it is kept elsewhere, or by a camera.")
        }
        return record
    }

    func kinds(of assets: [Int64]) throws -> AssetKinds {
        var kinds = AssetKinds()
        try forEachRecord(assets) { kinds.count($0) }
        return kinds
    }
}

extension CollectionRecord {
    var rights: CollectionRights { CollectionRights(type) }
}
