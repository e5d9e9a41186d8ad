import Foundation
import PhotoModel

/// Moments and their lists are computed; their identities name what they are made of, so that they can be found again by them.
package enum MomentIdentity: Hashable, Sendable {
    /// By the lowest row id in it.
    case moment(Int64)
    case list(MomentListRecord.Kind, Int64)

    /// Four letters, and a number of 48 bits.
    package var uuid: UUID {
        let (tag, number): (String, Int64) =
            switch self {
            case .moment(let id): ("MOMT", id)
            case .list(.cluster, let id): ("CLUS", id)
            case .list(.year, let year): ("YEAR", year)
            }
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for (index, letter) in tag.utf8.enumerated() { bytes[index] = letter }
            for index in 0..<6 { bytes[15 - index] = UInt8(truncatingIfNeeded: number >> (8 * Int64(index))) }
        }
        return UUID(uuid: bytes)
    }

    /// `nil` for the UUID of anything else.
    package init?(_ uuid: UUID) {
        let (tag, number) = withUnsafeBytes(of: uuid.uuid) { bytes in
            (String(decoding: bytes.prefix(4), as: UTF8.self), bytes.suffix(6).reduce(Int64(0)) { $0 << 8 | Int64($1) })
        }
        // The highest of the 48 bits is the sign.
        let signed = (number << 16) >> 16
        switch tag {
        case "MOMT": self = .moment(signed)
        case "CLUS": self = .list(.cluster, signed)
        case "YEAR": self = .list(.year, signed)
        default: return nil
        }
        guard self.uuid == uuid else { return nil }
    }
}
