import LibraryEngine
import PhotoModel

/// Keeps one of several photos with all that is known of the others, which go to Recently Deleted.
struct MergeStep: Step {
    let assets: [Int64]
    /// Whose file stays; `nil` is the best one's.
    let keeping: Int64?
    /// Those of which whoever asks was told that they stay.
    let staying: Set<Int64>

    var need: ChangeNeed { .assets }
    var weight: Int { assets.count + staying.count }

    func perform(in scene: StepScene) throws -> StepOutcome {
        // Whoever asks may have looked at the list before somebody said so.
        let records = try scene.reader.assets(ids: assets).compactMap { $0 }
        guard try scene.reader.distinctPhotos().together(records).count == records.count else { throw Problem.mergeOfDistinct }
        let (result, plans) = try scene.transaction.merge([(assets, keeping)], at: scene.now, author: scene.author)
        guard let plan = plans.first else { throw Problem.nothingToMerge }
        guard !plan.removed.isEmpty else {
            throw Problem.refused("Each of the others has what \(plan.kept.filename) lacks, so none of them can go. Choose another one to keep. Nothing was changed.")
        }
        // It may have lost since what kept it here.
        if let copy = plan.removed.first(where: { staying.contains($0.id) }) {
            throw Problem.refused("\(copy.filename) was to stay, and would go to Recently Deleted now. Nothing was changed; look at the list again.")
        }
        var kinds = AssetKinds()
        for record in [plan.kept] + plan.removed { kinds.count(record) }
        return StepOutcome(changed: result.changed, kinds: kinds, inverse: result.undo.map { BulkUndoStep(entry: $0, isRedo: false) })
    }
}

/// Remembers that photos are no duplicates of each other.
struct KeepApartStep: Step {
    let assets: [Int64]

    var need: ChangeNeed { .assets }
    var weight: Int { assets.count }

    func perform(in scene: StepScene) throws -> StepOutcome {
        guard let kept = try scene.transaction.keepApart(assets) else { return .nothing }
        return StepOutcome(changed: assets.count, kinds: try scene.kinds(of: assets), inverse: KeptApartUndoStep(kept: kept, assets: assets))
    }
}

/// Forgets that again, unless they were named together with others since.
struct KeptApartUndoStep: Step {
    let kept: KeptApart
    let assets: [Int64]

    var need: ChangeNeed { .assets }
    /// A UUID is two identifiers long.
    var weight: Int { assets.count + 2 * kept.count }

    func perform(in scene: StepScene) throws -> StepOutcome {
        guard try scene.transaction.takeBack(kept) else { return .nothing }
        return StepOutcome(changed: assets.count, kinds: try scene.kinds(of: assets), inverse: KeepApartStep(assets: assets))
    }
}
