import LibraryEngine
import PhotoModel

/// Makes a Live Photo of a photo and a video.
struct PairStep: Step {
    let photo: Int64
    let video: Int64

    var need: ChangeNeed { .assets }
    var weight: Int { 2 }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let halves = try scene.changeable([photo, video])
        guard halves.count == 2 else { return .nothing }
        try scene.refusing { try scene.transaction.pair(photo, with: video) }
        var kinds = AssetKinds()
        for half in halves { kinds.count(half) }
        return StepOutcome(changed: 1, kinds: kinds, inverse: SeparateStep(photo: photo))
    }
}

/// Makes a photo and a video of a Live Photo.
struct SeparateStep: Step {
    let photo: Int64

    var need: ChangeNeed { .assets }
    var weight: Int { 1 }

    func perform(in scene: StepScene) throws -> StepOutcome {
        guard let record = try scene.changeable([photo]).first else { return .nothing }
        let video = try scene.refusing { try scene.transaction.separate(photo, scene.separations[record.uuid]) }
        var kinds = AssetKinds()
        kinds.count(record)
        return StepOutcome(changed: 1, kinds: kinds, inverse: PairStep(photo: photo, video: video))
    }
}

extension StepScene {
    /// The assets as they are.
    /// - Throws: a problem for one that is deleted or somebody else's; on returning, those are left out.
    fileprivate func changeable(_ ids: [Int64]) throws -> [AssetRecord] {
        let records = try reader.assets(ids: ids).compactMap { $0 }
        if !isReturning, let other = records.first(where: { !$0.takesChanges }) { throw Problem.notChangeable(other) }
        return records.filter(\.takesChanges)
    }
}
