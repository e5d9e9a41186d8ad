import Dispatch
import Foundation
import Photos
import SharedWorld
import Testing

/// A backup tool for the command line: waits for authorization with a semaphore on the main thread, walks the results by index, picks the
/// resources to keep by their types, copies many at once and waits for all of them, then compares.
private final class Backup {
    struct Item {
        let asset: PHAsset
        let original: PHAssetResource?
        let modified: PHAssetResource?
    }

    func isAuthorized() -> Bool {
        let semaphore = DispatchSemaphore(value: 0)
        var isAuthorized = false
        PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
            isAuthorized = status == .authorized
            semaphore.signal()
        }
        semaphore.wait()
        return isAuthorized
    }

    func album(_ title: String) -> PHAssetCollection? {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title == %@", title)
        return PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: options).firstObject
    }

    func items(changedSince date: Date) -> [Item] {
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        options.includeAllBurstAssets = true
        options.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced]
        options.predicate = NSPredicate(format: "(creationDate >= %@) OR (modificationDate >= %@)", date as NSDate, date as NSDate)
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        let result = PHAsset.fetchAssets(with: options)
        var items = [Item]()
        for index in 0..<result.count {
            let asset = result.object(at: index)
            let resources = PHAssetResource.assetResources(for: asset)
            items.append(
                Item(
                    asset: asset, original: resources.first { $0.type == .photo || $0.type == .video },
                    modified: resources.first { $0.type == .fullSizePhoto || $0.type == .fullSizeVideo }))
        }
        return items
    }

    func copy(_ items: [Item], to folder: URL) -> [URL] {
        let group = DispatchGroup()
        let lock = NSLock()
        var copies = [Int: URL]()
        for (index, item) in items.enumerated() {
            guard let original = item.original else { continue }
            group.enter()
            let options = PHAssetResourceRequestOptions()
            options.isNetworkAccessAllowed = true
            let url = folder.appendingPathComponent("\(index)-\(original.originalFilename)")
            PHAssetResourceManager.default().writeData(for: original, toFile: url, options: options) { error in
                if error == nil {
                    lock.lock()
                    copies[index] = url
                    lock.unlock()
                }
                group.leave()
            }
        }
        group.wait()
        return copies.sorted { $0.key < $1.key }.map { $0.value }
    }
}

extension ClientTests {
    @MainActor @Test func client05ABackupOnTheMainThread() throws {
        let world = try World()
        let assets = try world.saveDays(6)
        try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: assets[4]).isHidden = true }
        try world.album("Backed up")
        let backup = Backup()
        #expect(backup.isAuthorized())
        #expect(backup.album("Backed up")?.estimatedAssetCount == 0)
        #expect(backup.album("Elsewhere") == nil)
        let items = backup.items(changedSince: World.day(2))
        #expect(items.map(\.asset).contains(assets[4]), "hidden ones too")
        #expect(items.allSatisfy { $0.original?.originalFilename.hasPrefix("DAY_") == true && $0.modified == nil })
        let folder = world.folder.appendingPathComponent("backup")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let copies = backup.copy(items, to: folder)
        #expect(copies.count == items.count)
        for (copy, item) in zip(copies, items) {
            let name = try #require(item.original?.originalFilename)
            #expect(FileManager.default.contentsEqual(atPath: copy.path, andPath: world.folder.appendingPathComponent(name).path))
        }
    }
}
