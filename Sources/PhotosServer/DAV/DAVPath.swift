import Foundation
import Support

/// An address below `/dav` in parts, in Unicode's composed form: macOS sends the decomposed one.
struct DAVPath: Hashable, Sendable {
    static let root = "/dav"

    /// None is `/dav/` itself.
    let parts: [String]

    init(_ parts: [String]) { self.parts = parts }

    /// - Parameter uri: a path as it was sent, perhaps with a query.
    /// - Returns: `nil` for what lies elsewhere, or can't be read.
    init?(uri: String) {
        // A number sign of a name is sent as %23; what stands behind another one is no part of an address.
        guard Self.isHere(uri), !uri.utf8.contains(UInt8(ascii: "#")) else { return nil }
        var parts: [String] = []
        for segment in uri.prefix(while: { $0 != "?" }).dropFirst(Self.root.count).split(separator: "/") {
            guard let bytes = PercentEncoding.bytes(of: segment.utf8), let text = String(validating: bytes, as: UTF8.self), Self.isName(text) else { return nil }
            parts.append(text.precomposedStringWithCanonicalMapping)
        }
        self.parts = parts
    }

    private static func isName(_ text: String) -> Bool {
        DAVClutter.isIcon(text) || !text.isEmpty && text != "." && text != ".." && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "/" || $0 == "\\" }
    }

    /// Whether an address is one of these.
    static func isHere(_ uri: String) -> Bool {
        guard uri.hasPrefix(root) else { return false }
        let next = uri.utf8.dropFirst(root.utf8.count).first
        return next == nil || next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
    }

    /// `nil` for `/dav/` itself.
    var name: String? { parts.last }

    var parent: DAVPath { DAVPath(parts.dropLast()) }

    func appending(_ name: String) -> DAVPath { DAVPath(parts + [name]) }

    /// Whether it is another one, or below it.
    func isInside(_ other: DAVPath) -> Bool { parts.starts(with: other.parts) }

    /// As it stands in answers: folders end with a slash.
    func href(isFolder: Bool) -> String {
        Self.root + parts.map { "/" + PercentEncoding.encode($0) }.joined() + (isFolder ? "/" : "")
    }
}
