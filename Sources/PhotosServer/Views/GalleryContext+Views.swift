import LibraryEngine
import Query

extension GalleryContext {
    /// Runs `body` on one snapshot of what the session may see, on a thread that may wait.
    func read<T: Sendable>(_ body: @escaping @Sendable (LibraryReader) throws -> T) async throws -> T {
        try await self.work.run(.answer) { [session] in try session.gate().read(body) }
    }

    /// What a search may cost among the short answers. Most are done with less: they never wait for those that take seconds.
    private static let shortWork = 50_000

    /// The same for an answer from a list: a search that turns out to be long goes on where long ones are, once for all who ask the same, and ends
    /// when nobody waits for it any more.
    /// - Parameter body: may run more than once.
    /// - Throws: a `QueryError` for a search that takes more than `searchWork`; what `body` throws.
    func read<T: Sendable>(_ request: ViewRequest, _ body: @escaping @Sendable (LibraryReader) throws -> T) async throws -> T {
        guard !request.text.isEmpty else { return try await read(body) }
        if let short = try await readShortly(body) { return short }
        try await value(of: self.searches, SearchKey(grant: session.grant, request: request)) {
            try await search(.search(session), self.searchWork) { _ = try list(request, $0) }
        }
        // What was found is known now, unless something was committed since, or it is too long to be kept.
        if let short = try await readShortly(body) { return short }
        return try await search(.search(session), self.searchWork, body)
    }

    /// `nil` where it takes long.
    private func readShortly<T: Sendable>(_ body: @escaping @Sendable (LibraryReader) throws -> T) async throws -> T? {
        do {
            return try await search(.answer, min(Self.shortWork, self.searchWork), body)
        } catch let error as QueryError where error.code == .tooCostly {
            return nil
        }
    }

    /// What is looked for while somebody types ends with the request, and never goes on among long searches.
    /// - Throws: a `QueryError` where it would take long.
    func readSuggestions<T: Sendable>(_ body: @escaping @Sendable (LibraryReader) throws -> T) async throws -> T {
        try await search(.answer, min(10 * Self.shortWork, self.searchWork), body)
    }

    /// Reads within a budget that ends with the task.
    private func search<T: Sendable>(_ kind: BlockingWork.Kind, _ units: Int, _ body: @escaping @Sendable (LibraryReader) throws -> T) async throws -> T {
        let budget = QueryBudget(units)
        return try await withTaskCancellationHandler {
            try await self.work.run(kind) { [session] in try session.gate().read(budget: budget, body) }
        } onCancel: {
            budget.cancel()
        }
    }

    /// The list that a request asks for, as `reader` has it.
    func list(_ request: ViewRequest, _ reader: LibraryReader) throws -> (view: ResolvedView, snapshot: ViewSnapshot) {
        let view = try ResolvedView(request, reader, now: self.now())
        return (view, try self.views.snapshot(for: session.grant, view, reader, now: self.now()))
    }

    /// The tiles of these assets, in their order. Who gets tiles asks for their thumbnails next, whose addresses are known then.
    func tiles(_ ids: some Collection<Int64>, _ reader: LibraryReader) throws -> [Tile] {
        let tiles = try Tile.tiles(ids, reader, for: session, self.library)
        for tile in tiles { self.addresses.note(tile.record.uuid, id: tile.record.id, revision: tile.record.revision) }
        return tiles
    }

    /// Whether the session may change assets, and the library can be written.
    var isWritable: Bool {
        do {
            let gate = try session.gate()
            try gate.library.requireWritable()
            try gate.require(.assets)
            return true
        } catch { return false }
    }
}

/// A search under way: what one grant finds is not what another one does.
struct SearchKey: Hashable, Sendable {
    var grant: Grant
    var request: ViewRequest
}
