import HTTPTypes
import Hummingbird
import LibraryEngine

/// MOVE of what waits, and COPY, of which there is none.
struct DAVMoving: Sendable {
    let tree: DAVTree
    let path: DAVPath
    private var context: GalleryContext { tree.context }

    /// What is called otherwise, and how.
    private enum Step: Sendable {
        case entry(PutEntry, PutFolder, String)
        case empty(EmptyFile, PutFolder, String)
        case folder(String, to: String)
        case clutter(ClutterFile)
    }

    func copy(_ request: Request) async throws -> Response {
        guard try await tree.read({ [tree, path] reader in try tree.node(path, reader) }) != nil else { throw Problem.davMissing(path) }
        throw Problem.cannotModify("Nothing is copied here: the library has a photo once. Add it to a further album in the gallery, or send a file anew.")
    }

    func move(_ request: Request) async throws -> Response {
        let destination = try destination(request), conditions = try DAVConditions(request, context)
        let overwrites = request.headers.text(.overwrite)?.uppercased() != "F"
        let (step, former) = try await tree.read { [tree, path] reader -> (Step, PutNode?) in
            guard let node = try tree.node(path, reader) else { throw Problem.davMissing(path) }
            try conditions.require(path, node) { try tree.node($0, reader) }
            if let problem = DAVChanging.keeps(node, "moved or renamed") { throw problem }
            guard destination != path else { throw Problem.cannotModify("It is called that already.") }
            let there = try tree.node(destination, reader)
            if there != nil, !overwrites { throw DAVConditions.failed }
            return try Self.step(node, from: path, to: destination, there, tree, reader)
        }
        try conditions.requireUnlocked(path)
        try conditions.requireUnlocked(destination)
        let replaces = try await context.uploading { [dav = context.dav, path] store -> Bool in
            // Others may have put or locked something since it was looked up.
            @Sendable func requireStill(isThere: Bool) throws {
                try conditions.requireUnlocked(path)
                try conditions.requireUnlocked(destination)
                if isThere, !overwrites { throw DAVConditions.failed }
            }
            var replaces = former != nil
            switch step {
            case .entry(let entry, let folder, let name):
                if try store.move(entry, to: folder, as: name, { try requireStill(isThere: $0 != nil || dav.empty(named: name, in: folder) != nil) }) { replaces = true }
                dav.removeEmpty(named: name, in: folder)
            case .empty(let file, let folder, let name):
                let hadFile = try store.clear(
                    name, in: folder,
                    { there in
                        guard dav.empty(named: file.name, in: file.folder) != nil else { throw Problem.davMissing(path) }
                        let empty = dav.empty(named: name, in: folder)
                        try requireStill(isThere: there != nil || (empty != nil && empty != file))
                    },
                    then: {
                        dav.removeEmpty(named: file.name, in: file.folder)
                        dav.keep(EmptyFile(folder: folder, name: name, modified: file.modified))
                    })
                if hadFile { replaces = true }
            case .folder(let old, let new):
                try store.moveFolder(old, to: new) { try requireStill(isThere: false) }
                dav.move(folder: old, to: new)
                // A folder of nothing but what waits lasts no longer than that.
                dav.add(folder: new)
            case .clutter(let file):
                dav.removeClutter(at: path)
                dav.keep(file, at: destination)
            }
            dav.locks.removeAll(inside: path)
            return replaces
        }
        context.uploads.watchPuts()
        return Response(status: replaces ? .noContent : .created, headers: [.contentLength: "0", .cacheControl: "no-store"])
    }

    private static func step(
        _ node: DAVNode, from path: DAVPath, to destination: DAVPath, _ there: DAVNode?, _ tree: DAVTree, _ reader: LibraryReader
    ) throws -> (Step, PutNode?) {
        if try tree.takesClutter(at: destination, reader) {
            guard case .clutter(let file) = node, there?.isFolder != true else { throw Problem.cannotModify("Desktops keep such names for themselves. Give it another one.") }
            return (.clutter(file), nil)
        }
        guard let name = destination.name, case .folder(let folder)? = try tree.node(destination.parent, reader) else { throw Problem.davParent }
        switch node {
        case .clutter, .folder(.clutter): throw Problem.cannotModify("What desktops leave is no photo, and is not kept under a photo's name.")
        case .folder, .photo, .put, .empty, .note: break
        }
        if case .folder(.incoming(let old)) = node {
            guard case .incoming(let below) = folder, !PutFolder(path: below).isInside(old) else {
                throw Problem.cannotModify("Folders of Incoming stay in Incoming, and none goes into itself. Make an album in Albums, and move the files.")
            }
            let others = try tree.incomingFolders(in: below).filter { $0 != path.name || destination.parent != path.parent }
            guard there == nil || there?.isFolder == true, !others.contains(where: { DAVNames.folded($0) == DAVNames.folded(name) }) else {
                throw Problem.cannotModify("There is something of that name. Give the folder another one.")
            }
            let new = below.isEmpty ? name : "\(below)/\(name)"
            // As MKCOL has it, and so for all that is below.
            guard name.utf8.count <= 255, try tree.longestFolder(inside: old) - old.utf8.count + new.utf8.count <= 1_900 else {
                throw Problem.cannotModify("The folder’s path, or one below it, would be longer than 1,900 bytes, or its name than 255.")
            }
            return (.folder(old, to: new), nil)
        }
        guard there?.isFolder != true else { throw Problem.cannotModify("A folder has that name. Give the file another one.") }
        guard let put = folder.put else { throw DAVPutting.takesNothing(folder) }
        if case .note? = there { throw Problem.cannotModify("“\(NotImported.name)” says what could not come in. Give the file another name.") }
        var former = try DAVPutting.former(name, put, folder, tree, reader)
        switch node {
        case .put(let entry):
            if case .entry(let other)? = former, other.batch == entry.batch, other.number == entry.number { former = nil }
            return (.entry(entry, put, name), former)
        case .empty(let file):
            if case .empty(let other)? = former, other == file { former = nil }
            return (.empty(file, put, name), former)
        case .folder, .photo, .note, .clutter: throw Problem.davMissing(path)
        }
    }

    // MARK: Destination

    /// - Throws: a `Problem`, 502 for what another server has.
    private func destination(_ request: Request) throws(Problem) -> DAVPath {
        guard let text = request.headers.text(.destination) else {
            throw Problem(.badRequest, "destination", title: "It is not said where to", detail: "Send Destination, with the new address.")
        }
        if let scheme = text.range(of: "://") {
            let authority = text[scheme.upperBound...].prefix { $0 != "/" }.lowercased(), own = request.head.authority?.lowercased()
            guard authority == own || authority == context.publicAddress?.authority.lowercased() else { throw Self.elsewhere }
        }
        guard let path = DAVPath(reference: text) else { throw DAVPath.isHere(text.hasPrefix("/") ? text : "/" + text) ? RequestGuard.badPath : Self.elsewhere }
        return path
    }

    private static let elsewhere = Problem(
        .badGateway, "destination", title: "It can't be moved there", detail: "Destination is no address of the same server below /dav. Send the file there instead.")
}

extension DAVTree {
    /// Bytes of the longest path of a folder of what comes in, and of those below it.
    fileprivate func longestFolder(inside path: String) throws -> Int {
        let folders = context.dav.folders.map { PutFolder(path: $0) } + (try context.uploads.storeIfAny().map { Array($0.putFolders()) } ?? [])
        return folders.filter { $0.isInside(path) }.map(\.path.utf8.count).max() ?? path.utf8.count
    }
}
