import Foundation

/// One file of the pages, as it is sent.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let contentType: String
    let entityTag: String

    /// `nil` for files of kinds that no page has.
    init?(name: String, bytes: [UInt8]) {
        guard let type = Self.types[name.split(separator: ".").last.map(String.init) ?? ""] else { return nil }
        (self.bytes, contentType, entityTag) = (bytes, type, EntityTag.of(bytes))
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "ico": "image/x-icon", "webmanifest": "application/manifest+json", "json": "application/json",
    ]
}
