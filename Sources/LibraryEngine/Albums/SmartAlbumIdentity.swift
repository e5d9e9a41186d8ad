import Foundation

/// Smart albums are computed, so their identity is too: the same in every library.
package enum SmartAlbumIdentity {
    /// "SMART" and the subtype, a raw value of `PHAssetCollectionSubtype` below 65,536.
    package static func uuid(subtype: Int) -> UUID {
        var bytes: uuid_t = (0x53, 0x4D, 0x41, 0x52, 0x54, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0)
        (bytes.14, bytes.15) = (UInt8(truncatingIfNeeded: subtype >> 8), UInt8(truncatingIfNeeded: subtype))
        return UUID(uuid: bytes)
    }

    /// `nil` for the UUID of anything else.
    package static func subtype(of uuid: UUID) -> Int? {
        let subtype = Int(uuid.uuid.14) << 8 | Int(uuid.uuid.15)
        return self.uuid(subtype: subtype) == uuid ? subtype : nil
    }
}
