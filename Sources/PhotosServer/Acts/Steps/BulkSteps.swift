import LibraryEngine
import PhotoModel

/// Changes what is known of many assets.
struct BulkStep: Step {
    let edit: BulkEdit
    let assets: [Int64]

    var need: ChangeNeed { .assets }
    var weight: Int { assets.count }

    func perform(in scene: StepScene) throws -> StepOutcome {
        var kinds = AssetKinds()
        let result = try scene.refusing {
            try scene.transaction.perform(edit, on: assets, at: scene.now, author: scene.author) { record in
                guard record.takesChanges else { throw Problem.notChangeable(record) }
            } changing: {
                kinds.count($0)
            }
        }
        let inverse = result.undo.map { BulkUndoStep(entry: $0, isRedo: false) }
        return StepOutcome(changed: result.changed, kinds: kinds, inverse: inverse)
    }
}

/// Takes back what was changed of many assets, as it was written down, or makes it again.
struct BulkUndoStep: Step {
    let entry: UndoEntry
    let isRedo: Bool

    var need: ChangeNeed { .assets }
    /// What was there lies on the disk.
    var weight: Int { 8 }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let result: UndoResult
        do {
            // What went to Recently Deleted meanwhile is not done again there.
            if isRedo {
                result = try scene.transaction.redo(entry.id, at: scene.now) { $0.takesChanges }
            } else {
                result = try scene.transaction.undo(entry.id, at: scene.now, isKept: true)
            }
        } catch let error as LibraryError where error.code == .unknown { throw Problem.overtaken(error.message) }
        var outcome = StepOutcome(changed: result.restored.count, kinds: try scene.kinds(of: result.restored))
        outcome.left = result.left.prefix(20).map { StepOutcome.Left(filename: $0.filename, fields: $0.fields.map(\.rawValue)) }
        if !result.restored.isEmpty { outcome.inverse = BulkUndoStep(entry: entry, isRedo: !isRedo) }
        return outcome
    }
}
