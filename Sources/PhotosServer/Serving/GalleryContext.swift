import Foundation
import LibraryEngine
import NIOCore
import Photos
import Query

/// What handlers work with; one for a server.
struct GalleryContext: Sendable {
    let session: LibrarySession
    let library: PhotoLibrary
    let work: BlockingWork
    let pages: Pages
    let views: ViewCache
    let feed: ChangeFeed
    let undo: UndoStack
    let archives: ArchiveTickets
    /// Where thumbnails lie, for those that are asked for again.
    let addresses: AssetAddresses
    let renderings: SharedWork<RenderingKey, ByteBuffer>
    /// Long searches under way.
    let searches: SharedWork<ViewRequest, Void>
    /// What a search may cost, in units of `QueryBudget`.
    let searchWork: Int

    var now: @Sendable () -> Date { library.environment.now }
    var makeUUID: @Sendable () -> UUID { library.environment.makeUUID }

    init(session: LibrarySession, pages: Pages, searchWork: Int = QueryLimits.work) throws {
        self.session = session
        self.pages = pages
        library = try session.library()
        work = BlockingWork()
        views = ViewCache()
        feed = ChangeFeed(library)
        undo = UndoStack()
        archives = ArchiveTickets()
        addresses = AssetAddresses()
        renderings = SharedWork()
        searches = SharedWork()
        self.searchWork = searchWork
    }
}
