import Foundation

/// One file of the pages, as it is sent.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let contentType: String
    let entityTag: String

    /// `nil` for files of kinds that no page has.
    init?(name: String, bytes: [UInt8]) {
        guard let type = Self.types[name.split(separator: ".").last.map(String.init) ?? ""] else { return nil }
        (self.bytes, contentType) = (bytes, type)
        entityTag = "\"\(String(bytes.count, radix: 36))-\(String(Self.hash(bytes), radix: 36))\""
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "ico": "image/x-icon", "webmanifest": "application/manifest+json", "json": "application/json",
    ]

    /// FNV-1a: tells versions of our own files apart, and need not withstand anybody.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
