import LibraryEngine

/// Moves assets to Recently Deleted; taking back a restoring, with the dates they had there.
struct TrashStep: Step {
    let assets: [Int64]
    /// Of each asset; empty where they go there now.
    var dates: [Double] = []

    var need: ChangeNeed { .assets }
    var weight: Int { assets.count + dates.count }

    func perform(in scene: StepScene) throws -> StepOutcome {
        var (ids, kinds) = ([Int64](), AssetKinds())
        try scene.forEachRecord(assets) { record in
            // What somebody else deleted meanwhile is deleted already.
            guard !record.isTrashed else { return }
            guard record.takesChanges else { throw Problem.notChangeable(record) }
            kinds.count(record)
            ids.append(record.id)
        }
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
        var (ids, dates, kinds) = ([Int64](), [Double](), AssetKinds())
        try scene.forEachRecord(assets) { record in
            guard record.isTrashed else { return }
            kinds.count(record)
            ids.append(record.id)
            dates.append(record.trashedDate ?? scene.now.timeIntervalSinceReferenceDate)
        }
        try scene.transaction.restore(ids)
        let inverse = TrashStep(assets: ids, dates: dates)
        return StepOutcome(changed: ids.count, kinds: kinds, inverse: ids.isEmpty ? nil : inverse)
    }
}

/// Removes assets in Recently Deleted for good. Nothing takes that back.
struct PurgeStep: Step {
    let assets: [Int64]

    var need: ChangeNeed { .assets }
    var weight: Int { 0 }

    func perform(in scene: StepScene) throws -> StepOutcome {
        var (ids, kinds) = ([Int64](), AssetKinds())
        try scene.forEachRecord(assets) { record in
            guard record.isTrashed else {
                throw Problem.refused("\(record.filename) is not in Recently Deleted. Delete it first, then delete it for good.")
            }
            kinds.count(record)
            ids.append(record.id)
        }
        try scene.transaction.purge(ids)
        return StepOutcome(changed: ids.count, kinds: kinds, inverse: nil)
    }
}
