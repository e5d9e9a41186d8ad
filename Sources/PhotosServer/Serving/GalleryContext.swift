import Foundation
import LibraryEngine
import Photos

/// What handlers work with; one for a server.
struct GalleryContext: Sendable {
    let session: LibrarySession
    let library: PhotoLibrary
    let work: BlockingWork
    let pages: [String: PageFile]
    let views: ViewCache
    let feed: ChangeFeed
    let undo: UndoStack
    /// Where thumbnails lie, for those that are asked for again.
    let addresses: AssetAddresses
    let renderings: Renderings

    var now: @Sendable () -> Date { library.environment.now }
    var makeUUID: @Sendable () -> UUID { library.environment.makeUUID }

    init(session: LibrarySession, pages: [String: PageFile]) throws {
        self.session = session
        self.pages = pages
        library = try session.library()
        work = BlockingWork()
        views = ViewCache()
        feed = ChangeFeed(library)
        undo = UndoStack()
        addresses = AssetAddresses()
        renderings = Renderings()
    }
}
