import LibraryEngine
import Photos
import PhotosTesting
import Synchronization
import Testing

/// What each of many threads does with one library. All play the same roles, each beginning with another one.
final class Crowd: Sendable {
    let temporary: TemporaryLibrary
    let library: PHPhotoLibrary
    let assets: [PHAsset]
    /// One result that all of them read.
    let result: PHFetchResult<PHAsset>
    let changes: AsyncStream<PHChange>
    /// Handlers that are still to be called.
    let callbacks = DispatchGroup()
    let failures = Mutex<[String]>([])
    private let images = PHCachingImageManager()
    private let picture: UIImage?
    private let lastChange = Mutex<PHChange?>(nil)

    init(_ temporary: TemporaryLibrary, _ assets: [PHAsset]) throws {
        (self.temporary, self.assets, library) = (temporary, assets, temporary.photoLibrary)
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        result = PHAsset.fetchAssets(with: options)
        changes = library.changes()
        picture = UIImage(data: try FixtureImages.jpeg(width: 64, height: 48, seed: 1))
    }

    func run(_ number: Int) {
        let roles: [(Int) throws -> Void] = [
            fetch, enumerate, favourite, album, observe, authorize, history, request, moments, transient, compare, add, elsewhere,
        ]
        for step in roles.indices {
            let role = (number + step) % roles.count
            do { try roles[role](number) } catch { fail("role \(role): \(error)") }
        }
    }

    private func fail(_ text: String) { failures.withLock { $0.append(text) } }

    private func check(_ isRight: Bool, _ text: @autoclosure () -> String) { if !isRight { fail(text()) } }

