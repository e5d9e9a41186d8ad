import Foundation
import Photos
import SharedWorld
import Testing

/// Keeps a server's list of pictures in step with the library: all of it at first, then what changed since the token that was archived.
private final class LibrarySync: NSObject, PHPhotoLibraryChangeObserver {
    private(set) var known = Set<String>()
    private var archivedToken: Data?
    let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    override init() {
        (changes, continuation) = AsyncStream.makeStream()
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    deinit { continuation.finish() }

    func photoLibraryDidChange(_ changeInstance: PHChange) { continuation.yield() }

    private var token: PHPersistentChangeToken? {
        get {
            guard let data = archivedToken else { return nil }
            return try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
        }
        set {
            archivedToken = newValue.flatMap { try? NSKeyedArchiver.archivedData(withRootObject: $0, requiringSecureCoding: true) }
        }
    }

    enum Outcome: Equatable { case full, upToDate, incremental(Int) }

    func sync() throws -> Outcome {
        let now = PHPhotoLibrary.shared().currentChangeToken
        guard let token = token else {
            fullSync()
            self.token = now
            return .full
        }
        if token == now { return .upToDate }
        var inserted = Set<String>(), deleted = Set<String>(), count = 0
        do {
            for change in try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) {
                let details = try change.changeDetails(for: PHObjectType.asset)
                inserted.formUnion(details.insertedLocalIdentifiers)
                inserted.formUnion(details.updatedLocalIdentifiers)
                deleted.formUnion(details.deletedLocalIdentifiers)
                count += 1
            }
        } catch PHPhotosError.persistentChangeTokenExpired {
            fullSync()
            self.token = now
            return .full
        }
        let found = PHAsset.fetchAssets(withLocalIdentifiers: Array(inserted), options: PHFetchOptions())
        var present = Set<String>()
        found.enumerateObjects { asset, _, _ in
            // Screenshots are left out after the fetch.
            if asset.mediaSubtypes.contains(.photoScreenshot) { return }
            present.insert(asset.localIdentifier)
        }
        known.subtract(deleted)
        known.subtract(inserted.subtracting(present))
        known.formUnion(present)
        self.token = now
        return .incremental(count)
    }

    private func fullSync() {
        known = []
        let result = PHAsset.fetchAssets(with: .image, options: nil)
        let batchSize = 2
        var start = 0
        while start < result.count {
            let end = min(start + batchSize, result.count)
            known.formUnion(result.objects(at: IndexSet(start..<end)).map { $0.localIdentifier })
            start = end
        }
    }
}

extension ClientTests {
    @Test func client06ALibraryIsKeptInStepByTokens() async throws {
        let world = try World()
        var assets = try world.saveDays(5)
        let sync = LibrarySync()
        defer { PHPhotoLibrary.shared().unregisterChangeObserver(sync) }
        #expect(try sync.sync() == .full)
        #expect(sync.known == Set(assets.map(\.localIdentifier)))
        #expect(try sync.sync() == .upToDate)

        assets.append(try world.save("new.jpg", seed: 30))
        let gone = assets.removeFirst()
        try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.deleteAssets([gone] as NSFastEnumeration) }
        var iterator = sync.changes.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        #expect(try sync.sync() == .incremental(2))
        #expect(sync.known == Set(assets.map(\.localIdentifier)), "a trashed asset counts as updated, and is found no more")
        #expect(try sync.sync() == .upToDate)
    }
}
