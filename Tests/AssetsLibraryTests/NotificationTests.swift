import AssetsLibrary
import Foundation
import Photos
import PhotosTesting
import SharedWorld
import Synchronization
import Testing

/// Keeps every notification of one library, in order, for whoever waits for the next.
// Guarded by its mutex.
final class NotificationRecorder: NSObject, @unchecked Sendable {
    struct Notified {
        let isWhole: Bool
        let info: [AnyHashable: Any]
        let isOnMain: Bool

        func urls(_ key: String) -> Set<URL> { info[key] as? Set<URL> ?? [] }
    }

    private let heard = Mutex<[Handed]>([])
    private let bell = DispatchSemaphore(value: 0)
    private let token = Mutex<Handed?>(nil)

    // Guarded by the mutex that it lies in.
    private struct Handed: @unchecked Sendable { let value: Any }

    init(_ library: ALAssetsLibrary) {
        super.init()
        let observer = NotificationCenter.default.addObserver(forName: .ALAssetsLibraryChanged, object: library, queue: nil) { [weak self] notification in
            let notified = Notified(isWhole: notification.userInfo == nil, info: notification.userInfo ?? [:], isOnMain: MainQueue.isCurrent)
            self?.heard.withLock { $0.append(Handed(value: notified)) }
            self?.bell.signal()
        }
        let handed = Handed(value: observer)
        token.withLock { $0 = handed }
    }

    deinit { if let token = token.withLock({ $0 }) { NotificationCenter.default.removeObserver(token.value) } }

    var count: Int { heard.withLock { $0.count } }

    /// The next one nobody has taken yet; `nil` after two minutes of silence, which ends a test that fails.
    func next() async -> Notified? {
        let found: Handed? = await withCheckedContinuation { done in
            DispatchQueue.global().async {
                guard self.bell.wait(timeout: .now() + 120) == .success else { return done.resume(returning: nil) }
                done.resume(returning: self.heard.withLock { $0.removeFirst() })
            }
        }
        return found?.value as? Notified
    }
}

