import LibraryEngine
import PhotoModel

/// Makes a Live Photo of a photo and a video, or one asset of a photo and its RAW, named in any order.
struct PairStep: Step {
    let photo: Int64
    let other: Int64

    var need: ChangeNeed { .assets }
    var weight: Int { 2 }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let halves = try scene.changeable([photo, other])
        guard halves.count == 2 else { return .nothing }
        let joined = try scene.refusing { try scene.transaction.pair(photo, with: other) }
        var kinds = AssetKinds()
        for half in halves { kinds.count(half) }
        return StepOutcome(changed: 1, kinds: kinds, inverse: SeparateStep(photo: joined.photo, part: joined.part), part: joined.part)
    }
}

/// Makes a photo and a video of a Live Photo, or two photos of one with its RAW.
struct SeparateStep: Step {
    let photo: Int64
    /// What is taken from it; `nil` for what was looked into.
    var part: ResourceType?

    var need: ChangeNeed { .assets }
    var weight: Int { 1 }

    func perform(in scene: StepScene) throws -> StepOutcome {
        guard let record = try scene.changeable([photo]).first else { return .nothing }
        let prepared = scene.separations[record.uuid], part = self.part ?? prepared?.part ?? .pairedVideo
        let other = try scene.refusing { try scene.transaction.separate(photo, prepared, part: part) }
        var kinds = AssetKinds()
        kinds.count(record)
        return StepOutcome(changed: 1, kinds: kinds, inverse: PairStep(photo: photo, other: other), part: part)
    }
}

/// Makes the RAW of a pair the original, which is what is shown, or the photo beside it.
struct ShowRawStep: Step {
    let photo: Int64
    let isRaw: Bool

    var need: ChangeNeed { .assets }
    var weight: Int { 1 }

    func perform(in scene: StepScene) throws -> StepOutcome {
        guard let record = try scene.changeable([photo]).first else { return .nothing }
        // The original is shown then, which is no way to lose an edit.
        guard !record.hasAdjustments || record.isAdjustedByCamera else {
            if scene.isReturning { return .nothing }
            throw Problem.refused("\(record.filename) is edited. Revert to the original first. Nothing was changed.")
        }
        guard let reversion = scene.reversions[record.uuid], (record.originalChoice == .raw) != isRaw else { return .nothing }
        // It may have been taken apart since it was looked into.
        guard try scene.reader.resources(assetID: photo).alternateRaw != nil else { return .nothing }
        try scene.refusing { try scene.transaction.revert(photo, to: reversion) }
        var kinds = AssetKinds()
        kinds.count(record)
        return StepOutcome(changed: 1, kinds: kinds, inverse: ShowRawStep(photo: photo, isRaw: !isRaw))
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
