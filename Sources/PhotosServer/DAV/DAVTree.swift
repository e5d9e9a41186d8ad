import Foundation
import LibraryEngine
import PhotoModel

/// What stands where, for one who asks: looked up in one snapshot of what the session may see.
struct DAVTree: Sendable {
    static let photos = "Photos", albums = "Albums", incoming = "Incoming"
    /// Photos whose names are made while somebody waits for a short answer.
    private static let few = 5_000
    /// How often one question is looked up, whatever changes meanwhile.
    private static let patience = 4

    /// The names of a long list are needed, which takes too long among short answers.
    struct NamesNeeded: Error {
        let photos: PhotoList
    }

    let context: GalleryContext
    private let seen = PutsSeen()

    /// Whether whoever asks may put files anywhere.
    var mayAdd: Bool { context.session.grant.allows(.uploading) && context.isWritable }

    /// Runs `body` on one snapshot; on a later one where names had to be made first, or where something came in since. One question is read after the other.
    func read<T: Sendable>(_ body: @escaping @Sendable (LibraryReader) throws -> T) async throws -> T {
        defer { seen.reset() }
        for _ in 1...Self.patience {
            let decisions = context.uploads.putDecisions
            let outcome: Result<T, any Error>
            do {
                outcome = .success(try await context.read(body))
            } catch let needed as NamesNeeded {
                try await context.work.run(.search(context.session)) { [context] in
                    try context.session.gate().read { reader in context.dav.names.keep(try FolderNames(needed.photos.ids, reader), of: needed.photos) }
                }
                continue
            } catch {
                outcome = .failure(error)
            }
            // What came in between was not in the snapshot yet, and among what waits not any more. What was known of that before the snapshot is good.
            if !seen.takeNew() || decisions == context.uploads.putDecisions { return try outcome.get() }
        }
        // Each time somebody changed the library before the names were made.
        var problem = Problem(.serviceUnavailable, "unavailable", title: "It is out of reach for the moment", detail: "The library changes faster than its folders can be listed.")
        problem.headers[.retryAfter] = "10"
        throw problem
    }

    /// What stands at a path; `nil` for nothing.
    func node(_ path: DAVPath, _ reader: LibraryReader) throws -> DAVNode? {
        let rest = path.parts.dropFirst()
        let found: DAVNode? =
            switch path.parts.first {
            case nil: .folder(.root)
            case Self.photos: try photosNode(rest, reader)
            case Self.albums: try albumsNode(rest, reader)
            case Self.incoming: try mayAdd ? incomingNode(Array(rest), reader) : nil
            default: nil
            }
        if let found { return found }
        guard mayAdd, path.mayBeClutter else { return nil }
        return context.dav.clutter(at: path)?.node
    }

    /// Whether what is put at a path is a desktop's, and is taken there. Folders of such things need not be known: all below them is one.
    /// - Throws: a `Problem` where it would be in no folder.
    func takesClutter(at path: DAVPath, _ reader: LibraryReader) throws -> Bool {
        for index in path.parts.indices where DAVClutter.isClutter(path.parts[index]) {
            let outermost = DAVPath(Array(path.parts[...index]))
            // An album may be called so, and what is put into it is to come in.
            if index + 1 < path.parts.count, case .folder(let folder)? = try node(outermost, reader), !folder.isClutter { continue }
            guard case .folder? = try node(outermost.parent, reader) else { throw Problem.davParent }
            return true
        }
        return false
    }

    // MARK: Photos by date

    /// All photos, the oldest first, and where their months begin.
    func months(_ reader: LibraryReader) throws -> (list: ViewList, months: DAVMonths) {
        let (view, snapshot) = try list(ViewRequest(order: .oldest, zone: context.library.environment.timeZone), reader)
        return (snapshot.list, try snapshot.list.months { DAVMonths(try reader.assetBuckets(view.query, by: .month), of: snapshot.count) })
    }

    /// A list with all frames of bursts: whoever copies a folder means to have everything.
    private func list(_ request: ViewRequest, _ reader: LibraryReader) throws -> (view: ResolvedView, snapshot: ViewSnapshot) {
        var view = try ResolvedView(request, reader, now: context.now())
        view.query.includesAllBursts = true
        return (view, try context.views.snapshot(for: context.session.grant, view, reader, now: context.now()))
    }

