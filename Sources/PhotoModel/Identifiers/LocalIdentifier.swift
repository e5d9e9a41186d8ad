import Foundation
import Support

/// Reads and writes the spellings of one identity: `UUID/L0/001`, a bare UUID, `assets-library://asset/asset.JPG?id=UUID&ext=JPG`;
/// upper and lower case are the same.
package enum LocalIdentifier {
    /// The UUID an identifier names; nil when it is none of these.
    package static func uuid(from text: String) -> UUID? {
        let bytes = text.utf8
        if bytes.count == 36 { return UUID(uuidString: text) }
        guard bytes.count > 36, bytes.count < 200 else { return nil }
        let head = text.prefix(36)
        if head.utf8.count == 36, let uuid = UUID(uuidString: String(head)) {
            // The type and number behind it differ by kind and device; the UUID alone is the identity.
            return text.dropFirst(36).uppercased().hasPrefix("/L") ? uuid : nil
        }
        guard text.lowercased().hasPrefix("\(urlScheme)://"), let question = text.firstIndex(of: "?") else { return nil }
        for field in text[text.index(after: question)...].split(separator: "&") where field.lowercased().hasPrefix("id=") {
            let value = String(field.dropFirst(3))
            return UUID(uuidString: value.removingPercentEncoding ?? value)
        }
        return nil
    }

    /// The same of an asset: the URL of a group names none, whatever its UUID is.
    package static func assetUUID(from text: String) -> UUID? { text.lowercased().hasPrefix("\(urlScheme)://group") ? nil : uuid(from: text) }

    /// The UUID an identifier names, or one that is made of the text, the same for the same text.
    package static func uuid(naming text: String) -> UUID {
        if let uuid = uuid(from: text) { return uuid }
        let halves = (text.utf8.fnv1a().bigEndian, text.utf8.fnv1a(basis: 0x8422_2325_CBF2_9CE4).bigEndian)
        return UUID(uuid: withUnsafeBytes(of: halves) { $0.load(as: uuid_t.self) })
    }

    // What stands behind the UUID: `L0` is any device, the number the kind of object.
    package static let assetSuffix = "/L0/001"
    package static let albumSuffix = "/L0/040"
    package static let folderSuffix = "/L0/020"
    package static let uploadJobSuffix = "/L0/060"

    package static func asset(_ uuid: UUID) -> String { uuid.uuidString + assetSuffix }
    package static func album(_ uuid: UUID) -> String { uuid.uuidString + albumSuffix }
    package static func folder(_ uuid: UUID) -> String { uuid.uuidString + folderSuffix }

    /// The scheme of the AssetsLibrary framework's URLs.
    package static let urlScheme = "assets-library"

    /// The URL by which the AssetsLibrary framework names an asset.
    /// - Parameter pathExtension: of the original's file name; the framework writes it in capitals.
    package static func assetURL(_ uuid: UUID, pathExtension: String) -> String {
        let pathExtension = pathExtension.uppercased()
        return "\(urlScheme)://asset/asset.\(pathExtension)?id=\(uuid.uuidString)&ext=\(pathExtension)"
    }

    /// The URL by which the AssetsLibrary framework names a group.
    package static func groupURL(_ uuid: UUID) -> String { "\(urlScheme)://group/?id=\(uuid.uuidString)" }
}
