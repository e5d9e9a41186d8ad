import Foundation

/// What names one object in every library that holds it: its UUID, by which libraries that were synced know it, and for an asset the SHA-256 of
/// its main file, by which all others do.
package struct CloudIdentifier: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case asset = "001"
        case folder = "020"
        case album = "040"
    }

    package var kind: Kind
    package var uuid: UUID
    /// 32 bytes, or none.
    package var content: Data

    package init(_ kind: Kind, _ uuid: UUID, content: Data = Data()) {
        // Whatever is no hash can't be compared with one.
        (self.kind, self.uuid, self.content) = (kind, uuid, content.count == 32 ? content : Data())
    }
}

extension CloudIdentifier {
    /// Stands before the content; another one is another version's.
    private static let format: Character = "1"

    /// `UUID:KIND:1CONTENT`, the content in base 64. The same in every release.
    package var text: String { "\(uuid.uuidString):\(kind.rawValue):\(Self.format)\(URLSafeBase64.text(of: content))" }

    /// `nil` for anything but `text` of an identifier; the UUID's letters may be of either case.
    package init?(text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let uuid = UUID(uuidString: String(parts[0])), let kind = Kind(rawValue: String(parts[1])),
            parts[2].first == Self.format, let content = URLSafeBase64.data(from: String(parts[2].dropFirst())),
            content.isEmpty || content.count == 32 && kind == .asset
        else { return nil }
        self.init(kind, uuid, content: content)
    }
}