    private func photosNode(_ parts: ArraySlice<String>, _ reader: LibraryReader) throws -> DAVNode? {
        guard let first = parts.first else { return .folder(.photos) }
        let (list, months) = try months(reader)
        if first == DAVMonths.undatedName {
            guard !months.undated.isEmpty else { return nil }
            return try listNode(PhotoList(list, months.undated), parts.dropFirst(), reader) { .month($0) }
        }
        guard let year = Int(first), DAVMonths.name(ofYear: year) == first, case let ofYear = months.months(of: year), !ofYear.isEmpty else { return nil }
        guard let second = parts.dropFirst().first else { return .folder(.year(year)) }
        guard let month = ofYear.first(where: { DAVMonths.name(ofMonth: $0.month) == second }) else { return nil }
        return try listNode(PhotoList(list, month.range), parts.dropFirst(2), reader) { .month($0) }
    }

    /// A folder with photos, or one of their files.
    private func listNode(_ photos: PhotoList, _ parts: ArraySlice<String>, _ reader: LibraryReader, _ folder: (PhotoList) -> DAVFolder) throws -> DAVNode? {
        guard let name = parts.first else { return .folder(folder(photos)) }
        guard parts.count == 1 else { return nil }
        return try file(named: name, among: photos, reader).map { .photo($0) }
    }

    /// Case counts; who wants to know what else a name stands in the way of asks `photo`.
    private func file(named name: String, among photos: PhotoList, _ reader: LibraryReader) throws -> PhotoFile? {
        try photo(like: name, among: photos, reader).flatMap { $0.name == name ? $0 : nil }
    }

    /// The file whose name is one with another where case does not count.
    func photo(like name: String, among photos: PhotoList, _ reader: LibraryReader) throws -> PhotoFile? {
        photos.count == 0 ? nil : try names(of: photos, reader).file(named: name, reader)
    }

    func names(of photos: PhotoList, _ reader: LibraryReader) throws -> FolderNames {
        if let known = context.dav.names.names(of: photos) { return known }
        guard photos.count <= Self.few else { throw NamesNeeded(photos: photos) }
        let names = try FolderNames(photos.ids, reader)
        context.dav.names.keep(names, of: photos)
        return names
    }

    // MARK: Albums

    /// Albums and folders of albums in one of these, by the names that they have there.
    func collections(in folder: CollectionRecord?, _ reader: LibraryReader) throws -> [(name: String, record: CollectionRecord)] {
        let records = try reader.children(of: folder?.id), names = DAVNames.names(of: records.map { ($0.id, $0.uuid, $0.title) })
        return records.compactMap { record in names[record.id].map { ($0, record) } }
    }

    func album(_ record: CollectionRecord, _ reader: LibraryReader) throws -> PhotoList {
        PhotoList(try list(ViewRequest(source: .album(record.uuid), order: .album, zone: context.library.environment.timeZone), reader).snapshot.list)
    }

    private func albumsNode(_ parts: ArraySlice<String>, _ reader: LibraryReader) throws -> DAVNode? {
        var folder: CollectionRecord?, rest = parts
        while let name = rest.popFirst() {
            guard let found = try collections(in: folder, reader).first(where: { $0.name == name })?.record else { return nil }
            guard found.kind == .album else {
                folder = found
                continue
            }
            let photos = try album(found, reader)
            guard let file = rest.first else { return .folder(.album(found, photos)) }
            guard rest.count == 1 else { return nil }
            if let put = try put(named: file, in: PutFolder(album: found.uuid), reader) { return put.node }
            return try self.file(named: file, among: photos, reader).map { .photo($0) }
        }
        return .folder(.albums(folder))
    }

    // MARK: What comes in

    private func incomingNode(_ parts: [String], _ reader: LibraryReader) throws -> DAVNode? {
        let path = parts.joined(separator: "/")
        if try isIncomingFolder(path) { return .folder(.incoming(path)) }
        guard let name = parts.last, case let parent = parts.dropLast().joined(separator: "/"), try isIncomingFolder(parent) else { return nil }
        if let put = try put(named: name, in: PutFolder(path: parent), reader) { return put.node }
        guard parent.isEmpty else { return nil }
        if let left = try orphan(named: name, reader) { return .put(left) }
        return name == NotImported.name ? try note(reader).map { .note($0) } : nil
    }

    func isIncomingFolder(_ path: String) throws -> Bool {
        if path.isEmpty || context.dav.hasFolder(path) { return true }
        return try context.uploads.storeIfAny()?.hasPutFolder(path) ?? false
    }

