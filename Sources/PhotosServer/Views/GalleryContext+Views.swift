import Catalog
import LibraryEngine

extension GalleryContext {
    /// Runs `body` on one snapshot of what the server's owner may see, on a thread that may wait.
    func read<T: Sendable>(_ body: @escaping @Sendable (CatalogReader) throws -> T) async throws -> T {
        try await work.run { [session] in try session.gate().read(body) }
    }

    /// The list that a request asks for, as `reader` has it.
    func list(_ request: ViewRequest, _ reader: CatalogReader) throws -> (view: ResolvedView, snapshot: ViewSnapshot) {
        let view = try ResolvedView(request, reader, now: now())
        return (view, try views.snapshot(view, reader, now: now()))
    }

    /// Whether the server's owner may change assets.
    var isWritable: Bool {
        do throws(LibraryError) {
            try session.gate().require(.assets)
            return true
        } catch { return false }
    }
}
