import Foundation
import LibraryEngine
import Synchronization

/// What is sent to the library, as soon as somebody sends something: a server that nobody sends to takes it from no other.
final class Uploads: Sendable {
    private struct State {
        var store: IncomingStore?
        var hasEnded = false
    }

    private let library: PhotoLibrary
    private let limits: IncomingLimits
    private let state = Mutex(State())

    init(_ library: PhotoLibrary, limits: IncomingLimits) { (self.library, self.limits) = (library, limits) }

    /// Where files are received. May wait for the disk.
    /// - Throws: why nothing can be sent here.
    func store() throws -> IncomingStore {
        try state.withLock { state in
            if let store = state.store { return store }
            guard !state.hasEnded else { throw CancellationError() }
            let store = try IncomingStore(library, limits: limits)
            state.store = store
            return store
        }
    }

    /// What is being sent here. Where nobody ever sent anything, nothing is made for it, and a library that can't be written has none of it.
    func batches() throws -> [IncomingStore.Summary] {
        if state.withLock({ $0.store == nil }), library.readOnlyReason != nil || !library.originals.hasIncoming { return [] }
        return try store().batches()
    }

    /// Takes up what was left, where something was.
    func goOn() {
        guard library.readOnlyReason == nil, library.originals.hasIncoming else { return }
        do { _ = try store() } catch { library.environment.log(.warning, "What was sent here before waits: \(Problem(error).detail)") }
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
        try await work.run(.upload) { [uploads = self.uploads] in try body(try uploads.store()) }
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
}
