import Foundation

/// Smart albums are computed, so their identity is too: the same in every library.
package enum SmartAlbumIdentity {
    /// "SMART" and the raw value of the subtype, which is below 65,536.
    package static func uuid(_ subtype: AlbumSubtype) -> UUID {
        var bytes: uuid_t = (0x53, 0x4D, 0x41, 0x52, 0x54, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0)
        (bytes.14, bytes.15) = (UInt8(truncatingIfNeeded: subtype.rawValue >> 8), UInt8(truncatingIfNeeded: subtype.rawValue))
        return UUID(uuid: bytes)
    }

    /// `nil` for the UUID of anything else.
    package static func subtype(of uuid: UUID) -> AlbumSubtype? {
        let subtype = AlbumSubtype(rawValue: Int(uuid.uuid.14) << 8 | Int(uuid.uuid.15))
        return self.uuid(subtype) == uuid ? subtype : nil
    }
}
