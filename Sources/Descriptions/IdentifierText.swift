import Foundation
import PhotoModel

/// The forms in which people and programs name an asset or an album.
package enum IdentifierText: Equatable {
    case whole(UUID)
    /// The beginning of a UUID, upper case.
    case prefix(String)

    /// What tables show: long enough to tell a million assets apart in most cases, and accepted wherever an identifier is.
    package static func short(_ uuid: UUID) -> String { String(uuid.uuidString.prefix(8)) }

    /// `nil` for what can't be an identifier. Accepts every spelling of a whole identifier, and four or more first characters of one.
    package init?(_ text: String) {
        if let uuid = LocalIdentifier.uuid(from: text) {
            self = .whole(uuid)
            return
        }
        let pattern = Array("HHHHHHHH-HHHH-HHHH-HHHH-HHHHHHHHHHHH".utf8)
        let bytes = Array(text.uppercased().utf8)
        guard bytes.count >= 4, bytes.count < pattern.count else { return nil }
        for (byte, place) in zip(bytes, pattern) {
            let isHex = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
            guard place == UInt8(ascii: "-") ? byte == place : isHex else { return nil }
        }
        self = .prefix(text.uppercased())
    }
}