extension AssetsLibraryTests {
    /// What is told of changes, which PhotoKit's observers are told of too.
    @Suite(.timeLimit(.minutes(20))) struct Notifications {
        let world: World
        let library: ALAssetsLibrary
        let recorder: NotificationRecorder
        init() throws {
            world = try World()
            library = ALAssetsLibrary()
            recorder = NotificationRecorder(library)
        }

        /// What is told of one step: the next begins when it was heard, or both might come as one.
        private func heard<T>(_ step: () async throws -> T) async throws -> (T, NotificationRecorder.Notified) {
            let result = try await step()
            return (result, try #require(await recorder.next()))
        }

        private func change(_ changes: @escaping () -> Void) async throws -> NotificationRecorder.Notified {
            try await heard { try await PHPhotoLibrary.shared().performChanges(changes) }.1
        }

        private func url(_ album: PHAssetCollection) throws -> URL { try #require(URL(string: "assets-library://group/?id=\(album.localIdentifier.prefix(36))")) }

        @Test func newAndDeletedAssetsAreToldAsTheirGroups() async throws {
            let cameraRoll = try #require(try await library.cameraRoll().url), (asset, inserted) = try await heard { try world.save() }
            #expect(inserted.urls(ALAssetLibraryUpdatedAssetGroupsKey) == [cameraRoll] && inserted.info.count == 1 && inserted.isOnMain && !inserted.isWhole)
            let album = try url(try await heard { try world.album("Trip", [asset]) }.0)
            let deleted = try await change { PHAssetChangeRequest.deleteAssets([asset]) }
            #expect(deleted.urls(ALAssetLibraryUpdatedAssetGroupsKey) == [cameraRoll, album] && deleted.urls(ALAssetLibraryUpdatedAssetsKey).isEmpty)
        }

        @Test func hiddenAssetsAreToldAsTheirGroups() async throws {
            let cameraRoll = try #require(try await library.cameraRoll().url), (asset, _) = try await heard { try world.save() }
            let found = try #require(try await library.cameraRoll().assets.first?.url), album = try url(try await heard { try world.album("Trip", [asset]) }.0)
            for isHidden in [true, false] {
                let notified = try await change { PHAssetChangeRequest(for: asset).isHidden = isHidden }
                #expect(notified.urls(ALAssetLibraryUpdatedAssetGroupsKey) == [cameraRoll, album] && notified.urls(ALAssetLibraryUpdatedAssetsKey) == [found])
            }
        }

        @Test func changedAssetsAreToldByTheirURLs() async throws {
            let (asset, _) = try await heard { try world.save() }, found = try #require(try await library.cameraRoll().assets.first?.url)
            let notified = try await change { PHAssetChangeRequest(for: asset).isFavorite = true }
            #expect(notified.urls(ALAssetLibraryUpdatedAssetsKey) == [found] && notified.urls(ALAssetLibraryUpdatedAssetGroupsKey).isEmpty)
            #expect(notified.info[ALAssetLibraryUpdatedAssetsKey] is NSSet, "as applications of those days have it")
        }

        @Test func anEditThroughThisFrameworkIsToldByBoth() async throws {
            let (url, _) = try await heard { try await library.writeImageData(toSavedPhotosAlbum: FixtureImages.jpeg(), metadata: nil) }
            let asset = try #require(try await library.found(url)), photo = try #require(asset.photoAsset), changes = ChangeRecorder.registered()
            defer { changes.stop() }
            let (_, notified) = try await heard { try await asset.setImageData(FixtureImages.jpeg(seed: 4), metadata: nil) }
            #expect(notified.urls(ALAssetLibraryUpdatedAssetsKey) == Set([url].compactMap { $0 }))
            let details = try #require(await changes.next()?.changeDetails(for: photo))
            #expect(details.assetContentChanged && details.objectAfterChanges?.hasAdjustments == true)
        }

        @Test func anEditThroughPhotoKitIsToldByBoth() async throws {
            let (url, _) = try await heard { try await library.writeImageData(toSavedPhotosAlbum: FixtureImages.jpeg(), metadata: nil) }
            let photo = try #require(try await library.found(url)?.photoAsset), changes = ChangeRecorder.registered()
            defer { changes.stop() }
            let input: PHContentEditingInput? = await withCheckedContinuation { done in
                photo.requestContentEditingInput(with: .forPhotoAdjustments()) { input, _ in done.resume(returning: input) }
            }
            let output = PHContentEditingOutput(contentEditingInput: try #require(input))
            var edit = PhotoAdjustments()
            edit.rotation = 90
            try output.render(edit)
            let notified = try await change { PHAssetChangeRequest(for: photo).contentEditingOutput = output }
            #expect(notified.urls(ALAssetLibraryUpdatedAssetsKey) == Set([url].compactMap { $0 }))
            let details = try #require(await changes.next()?.changeDetails(for: photo))
            #expect(details.assetContentChanged && details.objectAfterChanges?.pixelWidth == photo.pixelHeight)
            // Both tell of the same three times: the edit, its end, and that the asset is gone.
            _ = try await change { PHAssetChangeRequest(for: photo).revertAssetContentToOriginal() }
            #expect(await changes.next()?.changeDetails(for: photo)?.assetContentChanged == true)
            _ = try await change { PHAssetChangeRequest.deleteAssets([photo]) }
            #expect(await changes.next()?.changeDetails(for: photo)?.objectWasDeleted == true && recorder.count == 0)
        }

        @Test func groupsAreToldWhenTheyComeChangeAndGo() async throws {
            let (asset, _) = try await heard { try world.save() }, (album, inserted) = try await heard { try world.album("Trip") }, url = try url(album)
            #expect(inserted.urls(ALAssetLibraryInsertedAssetGroupsKey) == [url] && inserted.info.count == 1)
            let updated = try await change { PHAssetCollectionChangeRequest(for: album)?.addAssets([asset]) }
            #expect(updated.urls(ALAssetLibraryUpdatedAssetGroupsKey) == [url])
            let deleted = try await change { PHAssetCollectionChangeRequest.deleteAssetCollections([album]) }
            #expect(deleted.urls(ALAssetLibraryDeletedAssetGroupsKey) == [url] && deleted.urls(ALAssetLibraryUpdatedAssetGroupsKey).isEmpty)
        }

        @Test func aDeletedProjectIsNoGroup() async throws {
            let (asset, _) = try await heard { try world.save() }, project = try world.inventProject("Book", [asset])
            let album = try await heard { try world.album("Trip") }.0, url = try url(album)
            try await PHPhotoLibrary.shared().performChanges { PHAssetCollectionChangeRequest.deleteAssetCollections([project]) }
            let notified = try await change { PHAssetCollectionChangeRequest.deleteAssetCollections([album]) }
            #expect(notified.urls(ALAssetLibraryDeletedAssetGroupsKey) == [url] && recorder.count == 0)
        }

        @Test func deletedAlbumsOfOthersAreToldToWhoWantsThem() async throws {
            defer { SharedStreams.enable() }
            let shared = try await heard { try world.inventAlbum("Shared", subtype: .albumCloudShared) }.0, sharedURL = try url(shared)
            let another = try await heard { try world.inventAlbum("Another", subtype: .albumCloudShared) }.0
            let album = try await heard { try world.album("Trip") }.0, albumURL = try url(album)
            let wanted = try await heard { try world.removeAlbum(shared) }.1
            #expect(wanted.urls(ALAssetLibraryDeletedAssetGroupsKey) == [sharedURL])
            ALAssetsLibrary.disableSharedPhotoStreamsSupport()
            try world.removeAlbum(another)
            let notified = try await heard { try world.removeAlbum(album) }.1
            #expect(notified.urls(ALAssetLibraryDeletedAssetGroupsKey) == [albumURL] && recorder.count == 0)
        }

        @Test func whatChangesNothingHereIsNotTold() async throws {
            try world.list("Folder")
            let (album, notified) = try await heard { try world.album("Trip") }
            #expect(notified.urls(ALAssetLibraryInsertedAssetGroupsKey) == [try url(album)])
            #expect(recorder.count == 0)
        }

        @Test func ofTooManyChangesOnlyIsToldThatThereWereSome() async throws {
            let (_, notified) = try await heard { try world.invent(10_001) { _, _ in } }
            #expect(notified.isWhole && notified.isOnMain)
        }

        @Test func aLibraryThatWasReleasedIsTheObjectOfNoNotification() async throws {
            let all = Mutex(0)
            let observer = NotificationCenter.default.addObserver(forName: .ALAssetsLibraryChanged, object: nil, queue: nil) { _ in all.withLock { $0 += 1 } }
            defer { NotificationCenter.default.removeObserver(observer) }
            do { _ = ALAssetsLibrary() }
            _ = try await heard { try world.album("Trip") }
            // Observers are called one after the other on the main thread, and this one after that which was heard.
            await MainActor.run {}
            #expect(all.withLock { $0 } == 1)
        }

        @Test func limitedAccessHearsOfNoDeletedAlbum() async throws {
            let owner = PHPhotoLibrary.shared(), (asset, _) = try await heard { try world.save() }, (album, _) = try await heard { try world.album("Trip", [asset]) }
            world.newcomer(answered: .only([asset]))
            let other = ALAssetsLibrary(), others = NotificationRecorder(other)
            _ = await other.told(ALAssetsGroupAll)
            _ = try await heard { try await owner.performChanges { PHAssetCollectionChangeRequest.deleteAssetCollections([album]) } }
            _ = try await heard { try await owner.performChanges { PHAssetChangeRequest(for: asset).isFavorite = true } }
            // Of the album it would have been told before.
            let notified = try #require(await others.next())
            #expect(notified.urls(ALAssetLibraryDeletedAssetGroupsKey).isEmpty && notified.urls(ALAssetLibraryUpdatedAssetsKey).count == 1 && !notified.isWhole)
        }

        @Test func whoMayNotSeeTheLibraryHearsNothing() async throws {
            let owner = PHPhotoLibrary.shared()
            world.newcomer(answered: .nothing)
            let other = ALAssetsLibrary(), others = NotificationRecorder(other)
            _ = await other.told(ALAssetsGroupAll)
            _ = try await heard { try await owner.performChanges { PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip") } }
            // Its own turn on the main queue comes after what may have been posted meanwhile.
            _ = await other.told(ALAssetsGroupAll)
            #expect(others.count == 0)
        }
    }
}
