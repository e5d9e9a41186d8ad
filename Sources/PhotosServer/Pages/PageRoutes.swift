import Foundation
import HTTPTypes
import Hummingbird

/// The pages: read once, and found by their exact names, so that no path leads anywhere else.
enum PageRoutes {
    static func register(on router: GalleryRouter, _ context: GalleryContext) {
        let files = context.pages
        if let first = files["index.html"] { router.get("/") { request, _ in answer(first, to: request) } }
        for (path, file) in files { router.get(RouterPath("/" + path)) { request, _ in answer(file, to: request) } }
    }

    private static func answer(_ file: PageFile, to request: Request) -> Response {
        // Asked for again each time: an address stays the same when a new version of the program comes.
        var headers: HTTPFields = [.contentType: file.contentType, .eTag: file.entityTag, .cacheControl: "no-cache"]
        if EntityTag.matches(request.headers[.ifNoneMatch], file.entityTag) { return Response(status: .notModified, headers: headers) }
        headers[.contentLength] = "\(file.bytes.count)"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
