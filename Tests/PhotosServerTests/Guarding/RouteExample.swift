import Foundation
import HTTPTypes
@testable import PhotosServer

/// A request for a row of the server's table, and what the owner gets.
struct RouteExample: Sendable, CustomStringConvertible {
    let need: Need
    let method: HTTPRequest.Method
    let path: String
    let body: String?
    let status: Int

    var description: String { "\(method) \(path)" }

    private struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// An example of every row, and of asking for the head alone.
    /// - Parameters:
    ///   - photo: the identifier of an asset with a photo and the video of a Live Photo.
    ///   - video: that of a video.
    /// - Throws: for a row that has something of which no example is known here.
    static func all(photo: String, video: String, pages: Pages) throws -> [RouteExample] {
        let parts = [
            "revision": "1", "size": "thumbnail", "token": "none", "of": "\(photo).1", "kind": "live", "part": "0-500",
            "session": UUID().uuidString, "client": UUID().uuidString, "item": "0", "resource": "0", "return": "https://example.org/", "ticket": "none", "folder": "css",
            "name": "sharing.css", "batch": UUID().uuidString, "file": "1",
            "q": "lis", "west": "-10", "south": "-10", "east": "10", "north": "10", "zoom": "2",
        ]
        let bodies = [
            "previewMerge": "{\"assets\":[\"\(photo)\"]}",
            "previewEdit": "{\"assets\":[\"\(photo)\"],\"edit\":{\"rating\":1}}",
            "act": "{\"act\":\"favorite\",\"assets\":[\"\(photo)\"],\"value\":true}", "undo": "{\"undo\":\"none\"}", "archive": "{\"assets\":[\"\(photo)\"]}",
            "saveEdit": "{\"adjustments\":null}", "saveTrim": "{\"part\":null}", "beginPicker": "{}", "updatePicker": "{}",
            "admitClient": "{\"application\":\"org.example.viewer\"}", "choose": "{\"assets\":[]}", "goneOfChoice": "{\"assets\":[]}", "unlock": "{\"password\":\"x\"}",
            "sharedArchive": "{}", "addShare": "{\"assets\":[\"\(photo)\"]}", "revokeShare": "{}", "beginUpload": "{}", "addToUpload": "{}",
            "sharedBeginUpload": "{}", "sharedAddToUpload": "{}", "sharedSendUpload": "", "sharedOverrideUpload": "",
            "sendUpload": "", "overrideUpload": "", "pauseCloud": "{\"isPaused\":true}",
            "receiveShared": "",
        ]
        // Nothing was done or packed before, and no site's forms are known.
        let statuses = [
            "endClient": 404, "undo": 410, "download": 410, "pickerForm": 403, "revokeShare": 404, "upload": 404, "addToUpload": 404, "cancelUpload": 404,
            // One photo alone is merged with nothing.
            "previewMerge": 400,
            // It leads on; and JSON is no form.
            "shareTarget": 303, "receiveShared": 415,
            // No folder has outlines.
            "mapLand": 404, "mapBorders": 404,
            // The library has no store.
            "pauseCloud": 400,
            // Nothing else says which version of tus it means.
            "uploadOptions": 204, "createUpload": 412, "uploadOffset": 412, "sendUpload": 412, "withdrawUpload": 412, "overrideUpload": 412,
            // Folders are no files, and stay as they are. Nothing says how deep, where to, what or which lock.
            "davFile": 405, "davProperties": 403, "davPut": 405, "davMakeFolder": 405, "davDelete": 403, "davMove": 400, "davCopy": 403, "davSetProperties": 400,
            "davLock": 412, "davUnlock": 400,
        ]
        return try RouteTable.routes(with: pages).flatMap { route in
            // A path of any depth.
            var path = route.path.replacing("**", with: "Photos"), query: [String] = []
            for parameter in route.parameters where parameter.isRequired && parameter.location != .header && route.name != "pageFile" {
                guard let value = parameter.name == "id" ? (["video", "trim", "saveTrim"].contains(route.name) ? video : photo) : parts[parameter.name] else {
                    throw Missing(description: "\(route.name) has a parameter \(parameter.name) that RouteExample knows no value for")
                }
                if parameter.location == .path { path = path.replacing("{\(parameter.name)}", with: value) } else { query.append("\(parameter.name)=\(value)") }
            }
            if !query.isEmpty { path += "?" + query.joined(separator: "&") }
            guard route.body == nil || bodies[route.name] != nil else { throw Missing(description: "\(route.name) needs a body that RouteExample does not know") }
            // No picker was begun before, either.
            let isOfPicker = route.need == .choosing || route.need == .collecting
            // At a link’s addresses its token counts, and nothing else.
            let status = statuses[route.name] ?? (isOfPicker ? 404 : route.need.isOfLinks ? 410 : 200)
            let example = RouteExample(need: route.need, method: route.method, path: path, body: bodies[route.name], status: status)
            // Whoever may read may ask for the head of it.
            return route.method == .get ? [example, RouteExample(need: route.need, method: .head, path: path, body: nil, status: status)] : [example]
        }
    }
}
