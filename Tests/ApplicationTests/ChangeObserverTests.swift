import Foundation
import Photos
import SharedWorld
import Testing

private final class Watcher: NSObject, PHPhotoLibraryAvailabilityObserver {
    let calls = DispatchSemaphore(value: 0)

    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) { calls.signal() }
}

private final class Witness: NSObject, PHPhotoLibraryChangeObserver {
    let heard: AsyncStream<Bool>.Continuation

    init(_ heard: AsyncStream<Bool>.Continuation) { self.heard = heard }

    func photoLibraryDidChange(_ changeInstance: PHChange) { heard.yield(Thread.isMainThread) }
}

extension ApplicationTests {
    @Suite struct ChangeObservers {
        let world: World
        init() throws { world = try World() }

        @Test func aChangedObjectHasDetailsAndTheOthersNone() async throws {
            let days = try world.saveDays(2)
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let change = try #require(try await recorder.after { PHAssetChangeRequest(for: days[0]).isFavorite = true })
            let details: PHObjectChangeDetails<PHAsset> = try #require(change.changeDetails(for: days[0]))
            #expect(details.objectBeforeChanges === days[0], "the object that was handed in")
            #expect(!details.objectBeforeChanges.isFavorite)
            #expect(details.objectAfterChanges?.isFavorite == true)
            #expect(!details.assetContentChanged, "covers picture and video only")
            #expect(!details.objectWasDeleted)
            #expect(change.changeDetails(for: days[1]) == nil)
        }

        @Test func aDeletedObjectSaysSo() async throws {
            let days = try world.saveDays(2)
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let change = try #require(try await recorder.after { PHAssetChangeRequest.deleteAssets([days[1]] as NSFastEnumeration) })
            let details = try #require(change.changeDetails(for: days[1]))
            #expect(details.objectWasDeleted)
            #expect(details.objectAfterChanges == nil)
        }

        @Test func albumsAreObjectsToo() async throws {
            let asset = try world.save()
            let album = try world.album("Before"), other = try world.album("Other")
            let members = PHAsset.fetchAssets(in: album, options: nil), others = PHAsset.fetchAssets(in: other, options: nil)
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let change = try #require(
                try await recorder.after {
                    let request = PHAssetCollectionChangeRequest(for: album)
                    request?.title = "After"
                    request?.addAssets([asset] as NSFastEnumeration)
                })
            #expect(change.changeDetails(for: album)?.objectAfterChanges?.localizedTitle == "After")
            let details = try #require(change.changeDetails(for: members))
            #expect(details.insertedObjects == [asset])
            #expect(details.fetchResultAfterChanges.all == [asset])
            #expect(change.changeDetails(for: others) == nil, "unaffected")
        }

        @Test func changesOfOneBlockComeTogetherAndInOrderOfBlocks() async throws {
            let days = try world.saveDays(2)
            let favourites = PHAsset.fetchAssets(with: options { $0.predicate = NSPredicate(format: "favorite == YES") })
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            var current = favourites
            var history: [[PHAsset]] = []
            let blocks: [@Sendable () -> Void] = [
                { days.forEach { PHAssetChangeRequest(for: $0).isFavorite = true } }, { PHAssetChangeRequest(for: days[0]).isFavorite = false },
            ]
            for block in blocks {
                let change = try #require(try await recorder.after(block))
                if let details = change.changeDetails(for: current) {
                    current = details.fetchResultAfterChanges
                    history.append(current.all)
                }
            }
            #expect(history == [days, [days[1]]])
        }

        @Test func whoStopsListeningHearsNothing() async throws {
            let asset = try world.save()
            let stopped = ChangeRecorder.registered(), listening = ChangeRecorder.registered()
            stopped.stop()
            let change = try await listening.after { PHAssetChangeRequest(for: asset).isFavorite = true }
            listening.stop()
            #expect(change != nil)
            #expect(stopped.count == 0)
        }

        @Test func observersAreCalledOffTheMainThread() async throws {
            let asset = try world.save()
            let (stream, continuation) = AsyncStream<Bool>.makeStream()
            let witness = Witness(continuation)
            PHPhotoLibrary.shared().register(witness)
            defer { PHPhotoLibrary.shared().unregisterChangeObserver(witness) }
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: asset).isFavorite = true }
            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next() == false)
        }

        @Test func theUntypedFormGivesTheSameDetails() async throws {
            let days = try world.saveDays(2)
            let result = PHAsset.fetchAssets(with: nil)
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let change = try #require(try await recorder.after { PHAssetChangeRequest.deleteAssets([days[0]] as NSFastEnumeration) })
            let typed = try #require(change.changeDetails(for: result))
            #expect(typed.removedIndexes == IndexSet(integer: 0))
            #expect(typed.fetchResultAfterChanges.all == [days[1]])
        }

        @Test func anAvailableLibraryTellsNobodyThatItIsGone() throws {
            let watcher = Watcher()
            let library = PHPhotoLibrary.shared()
            library.register(watcher)
            try world.save()
            library.unregisterAvailabilityObserver(watcher)
            #expect(library.unavailabilityReason == nil)
            #expect(watcher.calls.wait(timeout: .now()) == .timedOut)
        }
    }
}
