import Dispatch
import Foundation
import LibraryEngine
import PhotoModel
import Synchronization

/// What is sent to the library, as soon as somebody sends something: a server that nobody sends to takes it from no other.
final class Uploads: Sendable {
    private struct State {
        var store: IncomingStore?
        var hasEnded = false
        /// Whether somebody looks once a second at what was put into folders.
        var isWatching = false
    }

    private let library: PhotoLibrary
    private let limits: IncomingLimits
    private let state = Mutex(State())
    private let watching = DispatchQueue(label: "photos.uploads")

    init(_ library: PhotoLibrary, limits: IncomingLimits) { (self.library, self.limits) = (library, limits) }

    /// Where files are received. May wait for the disk.
    /// - Throws: why nothing can be sent here.
    func store() throws -> IncomingStore {
        let (store, isNew) = try state.withLock { state -> (IncomingStore, Bool) in
            if let store = state.store { return (store, false) }
            guard !state.hasEnded else { throw CancellationError() }
            let store = try IncomingStore(library, limits: limits)
            state.store = store
            return (store, true)
        }
        // What was put before goes on, whoever is the first to ask: another process may have had it when this one began.
        if isNew { watchPuts() }
        return store
    }

    /// Where files were received; `nil` where nobody ever sent anything, as nothing is made for it, and of a library that can't be written.
    func storeIfAny() throws -> IncomingStore? {
        if state.withLock({ $0.store == nil }), library.readOnlyReason != nil || !library.originals.hasIncoming { return nil }
        return try store()
    }

    /// As `IncomingStore.putDecisions`.
    var putDecisions: Int { state.withLock { $0.store }?.putDecisions ?? 0 }

    /// What is being sent here.
    func batches() throws -> [IncomingStore.Summary] {
        guard let store = try storeIfAny() else { return [] }
        store.endClosedLinks()
        return store.batches()
    }

    /// What came by a link, and is to come of what was announced: as far as the library knows where another process receives files for it.
    func sent(by link: UUID) throws -> ShareRecord.Sent {
        let isIdle = state.withLock({ $0.store == nil }) && (library.readOnlyReason != nil || !library.originals.hasIncoming)
        if !isIdle, let store = try? self.store() { return try store.sent(by: link) }
        return try library.read { try $0.sent(byShare: link) } ?? ShareRecord.Sent()
    }

    /// That files are taken by a link. May wait for the disk.
    /// - Throws: a `Problem` once none are; what was sent before it was over comes in.
    func requireOpen(_ share: Share) throws {
        do {
            try share.requireOpen()
        } catch {
            endClosedLinks()
            throw error
        }
    }

    /// Has what came by links that take nothing any more come in, as far as it is whole.
    func endClosedLinks() { state.withLock { $0.store }?.endClosedLinks() }

    /// What somebody who comes by a link is told instead of an error. What the library said is in the log, for its owner.
    func toldByLink(_ error: any Error) -> any Error {
        let told = Problem.toldByLink(error)
        // Refusals are expected, and anybody could fill the log with them.
        if told is Problem, !(error is Problem), !(error is IncomingError) { library.environment.log(.warning, "What was asked by a link has no answer: \(error)") }
        return told
    }

    /// Takes up what was left, where something was.
    func goOn() {
        guard library.readOnlyReason == nil, library.originals.hasIncoming else { return }
        do {
            _ = try store()
        } catch { library.environment.log(.warning, "What was sent here before waits: \(Problem(error).detail)") }
    }

    /// From now on folders into which files were put are completed when nothing more comes.
    func watchPuts() {
        let begins = state.withLock { state in
            guard !state.isWatching, !state.hasEnded else { return false }
            state.isWatching = true
            return true
        }
        if begins { watching.asyncAfter(deadline: .now() + 1) { [weak self] in self?.checkPuts() } }
    }

    private func checkPuts() {
        // Before anything is decided, so that whoever puts something meanwhile has somebody look again.
        let store = state.withLock { state in
            state.isWatching = false
            return state.hasEnded ? nil : state.store
        }
        if store?.completePuts() == true { watchPuts() }
    }

    /// Waits for what is being imported, and takes nothing from now on.
    func stop() {
        let store = state.withLock { state in
            state.hasEnded = true
            return state.store.take()
        }
        store?.stop()
    }
}

extension GalleryContext {
    /// The result of `body`, which may wait for the disk, with what is sent to the library.
    func uploading<T: Sendable>(_ body: @escaping @Sendable (IncomingStore) throws -> T) async throws -> T {
        do {
            return try await work.run(.upload) { [uploads = self.uploads] in try body(try uploads.store()) }
        } catch let error where session.share != nil {
            throw self.uploads.toldByLink(error)
        }
    }

    /// The same with a batch, which has to be that of whoever asks.
    /// - Parameter isReading: whether it is only looked at, or given up.
    func uploading<T: Sendable>(in batch: UUID, isReading: Bool = false, _ body: @escaping @Sendable (IncomingStore) throws -> T) async throws -> T {
        let link = session.share?.record.uuid
        return try await uploading { store in
            try store.require(batch, by: link, isReading: isReading)
            return try body(store)
        }
    }
}

extension Problem {
    init(incoming error: IncomingError) {
        switch error.code {
        case .missing: self.init(.notFound, "missing", title: "It is not there", detail: error.message)
        case .invalid: self.init(.badRequest, "upload", title: "So it can't be sent", detail: error.message)
        case .offset(let offset):
            self.init(.conflict, "upload-offset", title: "The bytes belong elsewhere", detail: error.message)
            headers[TusRoutes.offset] = "\(offset)"
        case .full: self.init(.contentTooLarge, "share-quota", title: "The link takes no more", detail: error.message)
        case .gone: self = ShareStore.over
        case .superseded: self.init(.conflict, "upload-superseded", title: "Somebody else sends it", detail: error.message)
        case .over: self.init(.conflict, "upload-over", title: "Nothing more is taken of it", detail: error.message)
        case .tooLong, .tooLarge: self.init(.contentTooLarge, "upload-too-large", title: "It is too large", detail: error.message)
        case .noSpace: self.init(.init(code: 507, reasonPhrase: "Insufficient Storage"), "unwritable", title: "The library can't be written", detail: error.message)
        case .quota:
            self.init(.init(code: 507, reasonPhrase: "Insufficient Storage"), "upload-quota", title: "Too much is under way", detail: error.message)
            headers[.retryAfter] = "10"
        case .readOnly: self.init(.conflict, "read-only", title: "The library is open for reading only", detail: error.message)
        }
    }

    /// What somebody who comes by a link is told instead of an error: nothing of the library's disk and its files.
    static func toldByLink(_ error: any Error) -> any Error {
        if error is CancellationError || error is Problem { return error }
        if let error = error as? IncomingError {
            switch error.code {
            case .missing, .invalid, .offset, .superseded, .over, .tooLong, .full, .gone: return error
            case .tooLarge, .noSpace, .quota, .readOnly: break
            }
        }
        var problem = Problem(error)
        problem.detail = "Nothing of it can be taken here for the moment. Try again later, or ask whoever sent the link."
        return problem
    }
}
