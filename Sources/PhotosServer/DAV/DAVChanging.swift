import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import NIOCore
import PhotoModel

/// MKCOL and DELETE.
struct DAVChanging: Sendable {
    let tree: DAVTree
    let path: DAVPath
    private var context: GalleryContext { tree.context }

    // MARK: MKCOL

    private enum New: Sendable {
        case folder(String)
        /// What a desktop leaves: a folder of its own, of which nothing comes in.
        case clutter
        case album(parent: UUID?, title: String)
    }

    func makeFolder(_ request: Request) async throws -> Response {
        // Before a client is told to send it.
        guard request.headers.text(.contentLength) ?? "0" == "0", request.headers[.transferEncoding] == nil else {
            throw Problem(.unsupportedMediaType, "content-type", title: "A folder is made of nothing", detail: "Send MKCOL without a body.")
        }
        try await context.uploading { _ in }
        let conditions = try DAVConditions(request, context)
        let new = try await tree.read { [tree, path] reader -> New in
            let node = try tree.node(path, reader)
            try conditions.require(path, node) { try tree.node($0, reader) }
            guard node == nil, let name = path.name else { throw Self.isThere }
            if try tree.takesClutter(at: path, reader) { return .clutter }
            guard case .folder(let folder)? = try tree.node(path.parent, reader) else { throw Problem.davParent }
            return try Self.new(name, in: folder, tree, reader)
        }
        try conditions.requireUnlocked(path)
        switch new {
        case .folder(let path): context.dav.add(folder: path)
        case .clutter: context.dav.keep(ClutterFile(content: .folder, modified: context.now().timeIntervalSince1970), at: path)
        case .album(let parent, let title):
            _ = try await context.work.run(.change) { [performer = ActPerformer(context)] in
                try performer.perform(.createAlbum(title: title, parent: parent, assets: []))
            }
        }
        return Response(status: .created, headers: [.contentLength: "0", .cacheControl: "no-store"])
    }

    private static func new(_ name: String, in folder: DAVFolder, _ tree: DAVTree, _ reader: LibraryReader) throws -> New {
        let folded = DAVNames.folded(name)
        switch folder {
        case .incoming(let below):
            guard try !tree.hasIncomingFolder(like: name, in: below), try tree.put(named: name, in: PutFolder(path: below), reader) == nil else { throw isThere }
            let path = below.isEmpty ? name : "\(below)/\(name)"
            // As the names of what will be in it are bounded.
            guard path.utf8.count <= 1_900, name.utf8.count <= 255 else { throw Problem.cannotModify("The folder's path is longer than 1,900 bytes, or its name than 255.") }
            return .folder(path)
        case .albums(let parent):
            guard try !tree.collections(in: parent, reader).contains(where: { DAVNames.folded($0.name) == folded }) else { throw isThere }
            guard DAVNames.safe(name) == name, name.trimmingCharacters(in: .whitespacesAndNewlines) == name, name.utf8.count <= 200 else {
                throw Problem.cannotModify("An album can't be called that here: “\(DAVNames.safe(name).prefix(60))” is a name that every system can write.")
            }
            return .album(parent: parent?.uuid, title: name)
        case .album: throw Problem.cannotModify("An album has no folders in it. Make it in Albums, or in a folder of albums.")
        case .root, .photos, .year, .month, .clutter: throw Problem.cannotModify("No folder is made there: make it in Incoming, or an album in Albums.")
        }
    }

    private static let isThere = Problem(.methodNotAllowed, "method", title: "There is no such way to ask", detail: "There is something of that name. Give the folder another one.")

    // MARK: DELETE

    func delete(_ request: Request) async throws -> Response {
        let conditions = try DAVConditions(request, context)
        let node = try await tree.read { [tree, path] reader -> DAVNode in
            guard let node = try tree.node(path, reader) else { throw Problem.davMissing(path) }
            try conditions.require(path, node) { try tree.node($0, reader) }
            return node
        }
        if let problem = Self.keeps(node, "deleted") { throw problem }
        try conditions.requireUnlocked(path)
        try await context.uploading { [dav = context.dav, path, tree] store in
            switch node {
            // Somebody may have locked it since it was looked up.
            case .put(let entry): try store.remove(entry) { try conditions.requireUnlocked(path) }
            case .empty(let file): dav.removeEmpty(named: file.name, in: file.folder)
            case .clutter, .folder(.clutter): dav.removeClutter(inside: path)
            case .folder(.incoming(let below)): try tree.removeFolder(below, store) { try conditions.requireUnlocked(path) }
            case .folder, .photo, .note: break
            }
            dav.locks.removeAll(inside: path)
        }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    /// Why something stays as it is; `nil` for what may go or be called otherwise.
    static func keeps(_ node: DAVNode, _ act: String) -> Problem? {
        switch node {
        case .photo: .cannotModify("Photos of the library are not \(act) here: WebDAV reads and adds. Do that in the gallery.")
        case .folder(.incoming(let below)) where !below.isEmpty: nil
        case .folder(.album), .folder(.albums(.some(_))): .cannotModify("Albums and folders of albums are not \(act) here: WebDAV reads and adds. Do that in the gallery.")
        case .folder(.clutter): nil
        case .folder: .cannotModify("The folder is how the library is laid out here, and is not \(act).")
        case .note: .cannotModify("“\(NotImported.name)” goes when there is nothing to say: delete the files that it names.")
        case .put, .empty, .clutter: nil
        }
    }
}

extension DAVTree {
    /// Withdraws all that waits in a folder of what comes in.
    /// - Parameter isWanted: as `IncomingStore.remove` has it.
    func removeFolder(_ path: String, _ store: IncomingStore, _ isWanted: () throws -> Void) throws {
        let keys = store.putFolders().filter { $0.isInside(path) }.flatMap { store.keys(in: $0) }
        // First what is coming in, which stays: then all of it does, rather than a part. One by one, since a folder may have very much.
        for isComingIn in [true, false] {
            for case let entry? in keys.lazy.map({ store.entries(CollectionOfOne($0)).first }) where (entry.state == .comingIn) == isComingIn {
                do {
                    try store.remove(entry, isWanted)
                } catch let error as IncomingError where error.code == .missing {
                    // It is gone already, or called otherwise by somebody else.
                }
            }
        }
        context.dav.remove(folder: path)
    }
}
