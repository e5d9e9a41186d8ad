import Foundation
import LibraryEngine
import NIOCore
import PhotoModel
import Query

/// What one client is told of its view: how it is, then how every commit changed it.
struct ChangeStream: Sendable {
    let context: GalleryContext
    let request: ViewRequest
    /// Whose page it is; `nil` is the gallery's.
    let picker: Picker?
    /// The last update of the picker that the page has seen.
    let seen: Int

    /// What the client knows.
    private struct Told: Sendable {
        var position: ChangePosition
        var view: ResolvedView
        /// `nil` where it read too slowly.
        var list: ViewList?
        /// Of smart albums, which no entry in the change log names.
        var counts: [Int]
    }

    /// Writes events until the follower or the task ends.
    /// - Throws: what `write` throws; why the library can't be read any more.
    func run(_ follower: Follower, _ write: (ByteBuffer) async throws -> Void) async throws {
        var (told, count) = try await context.read(request) { reader in
            let (view, snapshot) = try context.list(request, reader)
            return (Told(position: snapshot.position, view: view, list: snapshot.list, counts: try Self.counts(reader)), snapshot.count)
        }
        let hello = ServerSentEvent.hello(position: told.position, count: count, beat: context.feed.heartbeat)
        try await follower.whileWriting(&told.list) { try await write(hello) }
        var known: Picker.State?
        func tellOfPicker() async throws {
            guard let state = picker?.current, state.number != known?.number || state.phase != known?.phase else { return }
            let event = ServerSentEvent.picker(state, after: known?.number ?? seen)
            known = state
            try await follower.whileWriting(&told.list) { try await write(event) }
        }
        try await tellOfPicker()
        for await _ in follower.wakes {
            let signals = follower.take()
            var event: ByteBuffer?
            // A page hears how its picker ended, and sees nothing more because it did.
            if context.session.isKnown {
                try await tellOfPicker()
                guard context.session.stands else { return }
            }
            _ = try context.session.gate()
            if signals.contains(.changed) || (signals.contains(.beat) && told.view.dependsOnClock) {
                let known = told
                told.list = nil
                (event, told) = try await context.read(request) { try next(known, $0) }
            }
            guard let bytes = event ?? (signals.contains(.beat) ? ServerSentEvent.beat : nil) else { continue }
            try await follower.whileWriting(&told.list) { try await write(bytes) }
        }
    }

    private func next(_ told: Told, _ reader: LibraryReader) throws -> (ByteBuffer?, Told) {
        var view = told.view
        // An album that was deleted meanwhile is an empty list from now on.
        do { view = try ResolvedView(request, reader, now: context.now()) } catch is Problem {}
        // So is one that may not be seen any more.
        view.query.selection = reader.selection
        let snapshot = try context.views.snapshot(for: context.session.grant, view, reader, now: context.now())
        let isSame = snapshot.list === told.list
        if isSame, snapshot.position == told.position { return (nil, told) }
        let counts = try Self.counts(reader)
        // Who sees a selection knows of no albums.
        let hasNewCollections =
            try counts != told.counts
            || (reader.selection == nil && reader.hasCollectionChanges(after: told.position, through: snapshot.position))
        var change: ListChange? = ListChange()
        if !isSame {
            change = try told.list.flatMap { list in
                guard try reader.remembers(told.position) else { return nil }
                return ListChange(from: list.ids, to: snapshot.ids, changed: IDSet(try reader.changedAssetIDs(after: told.position)))
            }
        }
        let now = Told(position: snapshot.position, view: view, list: snapshot.list, counts: counts)
        // Nor does it hear that something happened outside of it.
        if reader.selection != nil, change == ListChange(), !hasNewCollections { return (nil, now) }
        let event = ServerSentEvent.change(change, position: snapshot.position, count: snapshot.count, collections: hasNewCollections)
        return (event, now)
    }

    private static func counts(_ reader: LibraryReader) throws -> [Int] {
        try SmartAlbum.offered.map { try reader.smartAlbumCount($0.subtype) } + [reader.assetCount(AssetQuery(scope: .trash))]
    }
}
