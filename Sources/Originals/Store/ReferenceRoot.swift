import Foundation
import Glibc
import Support

/// A folder of the user's that holds referenced originals, and how to know it again.
///
/// A hidden file `.photolibrary-root` in the folder holds a UUID. While a disk is not mounted, its mount point is an empty folder without
/// the marker: the originals are then out of reach, not deleted. Where the folder can't be written or the disk is full, the UUID is computed from the file
/// system's id and the folder's inode instead, which differ for an empty mount point just as well.
package struct ReferenceRoot: Sendable, Equatable {
    package static let markerName = ".photolibrary-root"
    package let path: BytePath
    package let uuid: UUID

    /// Reads the folder's marker, or makes one with `newUUID`; several libraries share one marker.
    package init(marking folder: BytePath, newUUID: UUID) throws(OriginalsError) {
        // Recorded for good, so not relative to where we happen to be.
        let path = folder.resolved ?? folder
        self.path = path
        if let uuid = Self.marker(in: path) {
            self.uuid = uuid
            return
        }
        let marker = path.appending(Self.markerName)
        let part = path.appending("\(Self.markerName)-\(newUUID.uuidString)")
        do throws(OriginalsError) {
            let file = try OpenFile(part, O_WRONLY | O_CREAT | O_EXCL, "write")
            defer { try? Folder.removeFile(part) }
            try file.write(Array((newUUID.uuidString + "\n").utf8))
            try file.synchronize()
            do throws(OriginalsError) { try Folder.rename(part, to: marker) } catch let error where error.code == .exists {}
            try Folder.synchronize(path)
        } catch let error where [.readOnly, .notPermitted, .noSpace].contains(error.code) {
            // A full disk of the user's is no reason not to reference what is on it.
            self.uuid = try Self.computed(path)
            return
        }
        // Another process may have been first.
        self.uuid = Self.marker(in: path) ?? newUUID
    }

    private init(_ path: BytePath, _ uuid: UUID) { (self.path, self.uuid) = (path, uuid) }

    /// What `init(marking:newUUID:)` would give, without writing a marker.
    package static func unmarked(_ path: BytePath, _ newUUID: UUID) -> ReferenceRoot { ReferenceRoot(path, marker(in: path) ?? newUUID) }

    /// Whether the folder at `path` is the one that was given `uuid`; false for an unmounted disk, a missing or another folder.
    package static func isPresent(_ uuid: UUID, at path: BytePath) -> Bool {
        // A root that was known by its inode may have got a marker since, from another library.
        marker(in: path) == uuid || (try? computed(path)) == uuid
    }

    /// Whether two paths lead to one folder.
    package static func isSameFolder(_ a: BytePath, _ b: BytePath) -> Bool {
        guard let a = try? FileSignature(path: a), let b = try? FileSignature(path: b) else { return false }
        return a.device == b.device && a.inode == b.inode
    }

    private static func marker(in folder: BytePath) -> UUID? {
        guard let file = try? OpenFile(reading: folder.appending(markerName), followsLinks: false) else { return nil }
        guard let content = try? file.readRest(limit: 36), content.count == 36 else { return nil }
        return UUID(uuidString: String(decoding: content, as: UTF8.self))
    }

    static func computed(_ folder: BytePath) throws(OriginalsError) -> UUID {
        let identifier = try FileSystemKind(holding: folder).identifier
        let inode = try FileSignature(path: folder).inode
        let hash = ContentHash()
        withUnsafeBytes(of: identifier) { hash.update($0) }
        withUnsafeBytes(of: inode) { hash.update($0) }
        guard let digest = hash.digest() else { throw OriginalsError(.failed, "libcrypto could not compute a SHA-256. Check the installation of OpenSSL.") }
        var bytes = Array(digest.prefix(16))
        // Version 8, variant 1: "made by other means".
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
