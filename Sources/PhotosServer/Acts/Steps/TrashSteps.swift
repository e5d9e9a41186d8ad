import LibraryEngine

/// Moves assets to Recently Deleted; taking back a restoring, with the dates they had there.
struct TrashStep: Step {
    let assets: [Int64]
    /// Of each asset; empty where they go there now.
    var dates: [Double] = []

    var need: ChangeNeed { .assets }
    var weight: Int { assets.count + dates.count }

    func perform(in scene: StepScene) throws -> StepOutcome {
        // What somebody else deleted meanwhile is deleted already.
        let living = try scene.reader.assets(ids: assets).compactMap { $0 }.filter { !$0.isTrashed }
        var kinds = AssetKinds()
        for record in living {
            guard record.takesChanges else { throw Problem.notChangeable(record) }
            kinds.count(record)
        }
        let ids = living.map(\.id)
        try scene.transaction.delete(ids)
        if !dates.isEmpty {
            let dates = Dictionary(zip(assets, dates)) { first, _ in first }
            for id in ids { try scene.transaction.update(assetID: id) { $0.trashedDate = dates[id] ?? $0.trashedDate } }
        }
        return StepOutcome(changed: ids.count, kinds: kinds, inverse: ids.isEmpty ? nil : RestoreStep(assets: ids))
    }
}

/// Brings assets back from Recently Deleted.
struct RestoreStep: Step {
    let assets: [Int64]

    var need: ChangeNeed { .assets }
    var weight: Int { assets.count }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let trashed = try scene.reader.assets(ids: assets).compactMap { $0 }.filter(\.isTrashed)
        var kinds = AssetKinds()
        for record in trashed { kinds.count(record) }
        let ids = trashed.map(\.id)
        try scene.transaction.restore(ids)
        let inverse = TrashStep(assets: ids, dates: trashed.map { $0.trashedDate ?? scene.now.timeIntervalSinceReferenceDate })
        return StepOutcome(changed: ids.count, kinds: kinds, inverse: ids.isEmpty ? nil : inverse)
    }
}

/// Removes assets in Recently Deleted for good. Nothing takes that back.
struct PurgeStep: Step {
    let assets: [Int64]

    var need: ChangeNeed { .assets }
    var weight: Int { 0 }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let records = try scene.reader.assets(ids: assets).compactMap { $0 }
        var kinds = AssetKinds()
        for record in records {
            guard record.isTrashed else {
                throw Problem.refused("\(record.filename) is not in Recently Deleted. Delete it first, then delete it for good.")
            }
            kinds.count(record)
        }
        try scene.transaction.purge(records.map(\.id))
        return StepOutcome(changed: records.count, kinds: kinds, inverse: nil)
    }
}
