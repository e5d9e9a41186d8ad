import Foundation
import LibraryEngine
import PhotoModel

/// Does acts and takes them back, each as one change of the library: all of it happens, or nothing. Waits for the disk.
struct ActPerformer {
    let session: Session
    let undo: UndoStack

    init(_ context: GalleryContext) { (session, undo) = (context.session, context.undo) }

    func perform(_ act: Act) throws -> ActAnswer {
        let gate = try session.gate()
        let environment = gate.library.environment
        let separations = try prepared(act, gate)
        let reversions: [UUID: PreparedReversion] =
            if case .showRaw(let uuid, let isRaw) = act { try reversion(of: gate.read { try $0.asset(uuid: uuid) }, isRaw, gate) } else { [:] }
        let (outcome, facts) = try gate.performChanges(needing: act.need) { transaction in
            let scene = StepScene(transaction: transaction, now: environment.now(), author: gate.application, separations: separations, reversions: reversions)
            var names = ActNames()
            if let title = try act.collection.flatMap({ try scene.reader.collection(uuid: $0)?.title }) { names.before = title }
            let outcome = try act.step(in: scene, makeUUID: environment.makeUUID).perform(in: scene)
            return (outcome, act.facts(of: outcome, names: names))
        }
        return try answer(outcome, saying: facts, of: facts, isRedo: false, gate)
    }

    /// Files are decoded before the transaction begins, which keeps other writers waiting.
    private func prepared(_ act: Act, _ gate: AccessGate) throws -> [UUID: PreparedSeparation] {
        guard case .separate(let uuid) = act else { return [:] }
        try gate.require(act.need)
        // What is not there, or can't be changed, the step says.
        guard let record = try gate.read({ try $0.asset(uuid: uuid) }), record.takesChanges else { return [:] }
        do {
            return [uuid: try gate.library.prepareSeparation(of: record)]
        } catch {
            guard error.code == .invalid else { throw error }
            throw Problem.refused("\(error.message) Nothing was changed.")
        }
    }

    /// The same of a pair whose RAW or other photo is to be shown. What is not there, is edited or can't be changed, the step says.
    private func reversion(of record: AssetRecord?, _ isRaw: Bool, _ gate: AccessGate) throws -> [UUID: PreparedReversion] {
        try gate.require(.assets)
        guard let record, record.takesChanges, !record.hasAdjustments || record.isAdjustedByCamera else { return [:] }
        do {
            let reversion = try gate.library.prepareReversion(of: record, choice: isRaw ? .raw : .compressed)
            return reversion.map { [record.uuid: $0] } ?? [:]
        } catch {
            guard error.code == .invalid else { throw error }
            throw Problem.refused("\(error.message) Nothing was changed.")
        }
    }

    func takeBack(_ token: String) throws -> ActAnswer {
        guard let entry = undo.take(token, of: session.grant) else {
            throw Problem.overtaken("The server does not remember it: it was undone already, is too long ago, or the server was started anew since.")
        }
        let gate = try session.gate()
        let outcome: StepOutcome
        do {
            let reversions: [UUID: PreparedReversion] =
                if let step = entry.step as? ShowRawStep { try reversion(of: gate.read { try $0.asset(id: step.photo) }, step.isRaw, gate) } else { [:] }
            outcome = try gate.performChanges(needing: entry.step.need) { transaction in
                let scene = StepScene(
                    transaction: transaction, now: gate.library.environment.now(), author: gate.application, isReturning: true, reversions: reversions)
                let outcome = try entry.step.perform(in: scene)
                guard outcome.changed > 0 else { throw Problem.overtaken("Others changed all of it since.") }
                return outcome
            }
        } catch {
            // What only failed for the moment, such as a disk that is full, can be tried again.
            if !((error as? Problem)?.status == .gone) { undo.add(entry, token: token) }
            throw error
        }
        var facts = entry.facts
        facts.taken = ActFacts.Taken(isRedo: entry.isRedo, some: outcome.changed, count: entry.count, left: outcome.left.isEmpty ? nil : outcome.left)
        return try answer(outcome, saying: facts, of: entry.facts, isRedo: !entry.isRedo, gate)
    }

    /// - Parameters:
    ///   - act: what was done at first, whose token this is.
    ///   - isRedo: whether the token does it again, rather than takes it back.
    private func answer(_ outcome: StepOutcome, saying facts: ActFacts, of act: ActFacts, isRedo: Bool, _ gate: AccessGate) throws -> ActAnswer {
        let token = outcome.inverse.map { inverse in
            let token = gate.library.environment.makeUUID().uuidString
            undo.add(UndoStack.Entry(step: inverse, facts: act, isRedo: isRedo, count: outcome.changed, grant: session.grant), token: token)
            return token
        }
        let position = try gate.library.read { try $0.position }.rawValue
        return ActAnswer(position: position, changed: outcome.changed, created: outcome.created?.uuidString, undo: token, title: facts.text, done: facts)
    }
}

struct ActAnswer: Encodable {
    var position: Int64
    var changed: Int
    var created: String?
    var undo: String?
    var title: String
    var done: ActFacts

    private enum Key: String, CodingKey { case position, changed, created, undo, title, done }

    /// Absent values are `null`, never left out.
    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(position, forKey: .position)
        try fields.encode(changed, forKey: .changed)
        try fields.encode(created, forKey: .created)
        try fields.encode(undo, forKey: .undo)
        try fields.encode(title, forKey: .title)
        try fields.encode(done, forKey: .done)
    }
}
