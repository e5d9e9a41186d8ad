import Photos
import PhotosTesting
import Synchronization
import Testing

/// What an application's observers hear when somebody decides about its access.
@Suite struct AccessObservationTests {
    // Guarded by its lock.
    private final class Observer: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
        private let state: Mutex<(result: PHFetchResult<PHAsset>, steps: [String])>
        private let arrived = DispatchSemaphore(value: 0)

        init(_ result: PHFetchResult<PHAsset>) { state = Mutex((result, [])) }

        func photoLibraryDidChange(_ changeInstance: PHChange) {
            let result = state.withLock { $0.result }
            guard let details = changeInstance.changeDetails(for: result) else { return }
            let (removed, inserted, changed) = (details.removedIndexes, details.insertedIndexes, details.changedIndexes)
            let step = [removed, inserted, changed].map { "\(Array($0 ?? []))" }.joined(separator: " ")
            state.withLock { $0 = (details.fetchResultAfterChanges, $0.steps + [step]) }
            arrived.signal()
        }

        /// The next step: removed, inserted and changed indexes.
        func next() -> String? {
            guard arrived.wait(timeout: .now() + .seconds(120)) == .success else { return nil }
            return state.withLock { $0.steps.last }
        }
    }

    @Test(arguments: [false, true]) func aChangeOfTheSelectionIsTold(elsewhere: Bool) throws {
        let world = try AccessWorld()
        func give(_ indexes: Int...) throws {
            try world.temporary.grant(.limited(indexes.map { world.assets[$0] }), to: AccessWorld.application, elsewhere: elsewhere)
        }
        try give(0, 2)
        #expect(world.becomes { world.count() == 2 })
        let observer = Observer(PHAsset.fetchAssets(with: world.options()))
        world.viewer.register(observer)
        try give(0, 1, 2)
        #expect(observer.next() == "[] [1] []")
        try give(1)
        #expect(observer.next() == "[0, 2] [] []")
        try world.temporary.grant(.full, to: AccessWorld.application, elsewhere: elsewhere)
        #expect(observer.next() == "[] [0, 2, 3] []")
        world.viewer.unregisterChangeObserver(observer)
    }

    @Test func whatIsTakenFromTheSelectionWasDeletedForTheApplication() throws {
        let world = try AccessWorld()
        try world.grant(.limited([world.assets[0], world.assets[1]]))
        let kept = try #require(world.seen(0)), taken = try #require(world.seen(1))
        let watcher = Watcher { change in
            let deleted = change.changeDetails(for: taken).map { "\($0.objectWasDeleted)" }
            return "\(deleted ?? "nothing") \(change.changeDetails(for: kept) == nil)"
        }
        world.viewer.register(watcher)
        try world.grant(.limited([world.assets[0]]))
        #expect(watcher.next())
        try world.owner.performChangesAndWait { PHAssetChangeRequest(for: world.assets[2]).isFavorite = true }
        #expect(watcher.next())
        #expect(watcher.history == ["true true", "nothing true"])
        world.viewer.unregisterChangeObserver(watcher)
    }

    @Test func whatLiesOutsideOfTheSelectionIsInNoDetails() throws {
        let world = try AccessWorld()
        try world.grant(.limited([world.assets[1]]))
        let observer = Observer(PHAsset.fetchAssets(with: world.options()))
        world.viewer.register(observer)
        let assets = world.assets
        try world.owner.performChangesAndWait { for asset in assets { PHAssetChangeRequest(for: asset).isFavorite = true } }
        #expect(observer.next() == "[] [] [0]")
        world.viewer.unregisterChangeObserver(observer)
    }

    /// The first use asks, its result is empty, and when somebody has answered the assets come in.
    @Test func anAnswerComesAsInsertions() throws {
        let answer = Mutex<RecordingPolicy.Answer?>(nil)
        let asked = DispatchSemaphore(value: 0)
        let world = try AccessWorld(
            policy: RecordingPolicy { _, reply in
                answer.withLock { $0 = reply }
                asked.signal()
            })
        let observer = Observer(PHAsset.fetchAssets(with: world.options()))
        world.viewer.register(observer)
        #expect(asked.wait(timeout: .now() + .seconds(120)) == .success)
        answer.withLock { $0 }?(.limited(localIdentifiers: [world.assets[3].localIdentifier]))
        #expect(observer.next() == "[] [0] []")
        world.viewer.unregisterChangeObserver(observer)
    }
}
