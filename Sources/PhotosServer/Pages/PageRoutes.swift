import Foundation
import HTTPTypes
import Hummingbird

/// The pages: read once, and found by their exact names, so that no path leads anywhere else.
enum PageRoutes {
    static func all(_ pages: Pages) -> [Route] {
        pages.paths.flatMap { path in
            (path == "index.html" ? ["/", "/" + path] : ["/" + path]).map { Route($0, needs: .gallery) { request, _, _ in try answer(path, of: pages, to: request) } }
        }
    }

    private static func answer(_ path: String, of pages: Pages, to request: Request) throws -> Response {
        guard let file = pages.file(path, languages: request.headers[.acceptLanguage]) else {
            throw Problem(.notFound, "not-found", title: "There is nothing here", detail: "The address leads nowhere. The first page is /.")
        }
        // Asked for again each time: an address stays the same when a new version of the program comes.
        var headers: HTTPFields = [.contentType: file.contentType, .eTag: file.entityTag, .cacheControl: "no-cache"]
        if pages.isMadeForLanguages(path) { headers[.vary] = "Accept-Language" }
        if EntityTag.matches(request.headers[.ifNoneMatch], file.entityTag) { return Response(status: .notModified, headers: headers) }
        headers[.contentLength] = "\(file.bytes.count)"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