    private func fetch(_ number: Int) throws {
        for format in ["mediaType == 2", "favorite == YES", "pixelWidth > 1000", "creationDate == nil OR mediaType == 1"] {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: format)
            options.fetchLimit = 500
            let found = PHAsset.fetchAssets(with: options)
            check(found.error == nil && found.count <= 500, "\(format): \(found.count)")
            if format == "mediaType == 2" { check(found.count == 300, "\(found.count) videos") }
        }
        check(PHAsset.fetchAssets(withLocalIdentifiers: [assets[number].localIdentifier], options: nil).count == 1, "an asset is lost")
        check(PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil).count > 5, "smart albums are lost")
    }

    private func enumerate(_ number: Int) {
        let seen = Atomic<Int>(0)
        result.enumerateObjects(options: .concurrent) { asset, index, _ in
            if asset.mediaType != .unknown, !asset.localIdentifier.isEmpty { seen.add(1, ordering: .relaxed) }
        }
        check(seen.load(ordering: .relaxed) == 1_516, "\(seen.load(ordering: .relaxed)) were enumerated")
        check(result.objects(at: IndexSet(stride(from: number, to: 1_500, by: 7))).count > 200, "objects(at:)")
        check(result.contains(assets[number]) && result.countOfAssets(with: .video) == 300, "contains, count")
        check(picture?.cgImage != nil, "a picture that all share")
    }

    private func favourite(_ number: Int) throws {
        let asset = assets[number]
        try library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "favorite == YES AND localIdentifier == %@", asset.localIdentifier)
        check(PHAsset.fetchAssets(with: options).count == 1, "a favourite is not seen")
    }

    private func album(_ number: Int) throws {
        var identifier = ""
        let (title, some) = ("Album \(number)", assets.prefix(number + 1))
        try library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            request.addAssets(Array(some) as NSFastEnumeration)
            identifier = request.placeholderForCreatedAssetCollection.localIdentifier
        }
        let albums = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil)
        guard let album = albums.firstObject else { return fail("an album is not seen") }
        check(PHAsset.fetchAssets(in: album, options: nil).count == number + 1, "members of an album")
        callbacks.enter()
        library.performChanges({ PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSFastEnumeration) }) { [self] isDone, error in
            check(isDone, "an album is not deleted: \(String(describing: error))")
            callbacks.leave()
        }
    }

    private func observe(_ number: Int) throws {
        let watcher = Watcher { [self] change in
            lastChange.withLock { $0 = change }
            return change.changeDetails(for: result)?.changedIndexes.map { "\($0.count)" } ?? "nothing"
        }
        library.register(watcher)
        try favourite(number)
        let asset = assets[number]
        try library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = false }
        try library.performChangesAndWait { PHAssetChangeRequest(for: asset).creationDate = Date(timeIntervalSince1970: Double(number)) }
        check(watcher.next(), "an observer was not called")
        library.unregisterChangeObserver(watcher)
    }

    private func authorize(_ number: Int) throws {
        check(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .authorized, "the owner's status")
        let application = "org.example.app\(number % 3)"
        let other = temporary.photoLibrary(for: application, policy: Permission(identifiers: assets.prefix(4).map(\.localIdentifier)))
        callbacks.enter()
        other.requestAuthorization(for: .readWrite) { [self] status in
            check(status == .limited, "\(status.rawValue)")
            let options = PHFetchOptions()
            options.photoLibrary = other
            let count = PHAsset.fetchAssets(with: options).count
            check(count == 4, "\(count) are seen with limited access")
            check((try? other.limitedSelection()?.count) == 4, "the selection")
            callbacks.leave()
        }
    }

    private func history(_ number: Int) throws {
        let token = library.currentChangeToken
        try favourite(number)
        try library.performChangesAndWait { [asset = assets[number]] in PHAssetChangeRequest(for: asset).isFavorite = false }
        let changed = try library.fetchPersistentChanges(since: token).flatMap { try $0.changeDetails(for: .asset).updatedLocalIdentifiers }
        check(changed.contains(assets[number].localIdentifier), "history lost a change")
        let identifiers = assets.map(\.localIdentifier)
        let clouds = library.cloudIdentifierMappings(forLocalIdentifiers: identifiers).values.compactMap { try? $0.get() }
        check(clouds.count == 16 && library.localIdentifierMappings(for: clouds).count == 16, "cloud identifiers")
    }

    private func request(_ number: Int) {
        let size = CGSize(width: 40 + number % 4 * 40, height: 120)
        images.startCachingImages(for: assets, targetSize: size, contentMode: .aspectFill, options: nil)
        for (place, asset) in assets.enumerated() {
            callbacks.enter()
            let id = images.requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: nil) { [self] image, info in
                if info?[PHImageResultIsDegradedKey] as? Bool == true { return }
                check(image != nil || info?[PHImageCancelledKey] as? Bool == true, "no picture: \(info ?? [:])")
                callbacks.leave()
            }
            if (place + number).isMultiple(of: 3) { images.cancelImageRequest(id) }
        }
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        PHImageManager.default().requestImage(for: assets[number], targetSize: size, contentMode: .aspectFit, options: options) { [self] image, _ in
            check(image != nil, "no picture at once")
        }
        check(PHAssetResource.assetResources(for: assets[number]).count == 1, "resources")
        images.stopCachingImages(for: assets, targetSize: size, contentMode: .aspectFill, options: nil)
    }

    private func moments(_ number: Int) {
        let moments = PHAssetCollection.fetchMoments(with: nil)
        check(moments.count > 10, "\(moments.count) moments")
        // Another thread may have given its last picture another date meanwhile; then nothing is in it any more.
        if let moment = moments.lastObject { check(PHAsset.fetchAssets(in: moment, options: nil).error == nil, "a moment's assets") }
        check(PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil).count > 0, "years")
    }

    private func transient(_ number: Int) {
        let some = PHAssetCollection.transientAssetCollection(with: Array(assets.prefix(3)), title: "Some")
        let all = PHAssetCollection.transientAssetCollection(withAssetFetchResult: result, title: "All")
        check(PHAsset.fetchAssets(in: some, options: nil).count == 3, "a transient album of three")
        check(PHAsset.fetchAssets(in: all, options: nil).count >= 1_516, "a transient album of all")
        let list = PHCollectionList.transientCollectionList(with: [some, all], title: nil)
        check(PHCollection.fetchCollections(in: list, options: nil).count == 2, "a transient list")
    }

    /// All ask the newest change, which another thread's observer got, about what they share.
    private func compare(_ number: Int) {
        guard let change = lastChange.withLock({ $0 }) else { return }
        if let details = change.changeDetails(for: result) {
            check(details.fetchResultAfterChanges.count >= 1_516, "after changes")
            details.enumerateMoves { _, _ in }
            check(details.hasIncrementalChanges && details.changedObjects.count == details.changedIndexes?.count, "changed objects")
        }
        _ = change.changeDetails(for: assets[number])
    }

    private func add(_ number: Int) throws {
        let file = try temporary.file("new-\(number).jpg", FixtureImages.jpeg(width: 32, height: 32, seed: 100 + number))
        try library.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
    }

    /// Through another opening of the library, as another process does.
    private func elsewhere(_ number: Int) throws {
        let engine = try PhotoLibrary.open(at: temporary.url, environment: temporary.library.environment)
        let other = PHPhotoLibrary(session: LibrarySession(engine))
        let options = PHFetchOptions()
        options.photoLibrary = other
        let found = PHAsset.fetchAssets(withLocalIdentifiers: [assets[number].localIdentifier], options: options)
        guard let asset = found.firstObject else { return fail("another opening does not see an asset") }
        let watcher = Watcher { _ in "" }
        other.register(watcher)
        try other.performChangesAndWait { PHAssetChangeRequest(for: asset).location = CLLocation(latitude: 1, longitude: 2) }
        check(watcher.next(), "an observer of another opening was not called")
    }
}

/// Gives the same few assets to whoever asks.
private struct Permission: PHAuthorizationPolicy {
    let identifiers: [String]

    func decide(_ request: PHAuthorizationRequest, answer: @escaping @Sendable (PHAuthorizationDecision) -> Void) {
        answer(.limited(localIdentifiers: identifiers))
    }
}
