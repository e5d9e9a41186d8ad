import Foundation
import LibraryEngine
import PhotoModel

extension Act {
    /// The step that does it, with the rows that the library has now.
    /// - Throws: a `Problem` for what is not there.
    func step(in scene: StepScene, makeUUID: () -> UUID) throws -> any Step {
        switch self {
        case .favorite(let assets, let value): return MarkStep(mark: .favorite, value: value, assets: try scene.rows(assets))
        case .hide(let assets, let value): return MarkStep(mark: .hidden, value: value, assets: try scene.rows(assets))
        case .pick(let assets, let value): return MarkStep(mark: .burstPick, value: value, assets: try scene.rowsOfBursts(assets))
        case .keepPicks(let assets): return TrashStep(assets: try scene.unpickedFrames(assets))
        case .joinBurst(let assets): return BurstStep(change: .join(try scene.rows(assets)))
        case .leaveBurst(let assets): return BurstStep(change: .leave(try scene.rows(assets)))
        // What is gone is as deleted as can be.
        case .delete(let assets): return TrashStep(assets: try scene.presentRows(assets))
        case .restore(let assets): return RestoreStep(assets: try scene.rows(assets))
        case .purge(let assets): return PurgeStep(assets: try scene.presentRows(assets))
        case .createAlbum(let title, let parent, let assets):
            let location = CollectionLocation(parent: parent)
            var new = StoredCollection(uuid: makeUUID(), type: .album(.albumRegular), title: title, location: location)
            new.members = try scene.rowsForAlbum(assets)
            return InsertCollectionStep(tree: [new])
        case .createFolder(let title, let parent):
            let location = CollectionLocation(parent: parent)
            return InsertCollectionStep(tree: [StoredCollection(uuid: makeUUID(), type: .folder(.regularFolder), title: title, location: location)])
        case .rename(let collection, let title): return RenameStep(collection: collection, title: title)
        case .deleteCollection(let collection): return DeleteCollectionStep(collection: collection)
        case .moveCollection(let collection, let parent, let before):
            return MoveCollectionStep(collection: collection, location: CollectionLocation(parent: parent, before: before))
        case .addAssets(let album, let assets): return AddMembersStep(album: album, runs: [MemberRun(try scene.rowsForAlbum(assets))])
        case .removeAssets(let album, let assets): return RemoveMembersStep(album: album, assets: try scene.presentRows(assets))
        case .moveAssets(let album, let assets, let before): return try Self.moving(assets, before, album, scene)
        case .pair(let assets): return try scene.pair(of: assets)
        case .separate(let asset): return SeparateStep(photo: try scene.rows([asset])[0])
        case .showRaw(let asset, let isRaw): return ShowRawStep(photo: try scene.rows([asset])[0], isRaw: isRaw)
        case .merge(let assets, let keeping, let staying):
            let kept = try keeping.flatMap { try scene.rows([$0]).first }
            return MergeStep(assets: try scene.rows(assets), keeping: kept, staying: Set(try scene.presentRows(staying)))
        case .keepApart(let assets): return KeepApartStep(assets: try scene.rows(assets))
        case .edit(let assets, let edit): return BulkStep(edit: edit, assets: try scene.rows(assets))
        case .describe(let assets, let text): return DescribeStep(items: try scene.rows(assets).map { DescribeStep.Item(asset: $0, text: text) })
        }
    }

    /// They keep their order among themselves, and go before a member that is not one of them.
    private static func moving(_ assets: [UUID], _ before: UUID?, _ album: UUID, _ scene: StepScene) throws -> MoveMembersStep {
        let record = try scene.album(album, allowing: .rearrangeContent)
        let moved = try scene.reader.memberRuns(of: scene.presentRows(assets), in: record.id)
        let ids = moved.flatMap(\.assetIDs)
        guard let before else { return MoveMembersStep(album: album, runs: [MemberRun(ids)]) }
        let row = try scene.rows([before])[0]
        guard try scene.reader.isMember(row, of: record.id) else {
            throw Problem.badAct("The photo in “before” is not in “\(record.title ?? "Untitled")”. Name one that is, or null for the end.")
        }
        // One of those that move names the place where its run ends.
        let next = moved.first { $0.assetIDs.contains(row) }.map(\.after) ?? row
        return MoveMembersStep(album: album, runs: [MemberRun(ids, after: next)])
    }

