import Codecs
import Foundation
import Glibc

/// Thumbnails and previews of the current versions, on disk.
///
/// Everything here can be made again from the originals, so nothing is synced to disk and anything doubtful reads as absent. The folder
/// may be deleted while it is in use, by us or by another process. All calls may be made from any thread at once.
package final class DerivativeStore: Sendable {
    /// Longest side of a thumbnail, in pixels.
    package static let thumbnailSide = 256
    /// Longest side of a preview, in pixels.
    package static let previewSide = 1440

    package let folder: URL
    let thumbnails: PackedTable
    let placeholders: PlaceholderTable

    /// `folder` is the library's `derivatives/`; it need not exist.
    package convenience init(folder: URL) { self.init(folder: folder, limits: CompactionLimits()) }

    init(folder: URL, limits: CompactionLimits) {
        self.folder = folder
        thumbnails = PackedTable(folder: folder, name: "thumbnails-\(Self.thumbnailSide)", limits: limits)
        placeholders = PlaceholderTable(folder: folder, name: "placeholders")
    }

    /// The JPEG thumbnail of this revision; `nil` where there is none, or none that is whole.
    package func thumbnail(assetID: Int64, uuid: UUID, revision: Int64) -> EncodedImage? {
        thumbnails([(assetID, uuid, revision)])[0]
    }

    /// The same of several assets, which costs less than one after the other.
    package func thumbnails(_ assets: [(id: Int64, uuid: UUID, revision: Int64)]) -> [EncodedImage?] {
        thumbnails.blobs(assets.map { ($0.id, Self.tag($0.uuid, $0.revision)) }).map { blob in
            guard var bytes = blob, bytes.count > 4 else { return nil }
            let width = Int(bytes[0]) | Int(bytes[1]) << 8, height = Int(bytes[2]) | Int(bytes[3]) << 8
            bytes.removeFirst(4)
            return EncodedImage(bytes: bytes, width: width, height: height)
        }
    }

    package func hasThumbnail(assetID: Int64, uuid: UUID, revision: Int64) -> Bool {
        thumbnail(assetID: assetID, uuid: uuid, revision: revision) != nil
    }

    /// Replaces the asset's thumbnail, and its placeholder where the image knows its colours.
    package func storeThumbnail(_ image: EncodedImage, assetID: Int64, uuid: UUID, revision: Int64) throws(ImagingError) {
        let tag = Self.tag(uuid, revision)
        try thumbnails.store(Self.blob(image), row: assetID, tag: tag)
        if let quarters = image.quarters { try placeholders.store(quarters, row: assetID, tag: tag) }
    }

    /// The size, then the file.
    static func blob(_ image: EncodedImage) -> [UInt8] {
        let width = UInt16(clamping: image.width), height = UInt16(clamping: image.height)
        return [UInt8(width & 255), UInt8(width >> 8), UInt8(height & 255), UInt8(height >> 8)] + image.bytes
    }

    /// The JPEG file of this revision's preview; `nil` where there is none.
    package func preview(uuid: UUID, revision: Int64) -> URL? {
        let url = previewURL(uuid, revision)
        return access(url.path, R_OK) == 0 ? url : nil
    }

    /// Keeps a preview and drops the one of the revision before.
    package func storePreview(_ image: EncodedImage, uuid: UUID, revision: Int64) throws(ImagingError) {
        let url = previewURL(uuid, revision)
        let part = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
        guard let descriptor = Self.create(part) else { throw Self.unwritable(url) }
        let written = writeFully(descriptor, image.bytes, at: 0)
        guard close(descriptor) == 0, written, rename(part.path, url.path) == 0 else {
            let error = Self.unwritable(url)
            unlink(part.path)
            throw error
        }
        if revision > 1 { unlink(previewURL(uuid, revision - 1).path) }
    }

    /// Forgets all derivatives of an asset.
    package func remove(assetID: Int64, uuid: UUID, revision: Int64) {
        thumbnails.clear(row: assetID)
        placeholders.clear(row: assetID)
        unlink(previewURL(uuid, revision).path)
    }

    private func previewURL(_ uuid: UUID, _ revision: Int64) -> URL {
        let name = uuid.uuidString
        return folder.appendingPathComponent("previews/\(name.prefix(1))/\(name)-\(revision).jpg")
    }

    /// A new file; makes the folders where they are missing, and once more where somebody deletes them in between.
    private static func create(_ url: URL) -> Int32? {
        for _ in 0..<3 {
            let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if descriptor >= 0 { return descriptor }
            guard errno == ENOENT else { return nil }
            try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        return nil
    }

    private static func unwritable(_ url: URL) -> ImagingError {
        let reason = String(cString: strerror(errno))
        return ImagingError(.derivativesUnwritable, "Could not keep the preview \(url.path): \(reason). Make room or fix its permissions; the picture itself is safe.")
    }

    /// Mixes UUID and revision, so that a slot whose row id was given to another asset by a restored catalogue reads as absent.
    static func tag(_ uuid: UUID, _ revision: Int64) -> UInt64 {
        let (high, low) = withUnsafeBytes(of: uuid.uuid) {
            (UInt64(bigEndian: $0.load(as: UInt64.self)), UInt64(bigEndian: $0.load(fromByteOffset: 8, as: UInt64.self)))
        }
        var mix = high ^ (low &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(bitPattern: revision) &* 0xC2B2_AE3D_27D4_EB4F)
        mix ^= mix >> 32
        mix = mix &* 0xD6E8_FEB8_6659_FD93
        return mix ^ (mix >> 32)
    }
}
