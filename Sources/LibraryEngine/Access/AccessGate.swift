import Catalog
import PhotoModel
import Query
import Synchronization

/// The one way of one application to one library: what it may not see is not there, and what it may not change fails.
///
/// What was decided is kept in memory and read again when somebody's access changed, here or in another process, so that reading costs an
/// application with full access no statement more. All calls may be made from any thread.
package final class AccessGate: Sendable {
    package let library: PhotoLibrary
    package let application: String
    /// Whether the application is a client of this process, which can't write the library's folder: without a decision it gets nothing, and what was
    /// decided is read with everything that it reads, so that not even one commit of another process comes too late.
    let isClient: Bool
    /// Whether this is the owner, whatever was decided for applications: a person who picks sees everything, and the program gets what is picked.
    private let isOwner: Bool
    /// Whether what is hidden or in Recently Deleted is there, where it may be seen at all.
    let showsHidden: Bool
    /// How long after its first use a gate begins to listen. Whoever only looks once reads what was decided anew rather than listen: at the end of a process
    /// the kernel takes 10 to 20 ms to let go of what it was to watch.
    private let patience: Duration
    /// Whom to ask now.
    private let policy: @Sendable () -> AccessPolicy?

    struct State {
        var grants = AccessStatuses()
        /// Where they were read; `nil` before.
        var position: ChangePosition?
        var questions = AccessQuestions()
        /// How other processes' changes are heard of, soon after the first use.
        var commits: ChangeSubscription?
        var firstUse: ContinuousClock.Instant?
        /// Refusals that were logged.
        var told: Set<AccessStatus> = []
        /// What `visibility` last found.
        var visible: KnownVisibility?
    }

    let state = Mutex(State())
    /// Policies and handlers run here: not on the main thread, so that it may wait for them, and so that they may wait for each other.
    private static let threads = HandlerThreads.shared

    package init(
        library: PhotoLibrary, application: String, patience: Duration = .milliseconds(100), policy: @escaping @Sendable () -> AccessPolicy? = { nil }
    ) {
        (self.library, self.application, self.patience, self.policy, isClient) = (library, application, patience, policy, false)
        (isOwner, showsHidden) = (false, true)
    }

    /// The gate of a client whose requests this process answers.
    package init(client application: String, of library: PhotoLibrary) {
        (self.library, self.application, patience, isClient, isOwner) = (library, application, .zero, true, false)
        policy = { nil }
        showsHidden = true
    }

    /// The owner's gate, through which all is seen. Never for what an application asks for by itself.
    /// - Parameter application: who lets its owner choose, for the log of changes.
    package init(ownerOf library: PhotoLibrary, choosingFor application: String) {
        (self.library, self.application, patience, isClient, isOwner) = (library, application, .zero, false, true)
        policy = { nil }
        showsHidden = true
    }

    /// The same way for a person who chooses from what is seen through `gate`, who is shown nothing that is hidden or in Recently Deleted.
    package init(choosingThrough gate: AccessGate) {
        (library, application, patience, policy, isClient) = (gate.library, gate.application, gate.patience, gate.policy, gate.isClient)
        (isOwner, showsHidden) = (gate.isOwner, false)
    }

    // MARK: What was decided

    package func status(_ level: AccessLevel) throws(LibraryError) -> AccessStatus { try rules().status(level) }

    private func rules() throws(LibraryError) -> AccessRules { rules(try grants()) }

    func rules(_ grants: AccessStatuses) -> AccessRules { AccessRules(grants: isOwner ? [:] : grants, hasPolicy: hasPolicy, isClient: isClient) }

    var hasPolicy: Bool { policy() != nil }

    private func grants() throws(LibraryError) -> AccessStatuses {
        if isOwner { return [:] }
        let newest = library.catalog.accessPosition
        // Who does not hear of a grant that was taken back must look each time.
        let known = isClient || !library.changes.hearsEverybody ? nil : state.withLock { state in state.position.flatMap { $0 >= newest ? state.grants : nil } }
        if let known { return known }
        return try readGrants()
    }

    /// Also what was decided just now, by whichever process.
    private func readGrants() throws(LibraryError) -> AccessStatuses {
        listen()
        do { return try library.catalog.read { try grants(in: $0) } } catch { throw LibraryError(error) }
    }

    /// Before reading, so that no change falls between.
    private func listen() {
        if state.withLock({ state in isLater(than: &state.firstUse) }) { watch() }
    }

    private func grants(in reader: CatalogReader) throws -> AccessStatuses {
        let read = (grants: try reader.accessStatuses(of: application), position: try reader.position)
        state.withLock { state in
            // Another thread may have read later; a read inside an older one's snapshot is kept for no longer than it lasts.
            guard state.position.map({ $0 < read.position }) ?? true else { return }
            // What was refused before is new again where something else was decided since.
            if state.grants != read.grants { state.told = [] }
            (state.grants, state.position) = (read.grants, read.position)
        }
        return read.grants
    }

    private func isLater(than first: inout ContinuousClock.Instant?) -> Bool {
        guard let begin = first else {
            first = .now
            return false
        }
        return begin.duration(to: .now) > patience
    }

    /// Listens to other processes, which may change what was granted: the library notes that before it tells anybody.
    func watch() {
        guard state.withLock({ $0.commits == nil }) else { return }
        let new = library.changes.observe { _ in }
        let spare = state.withLock { state -> ChangeSubscription? in
            // Another thread was faster.
            guard state.commits == nil else { return new }
            state.commits = new
            return nil
        }
        spare?.cancel()
    }

    // MARK: Reading

    /// Reads what the application may see.
    /// - Parameter budget: what all fetches of `body` together may cost, and how to end them from elsewhere.
    /// - Throws: `.denied` or `.restricted` where it may see nothing; what `body` throws.
    package func read<T>(budget: QueryBudget? = nil, _ body: (LibraryReader) throws -> T) throws -> T {
        if isClient {
            // A read within a read has the same snapshot.
            return try library.read { reader in
                let allowed = try self.scope(rules(reader.catalog.accessStatuses(of: application)).reading)
                return try library.read(selection: allowed == .selection ? application : nil, budget: budget, showsHidden: showsHidden, body)
            }
        }
        let scope = try readingScope()
        return try library.read(selection: scope == .selection ? application : nil, budget: budget, showsHidden: showsHidden, body)
    }

    /// How much the application may see. The first use asks, and does not wait for the answer.
    /// - Throws: `.denied` or `.restricted` where it is nothing.
    package func readingScope() throws(LibraryError) -> AccessScope { try scope(rules().reading) }

    /// Reads all that there is, where the application may see that by what the catalogue says now, also where what another process decided has not been heard of yet.
    /// What was decided and what `body` reads are of one snapshot.
    /// - Returns: `nil` where it may see a part.
    /// - Throws: `.denied` or `.restricted` where it may see nothing; what `body` throws.
    func readEverything<T>(_ body: (LibraryReader) throws -> T) throws -> T? {
        if !isOwner { listen() }
        return try library.read(showsHidden: showsHidden) { reader in
            guard try isOwner || scope(rules(grants(in: reader.catalog)).reading) == .everything else { return nil }
            return try body(reader)
        }
    }

    /// - Throws: `.notFound` for an asset outside of the application's selection, which is as if it were not there; what `readingScope` throws.
    package func requireSight(ofAsset id: Int64) throws {
        guard try readingScope() == .selection || !showsHidden else { return }
        guard try read({ try $0.sees(assetID: id) }) else { throw LibraryError.unseen }
    }

    /// The rows among these that the application may see.
    package func visible(assetIDs: some Sequence<Int64>) throws -> Set<Int64> {
        guard try readingScope() == .selection || !showsHidden else { return Set(assetIDs) }
        return try read { reader in Set(try assetIDs.filter { try reader.sees(assetID: $0) }) }
    }

    // MARK: Changing

    /// Before a change is prepared: whether it can be made at all. The first use asks, and does not wait for the answer.
    /// - Throws: `.denied` or `.restricted`.
    package func require(_ need: ChangeNeed) throws(LibraryError) { _ = try scope(rules().changing(need)) }

    /// Runs `body` as one transaction, as far as the application may change the library. Decided inside the transaction, by what is granted then.
    /// With limited access the transaction sees only the selection, and new assets join it.
    /// - Throws: `.denied` or `.restricted`; what `body` throws; a `LibraryError`.
    package func performChanges<T>(needing need: ChangeNeed, _ body: (LibraryTransaction) throws -> T) throws -> T {
        try library.performChanges(author: application) { transaction in
            let now = rules(try transaction.catalog.accessStatuses(of: application))
            if try now.changing(need).scope(of: application) == .selection { transaction.catalog.limit(to: application) }
            return try body(transaction)
        }
    }

    /// A refusal is logged once, and a question that nobody has asked yet is asked.
    func scope(_ verdict: AccessRules.Verdict) throws(LibraryError) -> AccessScope {
        do { return try verdict.scope(of: application) } catch {
            guard case .refused(let level, let status) = verdict else { throw error }
            let (isNew, isAsked) = state.withLock { ($0.told.insert(status).inserted, $0.questions.isOpen(level)) }
            if isNew { library.environment.log(.warning, error.message) }
            if status == .notDetermined, !isAsked { request(level, nil) }
            throw error
        }
    }

    // MARK: Asking

    /// Asks where nothing was decided yet, and remembers the answer in the library. `handler` is called once, on a thread that is not the main one.
    ///
    /// However many ask at once, the policy is asked once, and all get its answer.
    package func request(_ level: AccessLevel, _ handler: (@Sendable (AccessStatus) -> Void)?) {
        Self.threads.call { [self] in
            guard state.withLock({ $0.questions.ask(level, handler) }) else { return }
            // Only whoever opened the question looks: an answer that came just before is found here.
            let now = current(level)
            guard now == .notDetermined, let policy = policy() else { return answer(level, now) }
            let first = OnceOnlyAnswer()
            policy(AccessRequest(application: application, level: level)) { decision in
                guard first.isFirst() else { return }
                Self.threads.call { self.answered(level, decision) }
            }
        }
    }

    private func answered(_ level: AccessLevel, _ decision: AccessDecision) {
        do { try library.remember(decision, level, of: application) } catch {
            library.environment.log(.error, "What \(application) may see could not be remembered: \(error)")
        }
        answer(level, current(level))
    }

    private func answer(_ level: AccessLevel, _ status: AccessStatus) {
        let handlers = state.withLock { $0.questions.answer(level) }
        // The first has this thread, and keeps none of the others waiting.
        for handler in handlers.dropFirst() { Self.threads.call { handler(status) } }
        handlers.first?(status)
    }

    /// What the library says now: whoever asks waits for an answer, so nobody's may be missed. What can't be read is as it was, and nothing before.
    private func current(_ level: AccessLevel) -> AccessStatus {
        (try? rules(readGrants()).status(level)) ?? (try? status(level)) ?? .denied
    }
}

/// A policy that answers twice is heard once.
private final class OnceOnlyAnswer: Sendable {
    private let isGiven = Atomic<Bool>(false)

    func isFirst() -> Bool { !isGiven.exchange(true, ordering: .acquiringAndReleasing) }
}
