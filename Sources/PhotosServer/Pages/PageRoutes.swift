import Foundation
import HTTPTypes
import Hummingbird

/// The pages: read once, and found by their exact names, so that no path leads anywhere else.
enum PageRoutes {
    static let routes: [Route] = [
        Route(
            "/", "page", "The gallery.", needs: .gallery,
            parameters: [
                .query("key", "Of an address that was printed: exchanged once for a session's cookie.", .string),
                .query("token", "The owner's token, exchanged for a session's cookie.", .string),
                .query("shared", "A batch of uploads whose outcome the page tells, or none where nothing was shared.", .string),
            ],
            answers: [.of("text/html", .string, "The page."), .status(.seeOther, "The same without the proof; a browser gets a page that leads there.")]
        ) { request, _, context in
            var response = try answer("index.html", of: context.pages, to: request)
            // The server was started with other tiles, or none, when a browser got the file before.
            if let tiles = context.mapTiles { response.headers[.contentSecurityPolicy] = CommonHeaders.policy(framedBy: [], picturesOf: tiles.server) }
            return response
        },
        file,
    ]

    /// Described once for all files, and registered for each.
    static let file = Route(
        "/{file}", "pageFile", "A script, style sheet, icon or manifest of the page.", needs: .page, parameters: [.path("file", .text(matching: "^[a-z]+[.][a-z]+$"))],
        answers: [.status(.ok, "The file, with a strong validator."), .notModified]
    ) { request, _, context in try answer(request.uri.path.split(separator: "/").joined(separator: "/"), of: context.pages, to: request) }

    static func answer(_ path: String, of pages: Pages, to request: Request) throws -> Response {
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
