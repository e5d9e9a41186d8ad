import Foundation
import Glibc
import Pixels
import Support

/// Thumbnails and previews of the current versions, on disk.
///
/// Everything here can be made again from the originals, so nothing is synced to disk and anything doubtful reads as absent. The folder
/// may be deleted while it is in use, by us or by another process. All calls may be made from any thread at once.
package final class DerivativeStore: Sendable {
    /// Longest side of a small thumbnail, in pixels.
    package static let thumbnailSide = ThumbnailSize.small.rawValue
    /// Longest side of a preview, in pixels.
    package static let previewSide = 1440

    package var folder: URL { files.url }
    /// What there is is shown, and nothing is kept.
    package var isReadOnly: Bool { files.isReadOnly }
    let files: DerivativeFolder
    let thumbnails: PackedTable
    let mediumThumbnails: PackedTable
    let placeholders: PlaceholderTable
    /// Of the disk that they are on.
    package let space: DiskSpace

    /// `folder` is the library's `derivatives/`; it need not exist.
    package convenience init(folder: URL) { self.init(DerivativeFolder(folder), CompactionLimits(), DiskSpace { nil }) }

    /// The same in a library's folder, which is open.
    package convenience init(library: FolderHandle, name: String, isReadOnly: Bool = false, space: DiskSpace? = nil) {
        let folder = DerivativeFolder(URL(fileURLWithPath: library.path.appending(name).text), in: library, isReadOnly: isReadOnly)
        self.init(folder, CompactionLimits(), space ?? DiskSpace(of: library))
    }

    convenience init(folder: URL, limits: CompactionLimits) { self.init(DerivativeFolder(folder), limits, DiskSpace { nil }) }

    private init(_ files: DerivativeFolder, _ limits: CompactionLimits, _ space: DiskSpace) {
        (self.files, self.space) = (files, space)
        func table(_ size: ThumbnailSize) -> PackedTable { PackedTable(folder: files, name: "thumbnails-\(size.rawValue)", limits: limits) }
        (thumbnails, mediumThumbnails) = (table(.small), table(.medium))
        placeholders = PlaceholderTable(folder: files, name: PlaceholderTable.fileName)
    }

    func table(_ size: ThumbnailSize) -> PackedTable {
        switch size {
        case .small: thumbnails
        case .medium: mediumThumbnails
        }
    }

    /// The JPEG thumbnail of this revision; `nil` where there is none, or none that is whole.
    package func thumbnail(_ size: ThumbnailSize = .small, assetID: Int64, uuid: UUID, revision: Int64) -> EncodedImage? {
        thumbnails([(assetID, uuid, revision)], size)[0]
    }

    /// The same of several assets, which costs less than one after the other.
    package func thumbnails(_ assets: [(id: Int64, uuid: UUID, revision: Int64)], _ size: ThumbnailSize = .small) -> [EncodedImage?] {
        table(size).blobs(assets.map { ($0.id, Self.tag($0.uuid, $0.revision)) }).map { blob in
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
    package func storeThumbnail(_ image: EncodedImage, _ size: ThumbnailSize = .small, assetID: Int64, uuid: UUID, revision: Int64) throws(ImagingError) {
        guard !isReadOnly else { return }
        let tag = Self.tag(uuid, revision), blob = Self.blob(image)
        try withSpace(for: blob.count) { () throws(ImagingError) in try table(size).store(blob, row: assetID, tag: tag) }
        if let quarters = image.quarters { try placeholders.store(quarters, row: assetID, tag: tag) }
    }

    /// Keeps what is shown where a thumbnail will be, until there is one.
    package func storePlaceholder(_ colors: QuarterColors, assetID: Int64, uuid: UUID, revision: Int64) throws(ImagingError) {
        guard !isReadOnly else { return }
        try placeholders.store(colors, row: assetID, tag: Self.tag(uuid, revision))
    }

    /// Keeps something, and has room made where the disk is nearly full. That is not waited for: the picture is shown in any case, and may be what room is made for.
    private func withSpace(for bytes: Int, _ keep: () throws(ImagingError) -> Void) throws(ImagingError) {
        _ = space.make(for: Int64(bytes), waits: false)
        try keep()
    }

    /// The size, then the file.
    static func blob(_ image: EncodedImage) -> [UInt8] {
        let width = UInt16(clamping: image.width), height = UInt16(clamping: image.height)
        return [UInt8(width & 255), UInt8(width >> 8), UInt8(height & 255), UInt8(height >> 8)] + image.bytes
    }

    /// Opens the JPEG file of this revision's preview, for the caller to close; `nil` where there is none.
    package func openPreview(uuid: UUID, revision: Int64) -> Int32? { files.open(Self.previewName(uuid, revision), O_RDONLY) }

    package func hasPreview(uuid: UUID, revision: Int64) -> Bool {
        guard let descriptor = openPreview(uuid: uuid, revision: revision) else { return false }
        close(descriptor)
        return true
    }

    /// The bytes of that file; `nil` where there is none, or one that can't be read.
    package func preview(uuid: UUID, revision: Int64) -> [UInt8]? {
        guard let descriptor = openPreview(uuid: uuid, revision: revision) else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, let size = Int(exactly: status.st_size), size <= Self.longestPreview else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in count = readFully(descriptor, UnsafeMutableRawBufferPointer(buffer), at: 0) }
        return bytes.count == size ? bytes : nil
    }

    /// The same with a seal that holds, as whoever keeps it elsewhere can tell as well; `nil` where there is none, or one that can't be told of.
    package func sealedPreview(uuid: UUID, revision: Int64) -> [UInt8]? {
        guard let bytes = preview(uuid: uuid, revision: revision), Self.isSealedPreview(bytes) else { return nil }
        return bytes
    }

    /// Whether these are the bytes that `sealedPreview` once gave.
    package static func isSealedPreview(_ bytes: [UInt8]) -> Bool { PreviewChecksum.isSealed(bytes) && PreviewChecksum.isSound(bytes) }

    /// Keeps a preview and drops the one of the revision before.
    package func storePreview(_ image: EncodedImage, uuid: UUID, revision: Int64) throws(ImagingError) {
        try storePreview(sealed: PreviewChecksum.sealed(image.bytes), uuid: uuid, revision: revision)
    }

    /// The same of one that has its seal already.
    package func storePreview(sealed bytes: [UInt8], uuid: UUID, revision: Int64) throws(ImagingError) {
        guard !isReadOnly else { return }
        try withSpace(for: bytes.count) { () throws(ImagingError) in try keepPreview(bytes, uuid: uuid, revision: revision) }
    }

    private func keepPreview(_ bytes: [UInt8], uuid: UUID, revision: Int64) throws(ImagingError) {
        let name = Self.previewName(uuid, revision)
        let part = "\(Self.previewFolder(uuid))/.\(uuid.uuidString)-\(revision).jpg.\(UUID().uuidString)"
        guard let descriptor = create(part) else { throw unwritable(name) }
        let written = writeFully(descriptor, bytes, at: 0)
        guard close(descriptor) == 0, written, files.replace(name, with: part) else {
            let error = unwritable(name)
            files.remove(part)
            throw error
        }
        if revision > 1 { files.remove(Self.previewName(uuid, revision - 1)) }
    }

    /// Drops one that turned out to be torn.
    func removePreview(uuid: UUID, revision: Int64) { files.remove(Self.previewName(uuid, revision)) }

    /// Forgets all derivatives of an asset.
    package func remove(assetID: Int64, uuid: UUID, revision: Int64) {
        guard !isReadOnly else { return }
        for size in ThumbnailSize.allCases { table(size).clear(row: assetID) }
        placeholders.clear(row: assetID)
        removePreview(uuid: uuid, revision: revision)
        removeMovie(uuid: uuid)
    }

    /// More than any picture of this side can have.
    package static let longestPreview = 64 << 20

    private static func previewFolder(_ uuid: UUID) -> String { "previews/\(uuid.uuidString.prefix(1))" }

    /// Where it lies in the folder.
    static func previewName(_ uuid: UUID, _ revision: Int64) -> String { "\(previewFolder(uuid))/\(uuid.uuidString)-\(revision).jpg" }

    /// A new file; makes the folders where they are missing, and once more where somebody deletes them in between.
    func create(_ name: String) -> Int32? {
        for _ in 0..<3 {
            if let descriptor = files.open(name, O_WRONLY | O_CREAT | O_EXCL) { return descriptor }
            guard errno == ENOENT else { return nil }
            files.makeFolders(for: name)
        }
        return nil
    }

    private func unwritable(_ name: String) -> ImagingError {
        let reason = String(cString: strerror(errno))
        return ImagingError(
            .derivativesUnwritable, "Could not keep the preview \(files.path(name)): \(reason). Make room or fix its permissions; the picture itself is safe.")
    }

    /// Mixes UUID and revision, so that a slot whose row id was given to another asset by a restored catalogue reads as absent.
    package static func tag(_ uuid: UUID, _ revision: Int64) -> UInt64 {
        let (high, low) = withUnsafeBytes(of: uuid.uuid) {
            (UInt64(bigEndian: $0.load(as: UInt64.self)), UInt64(bigEndian: $0.load(fromByteOffset: 8, as: UInt64.self)))
        }
        var mix = high ^ (low &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(bitPattern: revision) &* 0xC2B2_AE3D_27D4_EB4F)
        mix ^= mix >> 32
        mix = mix &* 0xD6E8_FEB8_6659_FD93
        return mix ^ (mix >> 32)
    }
}