    /// Folders right in one of what comes in.
    func incomingFolders(in path: String) throws -> [String] {
        Set(context.dav.folders(in: path) + (try context.uploads.storeIfAny()?.putFolders(in: path) ?? [])).sorted()
    }

    /// Whether a folder right in one of what comes in has a name, whatever its case: of a folder of thousands too, each time that something is put into it.
    func hasIncomingFolder(like name: String, in path: String) throws -> Bool {
        if context.dav.hasFolder(like: name, in: path) { return true }
        return try context.uploads.storeIfAny()?.hasPutFolder(like: name, in: path) ?? false
    }

    /// What a name means among what was put into a folder.
    func put(named name: String, in folder: PutFolder, _ reader: LibraryReader) throws -> PutNode? {
        guard mayAdd else { return nil }
        let found = try seen.entry(named: name, in: folder) { try store(for: folder)?.entry(named: name, in: folder) }
        if let found, try isSeen(found, reader) { return .entry(found) }
        return context.dav.empty(named: name, in: folder).map { .empty($0) }
    }

    /// All that was put into a folder and has content, by its keys: what is told of it is looked up piece by piece.
    func puts(in folder: PutFolder) throws -> PutStretch {
        guard mayAdd else { return PutStretch(folder: folder, keys: []) }
        return PutStretch(folder: folder, keys: try seen.keys(in: folder) { try store(for: folder)?.keys(in: folder) ?? [] })
    }

    /// Files of some keys, which may have come in since these were looked up.
    func entries(_ keys: ArraySlice<PutKey>, in folder: PutFolder) async throws -> [PutEntry] {
        guard mayAdd else { return [] }
        // Before the library, since what comes in is there first.
        let entries = try store(for: folder)?.entries(keys).filter { $0.folder == folder } ?? []
        return try await context.read { [self] reader in try entries.filter { try isSeen($0, reader) } }
    }

    /// What waits for albums that are gone, album by album.
    func orphans(_ reader: LibraryReader) throws -> [PutStretch] {
        guard let store = try context.uploads.storeIfAny() else { return [] }
        let gone = try store.putFolders().filter { folder in try folder.album.map { try reader.collection(uuid: $0) == nil } ?? false }
        guard !gone.isEmpty else { return [] }
        var taken = Set(store.keys(in: PutFolder(path: "")).map(\.name))
        // Two may have one name; the others are seen when it is gone.
        return gone.sorted { $0.order < $1.order }.map { PutStretch(folder: $0, keys: store.keys(in: $0).filter { taken.insert($0.name).inserted }) }
    }

    private func orphan(named name: String, _ reader: LibraryReader) throws -> PutEntry? {
        guard let store = try context.uploads.storeIfAny(), store.entry(named: name, in: PutFolder(path: "")) == nil else { return nil }
        return try store.albumEntries(named: name).first { entry in try entry.folder.album.map { try reader.collection(uuid: $0) == nil } ?? false }
    }

    func note(_ reader: LibraryReader) throws -> NotImported? {
        guard let store = try context.uploads.storeIfAny() else { return nil }
        let refused = store.refusedPuts(atMost: NotImported.most)
        return try NotImported(refused.told, of: refused.count) { try reader.collection(uuid: $0)?.title }
    }

    /// What another server receives is not known here: its albums have what is in the library.
    private func store(for folder: PutFolder) throws -> IncomingStore? {
        do {
            return try context.uploads.storeIfAny()
        } catch let error as OriginalsError where error.code == .locked && folder.album != nil {
            return nil
        }
    }

    /// Whether an entry's photo, where it has one, is one that may be seen here.
    private func isSeen(_ entry: PutEntry, _ reader: LibraryReader) throws -> Bool {
        guard case .isIn(let uuid) = entry.state else { return true }
        return try reader.asset(uuid: uuid).map { !$0.isTrashed && !$0.isHidden } ?? false
    }
}

/// Files that were put into a folder, in the order of their names.
struct PutStretch: Sendable {
    let folder: PutFolder
    let keys: [PutKey]
}

/// What was put somewhere, with content or without.
enum PutNode: Sendable {
    case entry(PutEntry)
    case empty(EmptyFile)

    var node: DAVNode {
        switch self {
        case .entry(let entry): .put(entry)
        case .empty(let file): .empty(file)
        }
    }
}
