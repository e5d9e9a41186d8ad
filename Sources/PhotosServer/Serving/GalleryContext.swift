import Foundation
import LibraryEngine
import NIOCore
import Outlines
import Query

/// What a server is made of; one for all requests.
final class GalleryServices: Sendable {
    let library: PhotoLibrary
    let work = BlockingWork()
    let pages: Pages
    let views = ViewCache()
    let feed: ChangeFeed
    let undo = UndoStack()
    let archives = ArchiveTickets()
    /// What of the network folder lies in memory.
    let dav = DAVMemory()
    /// What is sent here.
    let uploads: Uploads
    /// What uploads to the library's store by itself; `nil` where nothing does.
    let cloud: CloudService?
    /// What programs ask people to choose.
    let pickers: PickerStore
    /// Who is let in.
    let doors: SessionStore
    /// What browsers know the server by where a proxy stands before it.
    let publicAddress: PublicAddress?
    /// Whether the server itself speaks TLS.
    let isSecure: Bool
    /// Sites whose forms may ask for a picker.
    let formOrigins: [PublicAddress]
    /// Where thumbnails lie, for those that are asked for again.
    let addresses = AssetAddresses()
    /// Files that are likely to be asked for again.
    let files = KnownFiles()
    /// What is made is the same for all who may see the asset, which each has proved before.
    let renderings = SharedWork<RenderingKey, ByteBuffer>()
    /// Whose turn it is to have one made.
    private let turns: Turns<Session>
    /// Parts of videos under way, and those that were made lately.
    let filming = SharedWork<FilmKey, FilmPiece>()
    let films = FilmCache()
    /// Long searches under way.
    let searches = SharedWork<SearchKey, Void>()
    /// What is there twice.
    let duplicates = DuplicateSearches()
    /// What a search may cost, in units of `QueryBudget`.
    let searchWork: Int
    /// What the map draws land from; `nil` for a map without.
    let outlines: OutlineFiles?
    /// The server whose pictures it draws instead; `nil` for none.
    let mapTiles: MapTiles?

    var now: @Sendable () -> Date { library.environment.now }

    /// - Parameter gate: the owner's.
    init(gate: AccessGate, pages: Pages, options: ServerOptions = ServerOptions(), cloud: CloudService? = nil) {
        self.cloud = cloud
        (library, self.pages, searchWork, publicAddress) = (gate.library, pages, options.searchWork, options.publicAddress)
        (formOrigins, isSecure) = (options.formOrigins, options.certificate != nil)
        outlines = options.outlines.map { OutlineFiles(folder: $0) }
        mapTiles = options.mapTiles
        let uploads = Uploads(gate.library, limits: options.incoming)
        self.uploads = uploads
        turns = Turns(most: options.clients.renderings)
        let feed = ChangeFeed(gate.library, limits: options.clients, clock: options.clock)
        self.feed = feed
        let pickers = PickerStore(clock: options.clock, onChange: { feed.wake() })
        self.pickers = pickers
        doors = SessionStore(
            token: options.token, gate: gate, limits: options.clients,
            onEnd: { takenBack in
                pickers.end(of: takenBack)
                feed.wake()
            }, onLinkOver: { uploads.endClosedLinks() }, now: options.clock.now)
    }
}

extension GalleryServices {
    /// A picture that has to be made for somebody: few at a time where it is not the owner, so that the others' come as well.
    func rendering<T: Sendable>(for session: Session, _ make: () async throws -> T) async throws -> T {
        session.grant == .owner ? try await make() : try await turns.run(for: session.client, make)
    }
}

/// What a request is answered with: the server's parts, and for whom.
@dynamicMemberLookup
struct GalleryContext: Sendable {
    let session: Session
    /// What the request came by.
    let connection: RequestConnection
    private let services: GalleryServices

    init(_ services: GalleryServices, for session: Session, over connection: RequestConnection) {
        (self.services, self.session, self.connection) = (services, session, connection)
    }

    /// Threads for what this session asks for.
    var work: SessionWork { SessionWork(work: services.work, session: session) }

    /// A picture that has to be made for it.
    func rendering<T: Sendable>(_ make: () async throws -> T) async throws -> T { try await services.rendering(for: session, make) }

    /// Begins a picker that it asks for.
    /// - Throws: as `PickerStore.begin`.
    func beginPicker(_ request: PickerRequest) throws(Problem) -> Picker { try services.beginPicker(request, by: session.grant, session: session.id) }

    subscript<Part>(dynamicMember part: KeyPath<GalleryServices, Part>) -> Part { services[keyPath: part] }
}
