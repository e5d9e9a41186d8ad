import Foundation
import HTTPTypes

/// One thing that the server answers: what a request for it looks like, and what the owner gets. Everybody else gets nothing.
struct ServedRoute: Sendable, CustomStringConvertible {
    let method: HTTPRequest.Method
    /// As the router has it, with `{name}` for what varies.
    let template: String
    /// A request for it, in the library of `RouteTable`.
    let path: String
    var body: String?
    /// What the owner's request is answered with.
    var status = 200

    var description: String { "\(method) \(path)" }
}

/// All that the server answers. A route that is registered and not in here fails `RouteTableTests`.
struct RouteTable: Sendable {
    let routes: [ServedRoute]

    /// - Parameters:
    ///   - photo: the identifier of an asset with a photo and the video of a Live Photo.
    ///   - video: that of a video.
    ///   - pages: the paths of the pages' files.
    init(photo: String, video: String, pages: some Sequence<String>) {
        func get(_ template: String, _ path: String? = nil) -> ServedRoute { ServedRoute(method: .get, template: template, path: path ?? template) }
        func post(_ template: String, _ body: String, _ status: Int) -> ServedRoute {
            ServedRoute(method: .post, template: template, path: template, body: body, status: status)
        }
        let asked = [
            get("/"),
            get("/api/library"),
            get("/api/timeline"),
            get("/api/assets"),
            get("/api/assets/{id}", "/api/assets/\(photo)"),
            get("/api/assets/{id}/exposure", "/api/assets/\(photo)/exposure"),
            get("/api/place", "/api/place?id=\(photo)"),
            get("/api/changes"),
            get("/api/collections"),
            get("/api/thumbnails", "/api/thumbnails?of=\(photo).1"),
            get("/api/openapi.json"),
            get("/image/{id}/{revision}/{size}", "/image/\(photo)/1/thumbnail"),
            get("/original/{id}/{revision}", "/original/\(photo)/1"),
            get("/video/{id}/{revision}", "/video/\(video)/1"),
            get("/live/{id}/{revision}", "/live/\(photo)/1"),
            post("/api/acts", "{\"act\":\"favorite\",\"assets\":[\"\(photo)\"],\"value\":true}", 200),
            post("/api/undo", "{\"undo\":\"none\"}", 410),
            post("/api/archives", "{\"assets\":[\"\(photo)\"]}", 200),
            ServedRoute(method: .get, template: "/archive/{token}", path: "/archive/none", status: 410),
        ]
        let files = pages.sorted().map { get("/" + $0) }
        // Whoever may read may ask for the head of it.
        let heads = (asked + files).filter { $0.method == .get }.map { ServedRoute(method: .head, template: $0.template, path: $0.path, status: $0.status) }
        routes = asked + files + heads
    }
}
