import LibraryEngine
import PhotoModel

/// Makes assets favourites, hides them, picks them from their bursts, or takes that back.
struct MarkStep: Step {
    enum Mark: Sendable {
        case favorite, hidden, burstPick

        var field: WritableKeyPath<AssetRecord, Bool> {
            switch self {
            case .favorite: \.isFavorite
            case .hidden: \.isHidden
            case .burstPick: \.isBurstPick
            }
        }
    }

    let mark: Mark
    let value: Bool
    let assets: [Int64]

    var need: ChangeNeed { .assets }
    var weight: Int { assets.count }

    func perform(in scene: StepScene) throws -> StepOutcome {
        var (changed, kinds) = ([Int64](), AssetKinds())
        let now = scene.now.timeIntervalSinceReferenceDate
        for id in assets {
            try scene.update(id) { record in
                guard record[keyPath: mark.field] != value else { return }
                record[keyPath: mark.field] = value
                record.modificationDate = now
                changed.append(id)
                kinds.count(record)
            }
        }
        return StepOutcome(changed: changed.count, kinds: kinds, inverse: changed.isEmpty ? nil : MarkStep(mark: mark, value: !value, assets: changed))
    }
}

extension StepScene {
    /// Changes an asset if it takes changes, with one read and one write.
    /// - Throws: a problem for one that is deleted or somebody else's; on returning, those are passed over.
    func update(_ id: Int64, _ change: (inout AssetRecord) throws -> Void) throws {
        do {
            try transaction.update(assetID: id) { record in
                guard record.takesChanges else {
                    if isReturning { return }
                    throw Problem.notChangeable(record)
                }
                try change(&record)
            }
        } catch let error as LibraryError where error.code == .unknown && isReturning {
            // Removed for good meanwhile: nothing is left of it to be taken back.
        }
    }
}
