import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    /// The index spaces that the pages of `PHFetchResultChangeDetails` define.
    @Suite struct ChangeDetails {
        let world: World
        init() throws { world = try World() }

        @Test func removedInsertedAndChangedIndexes() async throws {
            let days = try world.saveDays(5)
            let before = PHAsset.fetchAssets(with: nil)
            let file = try world.jpeg("new.jpg", seed: 50)
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let change = try #require(
                try await recorder.after {
                    PHAssetChangeRequest.deleteAssets([days[1], days[3]] as NSFastEnumeration)
                    PHAssetChangeRequest(for: days[4]).isFavorite = true
                    PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.creationDate = World.day(2).addingTimeInterval(60)
                })
            let details: PHFetchResultChangeDetails<PHAsset> = try #require(change.changeDetails(for: before))
            #expect(details.fetchResultBeforeChanges === before)
            #expect(details.hasIncrementalChanges)
            #expect(details.removedIndexes == IndexSet([1, 3]), "in the before state")
            #expect(details.removedObjects == [days[1], days[3]])
            #expect(details.insertedIndexes == IndexSet(integer: 2), "in the before state after removals: 0, 2, new, 4")
            #expect(details.insertedObjects.map(\.creationDate) == [World.day(2).addingTimeInterval(60)])
            #expect(details.changedIndexes == IndexSet(integer: 3), "after removals and insertions")
            #expect(details.changedObjects == [days[4]])
            #expect(!details.hasMoves)
            var moves: [[Int]] = []
            details.enumerateMoves { moves.append([$0, $1]) }
            #expect(moves == [])
            #expect(updated(days, by: details) == details.fetchResultAfterChanges.all)
            #expect(details.fetchResultAfterChanges.all == PHAsset.fetchAssets(with: nil).all, "what the same fetch gives now")
        }

        @Test func aMoveIsNoRemoval() async throws {
            let days = try world.saveDays(4)
            let before = PHAsset.fetchAssets(with: nil)
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let change = try #require(try await recorder.after { PHAssetChangeRequest(for: days[0]).creationDate = World.day(9) })
            let details = try #require(change.changeDetails(for: before))
            #expect(details.hasMoves)
            #expect(details.removedIndexes?.isEmpty ?? true)
            #expect(details.insertedIndexes?.isEmpty ?? true)
            #expect(details.changedObjects == [days[0]])
            #expect(details.fetchResultAfterChanges.all == [days[1], days[2], days[3], days[0]])
            #expect(updated(days, by: details) == details.fetchResultAfterChanges.all)
        }

        @Test func aResultThatNobodyFetchedNeverChanges() async throws {
            let asset = try world.save()
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let change = try #require(try await recorder.after { PHAssetChangeRequest(for: asset).isFavorite = true })
            #expect(change.changeDetails(for: PHFetchResult<PHAsset>()) == nil)
            #expect(change.changeDetails(for: PHFetchResult<AnyObject>()) == nil)
        }

        @Test func anAlbumReorderedMoves() async throws {
            let days = try world.saveDays(5)
            let album = try world.album("Order", days)
            let before = PHAsset.fetchAssets(in: album, options: nil)
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let change = try #require(
                try await recorder.after {
                    let request = PHAssetCollectionChangeRequest(for: album, assets: before)
                    request?.moveAssets(at: IndexSet([3, 4]), to: 0)
                    request?.removeAssets([days[1]] as NSFastEnumeration)
                })
            let details = try #require(change.changeDetails(for: before))
            #expect(details.hasMoves)
            #expect(details.removedObjects == [days[1]])
            #expect(details.fetchResultAfterChanges.all == [days[3], days[4], days[0], days[2]])
            #expect(updated(days, by: details) == [days[3], days[4], days[0], days[2]])
        }

        @Test func whoWantsNoIncrementsGetsNone() async throws {
            let days = try world.saveDays(2)
            let plain = options { $0.wantsIncrementalChangeDetails = false }
            let before = PHAsset.fetchAssets(with: plain)
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let change = try #require(try await recorder.after { PHAssetChangeRequest.deleteAssets([days[0]] as NSFastEnumeration) })
            let details = try #require(change.changeDetails(for: before))
            #expect(!details.hasIncrementalChanges)
            #expect(details.removedIndexes == nil)
            #expect(details.insertedIndexes == nil)
            #expect(details.changedIndexes == nil)
            #expect(!details.hasMoves)
            #expect(details.fetchResultAfterChanges.all == [days[1]])
        }

        @Test func filteredResultsSeeAssetsComeAndGo() async throws {
            let days = try world.saveDays(3)
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: days[1]).isFavorite = true }
            let before = PHAsset.fetchAssets(with: options { $0.predicate = NSPredicate(format: "isFavorite == YES") })
            #expect(before.all == [days[1]])
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let change = try #require(
                try await recorder.after {
                    PHAssetChangeRequest(for: days[1]).isFavorite = false
                    PHAssetChangeRequest(for: days[0]).isFavorite = true
                    PHAssetChangeRequest(for: days[2]).isFavorite = true
                })
            let details = try #require(change.changeDetails(for: before))
            #expect(details.removedIndexes == IndexSet(integer: 0))
            #expect(details.insertedIndexes == IndexSet([0, 1]))
            #expect(details.insertedObjects == [days[0], days[2]])
            #expect(updated([days[1]], by: details) == [days[0], days[2]])
        }

        @Test func anyTwoResultsCanBeCompared() throws {
            let days = try world.saveDays(4)
            let all = PHAsset.fetchAssets(with: nil)
            let newestTwo = PHAsset.fetchAssets(
                with: options {
                    $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
                    $0.fetchLimit = 2
                })
            let details = PHFetchResultChangeDetails(from: all, to: newestTwo, changedObjects: [days[3]])
            #expect(details.fetchResultBeforeChanges === all)
            #expect(details.fetchResultAfterChanges === newestTwo)
            #expect(details.removedIndexes == IndexSet([0, 1]))
            #expect(details.removedObjects == [days[0], days[1]])
            #expect(details.insertedObjects == [])
            #expect(details.changedObjects == [days[3]])
            #expect(details.hasMoves)
            #expect(updated(days, by: details) == [days[3], days[2]])
        }

        @Test func collectionsInAListMove() async throws {
            let albums = try "abc".map { try world.album(String($0)) }
            let before = PHCollection.fetchTopLevelUserCollections(with: nil)
            let recorder = ChangeRecorder.registered()
            defer { recorder.stop() }
            let change = try #require(
                try await recorder.after {
                    PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: before)?.moveChildCollections(at: IndexSet([2]), to: 0)
                    PHAssetCollectionChangeRequest.deleteAssetCollections([albums[0]] as NSFastEnumeration)
                })
            let details: PHFetchResultChangeDetails<PHCollection> = try #require(change.changeDetails(for: before))
            #expect(details.fetchResultAfterChanges.all == [albums[2], albums[1]])
            #expect(updated(albums as [PHCollection], by: details) == [albums[2], albums[1]])
        }

        #if OPENPHOTOKIT
            @Test func theOtherNameInTheDocumentation() throws {
                let days = try world.saveDays(2)
                let all = PHAsset.fetchAssets(with: nil), none = PHAsset.fetchAssets(with: .video, options: nil)
                let details = PHFetchResultChangeDetails(fromFetchResult: all, toFetchResult: none, changedObjects: [])
                #expect(details.removedObjects == days)
            }
        #endif
    }
}
