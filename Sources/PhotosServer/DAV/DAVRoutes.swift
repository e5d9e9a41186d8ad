import HTTPTypes
import Hummingbird
import LibraryEngine
import NIOHTTP1

/// The library as a network folder (WebDAV, RFC 4918), below `/dav`. Docs/WebDAV.md says what clients find there.
enum DAVRoutes {
    static let below = DAVPath.root + "/**"

    /// OpenAPI describes neither these methods nor paths of any depth, so none of them is in the API's description.
    static let routes: [Route] = [
        row(.options, "davOptions", "What can be done here.", needs: .downloading) { _, path, tree in DAVAsking(tree: tree, path: path).options() },
        row(.get, "davFile", "A file's bytes.", needs: .downloading) { request, path, tree in try await DAVReading(tree: tree, path: path).file(request) },
        row(.propfind, "davProperties", "What is known of a file or a folder, and of what is in it.", needs: .downloading) { request, path, tree in
            try await DAVAsking(tree: tree, path: path).properties(request)
        },
        row(.put, "davPut", "Adds a file.", needs: .uploading) { request, path, tree in try await DAVPutting(tree: tree, path: path).put(request) },
        row(.mkcol, "davMakeFolder", "Makes a folder, or an album.", needs: .uploading) { request, path, tree in
            try await DAVChanging(tree: tree, path: path).makeFolder(request)
        },
        row(.delete, "davDelete", "Withdraws what waits.", needs: .uploading) { request, path, tree in try await DAVChanging(tree: tree, path: path).delete(request) },
        row(.move, "davMove", "Calls what waits otherwise.", needs: .uploading) { request, path, tree in try await DAVMoving(tree: tree, path: path).move(request) },
        row(.copy, "davCopy", "Is refused: what would be copied is in the library once.", needs: .uploading) { request, path, tree in
            try await DAVMoving(tree: tree, path: path).copy(request)
        },
        row(.proppatch, "davSetProperties", "Gives what waits its date.", needs: .uploading) { request, path, tree in
            try await DAVDating(tree: tree, path: path).change(request)
        },
        row(.lock, "davLock", "Locks a file that waits, or a name for one.", needs: .uploading) { request, path, tree in try await DAVLocking(tree: tree, path: path).lock(request)
        },
        row(.unlock, "davUnlock", "Ends a lock.", needs: .uploading) { request, path, tree in try await DAVLocking(tree: tree, path: path).unlock(request) },
    ]

    private static func row(
        _ method: HTTPRequest.Method, _ name: String, _ summary: String, needs need: Need, _ answer: @escaping @Sendable (Request, DAVPath, DAVTree) async throws -> Response
    ) -> Route {
        Route(below, by: method, name, summary, needs: need, answers: [], isDescribed: false) { request, _, context in
            guard let path = DAVPath(uri: request.uri.path) else { throw RequestGuard.badPath }
            do {
                return try await answer(request, path, DAVTree(context: context))
            } catch let refusal as DAVRefusal {
                return refusal.response
            } catch let problem as Problem where problem.status == .unauthorized {
                throw RequestGuard.noPassword
            }
        }
    }

    // MARK: Heads

    private static let methods: [HTTPMethod] = [.OPTIONS, .PROPFIND, .PUT, .MKCOL, .DELETE, .MOVE, .COPY, .PROPPATCH, .LOCK, .UNLOCK]

    /// Whether a method that only these routes have is served at an address.
    static func takes(_ method: HTTPMethod, at uri: String) -> Bool { DAVPath.isHere(uri) && methods.contains(method) }

    /// Whether a request's body is a file's bytes.
    static func isSending(_ head: HTTPRequestHead) -> Bool { head.method == .PUT && DAVPath.isHere(head.uri) }
}

extension HTTPRequest.Method {
    fileprivate static let propfind = named("PROPFIND"), mkcol = named("MKCOL"), move = named("MOVE"), copy = named("COPY"), proppatch = named("PROPPATCH"),
        lock = named("LOCK"), unlock = named("UNLOCK")
}
