import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import WebDAV

/// LOCK and UNLOCK of files that wait, and of names for them.
struct DAVLocking: Sendable {
    let tree: DAVTree
    let path: DAVPath
    private var context: GalleryContext { tree.context }
    private var now: Double { context.now().timeIntervalSince1970 }

    /// What gets locked.
    private enum Target: Sendable {
        case there
        /// Nothing yet: an empty file, or what a desktop leaves.
        case new(PutFolder, String)
        case newClutter
    }

    func lock(_ request: Request) async throws -> Response {
        let body = try await DAVBody.read(request, context), conditions = try DAVConditions(request, context)
        let seconds = Self.seconds(request.headers[.timeout])
        guard !body.isEmpty else { return try refresh(conditions.tokens, seconds) }
        let wish: LockWish
        do { wish = try LockWish(body) } catch { throw Problem.davXML(error) }
        guard wish.isExclusive, wish.isForWriting else {
            throw DAVRefusal(status: .forbidden, condition: "lockscope", detail: "There are exclusive write locks and no others.")
        }
        try await context.uploading { _ in }
        let target = try await tree.read { [tree, path] reader in try Self.target(path, conditions, tree, reader) }
        let token = "urn:uuid:\(UUID().uuidString.lowercased())"
        guard let lock = context.dav.locks.add(path, owner: wish.owner, isOwnerAddress: wish.isOwnerAddress, token: token, seconds: seconds, at: now) else {
            if let other = context.dav.locks.lock(of: path, at: now) {
                throw DAVRefusal(
                    status: DAVRefusal.locked, condition: "no-conflicting-lock", href: other.path.href(isFolder: false),
                    detail: "Another program has locked it. Ask again when it is done; locks last ten minutes at most.")
            }
            var problem = Problem(
                .serviceUnavailable, "unavailable", title: "It is out of reach for the moment", detail: "\(DAVLocks.most) files are locked. Ask again when some are not.")
            problem.headers[.retryAfter] = "10"
            throw problem
        }
        switch target {
        case .there: break
        case .new(let folder, let name): context.dav.keep(EmptyFile(folder: folder, name: name, modified: now))
        case .newClutter: context.dav.keep(ClutterFile(content: .bytes([]), modified: now), at: path)
        }
        let isNew = if case .there = target { false } else { true }
        return answer(lock, isNew ? .created : .ok)
    }

    private func refresh(_ tokens: Set<String>, _ seconds: Double) throws(Problem) -> Response {
        for token in tokens {
            if let lock = context.dav.locks.refresh(path, token: token, seconds: seconds, at: now) { return answer(lock, .ok) }
        }
        throw DAVConditions.failed
    }

    private static func target(_ path: DAVPath, _ conditions: DAVConditions, _ tree: DAVTree, _ reader: LibraryReader) throws -> Target {
        let node = try tree.node(path, reader)
        try conditions.require(path, node) { try tree.node($0, reader) }
        switch node {
        case .put, .empty, .clutter: return .there
        case .folder, .photo, .note: throw Problem.cannotModify("Only files that wait to come in are locked: all else stays as it is anyway.")
        case nil: break
        }
        if try tree.takesClutter(at: path, reader) { return .newClutter }
        guard let name = path.name, case .folder(let folder)? = try tree.node(path.parent, reader) else { throw Problem.davParent }
        guard let put = folder.put else { throw DAVPutting.takesNothing(folder) }
        if case .incoming(let below) = folder, below.isEmpty, DAVNames.folded(name) == DAVNames.folded(NotImported.name) {
            throw Problem.cannotModify("“\(NotImported.name)” says what could not come in. Give the file another name.")
        }
        return try DAVPutting.former(name, put, folder, tree, reader) == nil ? .new(put, name) : .there
    }

    /// `Second-600, Infinite`: the first that is understood.
    static func seconds(_ timeout: String?) -> Double {
        for wish in (timeout ?? "").split(separator: ",").map({ $0.trimmed.lowercased() }) {
            if wish == "infinite" { return DAVLocks.longest }
            if wish.hasPrefix("second-"), let seconds = Double(wish.dropFirst("second-".count)), seconds > 0 { return min(seconds, DAVLocks.longest) }
        }
        return DAVLocks.longest
    }

    private func answer(_ lock: DAVLock, _ status: HTTPResponse.Status) -> Response {
        var xml = XMLWriter()
        xml.declare()
        xml.begin("prop", isRoot: true)
        xml.element("lockdiscovery") { lock.write(to: &$0, now: now) }
        xml.end("prop")
        return Response(
            status: status, headers: [.contentType: DAVRefusal.xml, .lockToken: "<\(lock.token)>", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: xml.bytes)))
    }

    func unlock(_ request: Request) async throws -> Response {
        guard let text = request.headers.text(.lockToken), text.hasPrefix("<"), text.hasSuffix(">"), text.utf8.count > 2 else {
            throw Problem(.badRequest, "lock-token", title: "It is not said which lock", detail: "Send Lock-Token, with the token in angle brackets.")
        }
        guard context.dav.locks.remove(path, token: String(text.dropFirst().dropLast()), at: now) else {
            throw DAVRefusal(
                status: .conflict, condition: "lock-token-matches-request-uri", href: path.href(isFolder: false), detail: "There is no such lock of it (any more). Lock it anew.")
        }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }
}
