import Adjustments
import Foundation
import LibraryEngine
import PhotoModel

// What other modules of this package ask of the API beyond what applications may.

extension PHPhotoLibrary {
    /// Logs what a caller has no other way to hear.
    package func report(error message: String) { session.report(.error, message) }
}

extension PHPhotoLibrary {
    /// An image file with an edit, rendered as an edit of a photo is, with what its EXIF says. Waits for a worker.
    /// - Throws: a `PHPhotosError`.
    package func rendering(of data: Data, _ adjustments: PhotoAdjustments) throws -> Data {
        do {
            let library = try session.gate().library
            let rendering = try data.withUnsafeBytes { bytes in
                try MediaSource.lend(bytes, named: "image") { try library.rendering(of: $0, UniformTypes.jpeg, adjustments) }
            }
            guard let rendering else { throw PHPhotosError(.internalError, "There is no memory for the picture.") }
            return Data(rendering.bytes)
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension PHAsset {
    /// What the edit in force was; `nil` for an asset without one. Waits for a small file.
    /// - Throws: a `PHPhotosError`.
    package func adjustmentDataNow() throws -> PHAdjustmentData? {
        do {
            let library = try sourceLibrary()
            let (now, resources) = try library.assetNow(record)
            guard now.hasAdjustments, let edit = resources.adjustmentData else { return nil }
            let file = try library.adjustment(in: edit, of: now)
            return try PHAdjustmentData(file, of: now, resources, library)
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension PHAsset {
    /// What an edit of the asset begins with, without its picture. Waits for the disk and a worker.
    /// - Parameter redoes: whether an edit with this data is made anew; every other is built upon.
    /// - Throws: a `PHPhotosError`.
    package func editingInputNow(redoing redoes: @escaping (PHAdjustmentData) -> Bool) throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions()
        (options.canHandleAdjustmentData, options.skipsDisplaySizeImage) = (redoes, true)
        do { return try EditingPreparation(try sourceLibrary(), self, options).input() } catch { throw PHPhotosError(error) }
    }
}

extension PHChange {
    /// What happened, object by object in the order of the changes, and the albums that assets are in which went to Recently Deleted or came back, or were hidden or
    /// are shown again.
    ///
    /// `nil` where it is more than `limit` objects, or not known any more: then everything may have changed.
    package func everything(atMost limit: Int) -> (items: [ChangeItem], albums: Set<UUID>)? {
        let read = session.read { reader -> (items: [ChangeItem], albums: Set<UUID>)? in
            var items: [ChangeItem] = [], albums: Set<UUID> = [], last = self.start
            guard try reader.remembers(last) else { return nil }
            while last < self.end {
                let page = try reader.history(after: last, through: self.end)
                guard let newest = page.last else { break }
                for entry in page {
                    guard let some = entry.items, items.count + some.count <= limit else { return nil }
                    items += some
                }
                last = newest.position
            }
            for case let id? in Set(items.lazy.filter { $0.entity == .asset && !$0.aspects.isDisjoint(with: [.trashed, .visibility]) }.map(\.rowID)) {
                albums.formUnion(try reader.collectionsContaining(assetID: id).map(\.uuid))
            }
            return (items, albums)
        }
        return (try? read.get()) ?? nil
    }
}
