import Decoding
import Foundation
import Glibc
import Imaging
import LibraryEngine
import Photos
import Pixels

extension TemporaryLibrary {
    /// Drops what is finished and in memory, as pressure does.
    public func forgetPictures() { library.images.forgetPictures() }

    /// Pixels of the thumbnail and the preview that are stored of an asset's current version; `nil` for what is not.
    public func storedDerivatives(of asset: PHAsset) throws -> (thumbnail: CGSize?, preview: CGSize?) {
        guard let id = try rows(of: [asset]).first, let record = try library.read({ try $0.asset(id: id) }) else { return (nil, nil) }
        let thumbnail = library.derivatives.thumbnail(assetID: id, uuid: record.uuid, revision: record.revision)
        let preview = library.derivatives.openPreview(uuid: record.uuid, revision: record.revision)
        return (thumbnail.map { CGSize(width: $0.width, height: $0.height) }, try preview.flatMap { try Self.size($0) })
    }

    /// Marks what requests found to be damaged, which otherwise happens a second later.
    public func noteDamage() { library.damageMarker.flush() }

    /// As `photos verify --repair`.
    public func repair() throws { _ = try library.verify(repair: true) }

    private static func size(_ descriptor: Int32) throws -> CGSize? {
        defer { close(descriptor) }
        let size = try FaultInjectingDecoder.workers.get().examine(MediaSource(descriptor: descriptor, name: "preview.jpg"), .factsOnly).facts.uprightSize
        return CGSize(width: size.width, height: size.height)
    }

    /// Takes the library away, as a disk that is not mounted any more. It does not come back.
    public func unmount() throws { try FileManager.default.moveItem(at: url, to: folder.appendingPathComponent("Unmounted.photolibrary")) }
}