    /// What it did, for the message that offers Undo.
    func facts(of outcome: StepOutcome, names: ActNames) -> ActFacts {
        let (what, name) = (outcome.kinds.counted, names.before)
        guard outcome.changed > 0 else { return ActFacts("nothing") }
        return switch self {
        case .favorite(_, let value): ActFacts(value ? "favorite" : "unfavorite", what)
        case .hide(_, let value): ActFacts(value ? "hide" : "unhide", what)
        case .pick(_, let value): ActFacts(value ? "pick" : "unpick", what)
        case .keepPicks: ActFacts("keepPicks", what)
        case .joinBurst: ActFacts("joinBurst", what)
        case .leaveBurst: ActFacts("leaveBurst", what)
        case .delete: ActFacts("delete", what)
        case .restore: ActFacts("restore", what)
        case .purge: ActFacts("purge", what)
        case .createAlbum(let title, _, _): what.count > 0 ? ActFacts("createAlbumWith", what, name: title) : ActFacts("createAlbum", name: title)
        case .createFolder(let title, _): ActFacts("createFolder", name: title)
        case .rename(_, let title): ActFacts("rename", name: name, new: title)
        case .deleteCollection: ActFacts("deleteCollection", name: name)
        case .moveCollection: ActFacts("moveCollection", name: name)
        case .addAssets: ActFacts("addAssets", what, name: name)
        case .removeAssets: ActFacts("removeAssets", what, name: name)
        case .moveAssets: ActFacts("moveAssets", what, name: name)
        case .pair: ActFacts(outcome.part == .alternatePhoto ? "pairRaw" : "pair")
        case .separate: ActFacts(outcome.part == .alternatePhoto ? "separateRaw" : "separate")
        case .showRaw(_, let isRaw): ActFacts(isRaw ? "showRaw" : "showPhoto")
        case .merge: ActFacts("merge", what)
        case .keepApart: ActFacts("keepApart", what)
        case .edit(_, let edit): ActFacts("describe", what, fields: edit.fields.sorted().map(\.rawValue))
        case .describe(_, let text): ActFacts(text.removesAll ? "undescribe" : "describe", what, fields: text.names)
        }
    }

    /// The album or folder that it is about.
    var collection: UUID? {
        switch self {
        case .rename(let id, _), .deleteCollection(let id), .moveCollection(let id, _, _), .addAssets(let id, _), .removeAssets(let id, _),
            .moveAssets(let id, _, _):
            id
        case .favorite, .hide, .pick, .keepPicks, .joinBurst, .leaveBurst, .delete, .restore, .purge, .createAlbum, .createFolder, .describe, .edit, .pair, .separate,
            .showRaw, .merge, .keepApart:
            nil
        }
    }
}

/// What the album or folder was called before the act.
struct ActNames {
    var before = "Untitled"
}

extension StepScene {
    /// The assets' rows.
    /// - Throws: a problem for one that the library does not have.
    func rows(_ assets: [UUID]) throws -> [Int64] {
        try assets.map { uuid in
            guard let id = try reader.assetID(uuid: uuid) else { throw Problem.unknownAsset(uuid) }
            return id
        }
    }

    /// Rows of assets that can be picked.
    func rowsOfBursts(_ assets: [UUID]) throws -> [Int64] { try refusing { try reader.burstFrames(rows(assets)).map(\.id) } }

    /// The frames that nobody picked of the assets' bursts.
    func unpickedFrames(_ assets: [UUID]) throws -> [Int64] { try refusing { try reader.unpickedFrames(ofBurstsOf: rows(assets)) } }

    /// What makes no sense for these assets is refused, with the engine's reason.
    func refusing<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as LibraryError where error.code == .invalid { throw Problem.refused("\(error.message) Nothing was changed.") }
    }

    /// A photo and a video, or a photo and its RAW, in whichever order they are named.
    func pair(of assets: [UUID]) throws -> PairStep {
        let ids = try rows(assets), first = try reader.asset(id: ids[0])
        return first?.mediaType == .video ? PairStep(photo: ids[1], other: ids[0]) : PairStep(photo: ids[0], other: ids[1])
    }

    func presentRows(_ assets: [UUID]) throws -> [Int64] { try assets.compactMap { try reader.assetID(uuid: $0) } }

    /// Rows of assets that an album may take in.
    func rowsForAlbum(_ assets: [UUID]) throws -> [Int64] {
        let ids = try rows(assets)
        try forEachRecord(ids) { record in
            if !record.takesChanges { throw Problem.notChangeable(record) }
        }
        return ids
    }
}
