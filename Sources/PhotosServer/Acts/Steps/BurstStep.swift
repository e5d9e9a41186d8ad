import LibraryEngine
import PhotoModel

/// Makes photos frames of one burst, takes them out of theirs, or has them go back to where they were.
struct BurstStep: Step {
    enum Change: Sendable {
        case join([Int64])
        case leave([Int64])
        case move([BurstMove])
    }

    let change: Change

    var need: ChangeNeed { .assets }

    var weight: Int {
        switch change {
        case .join(let assets), .leave(let assets): assets.count
        case .move(let moves): moves.count
        }
    }

    func perform(in scene: StepScene) throws -> StepOutcome {
        let back = try scene.refusing { () -> [BurstMove] in
            switch change {
            case .join(let assets): try scene.transaction.joinBurst(assets)
            case .leave(let assets): try scene.transaction.leaveBurst(assets)
            case .move(let moves): try scene.transaction.move(scene.changeable(moves))
            }
        }
        var kinds = AssetKinds()
        for record in try scene.reader.assets(ids: back.map(\.assetID)) { if let record { kinds.count(record) } }
        return StepOutcome(changed: back.count, kinds: kinds, inverse: back.isEmpty ? nil : BurstStep(change: .move(back)))
    }
}

extension StepScene {
    /// Without those of photos that are deleted by now.
    fileprivate func changeable(_ moves: [BurstMove]) throws -> [BurstMove] {
        zip(moves, try reader.assets(ids: moves.map(\.assetID))).compactMap { $1?.takesChanges == true ? $0 : nil }
    }
}
