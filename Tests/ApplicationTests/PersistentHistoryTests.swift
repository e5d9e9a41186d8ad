import Foundation
import Photos
import SharedWorld
import Testing

/// Passes on the library's token at each call.
final class HistoryListener: NSObject, PHPhotoLibraryPersistentChangesObserver {
    private let heard: AsyncStream<PHPersistentChangeToken>.Continuation

    init(_ heard: AsyncStream<PHPersistentChangeToken>.Continuation) { self.heard = heard }

    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) { heard.yield(photoLibrary.currentChangeToken) }
}

extension ApplicationTests {
    @Suite struct PersistentHistory {
        let world: World
        init() throws { world = try World() }
        var library: PHPhotoLibrary { .shared() }

        /// The sets of all changes since a token, joined as a synchronising application joins them.
        func history(since token: PHPersistentChangeToken, of type: PHObjectType) throws -> (inserted: Set<String>, updated: Set<String>, deleted: Set<String>) {
            var sets: (inserted: Set<String>, updated: Set<String>, deleted: Set<String>) = ([], [], [])
            for change in try library.fetchPersistentChanges(since: token) {
                let details = try change.changeDetails(for: type)
                sets.inserted.formUnion(details.insertedLocalIdentifiers)
                sets.updated.formUnion(details.updatedLocalIdentifiers)
                sets.deleted.formUnion(details.deletedLocalIdentifiers)
            }
            return sets
        }

        @Test func assetsThatCameChangedAndWent() throws {
            let days = try world.saveDays(3)
            let token: PHPersistentChangeToken = library.currentChangeToken
            let new = try world.save("new.jpg", seed: 20)
            try library.performChangesAndWait { PHAssetChangeRequest(for: days[0]).isFavorite = true }
            try library.performChangesAndWait { PHAssetChangeRequest(for: days[1]).isHidden = true }
            try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([days[2]] as NSFastEnumeration) }
            let sets = try history(since: token, of: .asset)
            #expect(sets.inserted == [new.localIdentifier])
            #expect(sets.updated.isSuperset(of: days.map(\.localIdentifier)), "hidden and trashed assets are updated")
            #expect(sets.deleted == [])
        }

        @Test func eachChangeHasATokenOfItsOwn() throws {
            let start = library.currentChangeToken
            let saved = try world.saveDays(3).map(\.localIdentifier)
            let result: PHPersistentChangeFetchResult = try library.fetchPersistentChanges(since: start)
            let changes: [PHPersistentChange] = Array(result)
            #expect(changes.count == 3)
            let inserted = try changes.map { try $0.changeDetails(for: .asset).insertedLocalIdentifiers }
            #expect(inserted == saved.map { [$0] }, "in the order they happened")
            let rest = try library.fetchPersistentChanges(since: changes[1].changeToken)
            #expect(try rest.map { try $0.changeDetails(for: .asset).insertedLocalIdentifiers } == [[saved[2]]])
            #expect(Array(try library.fetchPersistentChanges(since: changes[2].changeToken)).count == 0)
            #expect(changes[2].changeToken == library.currentChangeToken)
        }

        @Test func theResultIsASequenceAndCanBeEnumerated() throws {
            let start = library.currentChangeToken
            try world.saveDays(3)
            let result = try library.fetchPersistentChanges(since: start)
            var tokens: [PHPersistentChangeToken] = []
            result.enumerateChanges { change, stop in
                tokens.append(change.changeToken)
                if tokens.count == 2 { stop.pointee = true }
            }
            #expect(tokens.count == 2)
            let iterator: PHPersistentChangeFetchResult.Iterator = result.makeIterator()
            let other = PHPersistentChangeFetchResult.Iterator(fetchResult: result)
            var steps: [PHPersistentChangeFetchResult.Element?] = [iterator.next(), iterator.next(), iterator.next(), iterator.next()]
            let last: PHPersistentChangeFetchResult.Iterator.Element? = steps.popLast() ?? nil
            #expect(last == nil)
            #expect(steps.compactMap { $0?.changeToken }.prefix(2) == tokens[...])
            #expect(other.next()?.changeToken == tokens.first)
        }

        @Test func albumsAndFoldersHaveTheirOwnDetails() throws {
            let asset = try world.save()
            let gone = try world.album("Gone"), goneFolder = try world.list("Gone too")
            let token = library.currentChangeToken
            let album = try world.album("New")
            let folder = try world.list("Folder", [album])
            try library.performChangesAndWait {
                PHAssetCollectionChangeRequest(for: album)?.addAssets([asset] as NSFastEnumeration)
                PHCollectionListChangeRequest(for: folder)?.title = "Renamed"
            }
            try library.performChangesAndWait {
                PHAssetCollectionChangeRequest.deleteAssetCollections([gone] as NSFastEnumeration)
                PHCollectionListChangeRequest.deleteCollectionLists([goneFolder] as NSFastEnumeration)
            }
            let albums = try history(since: token, of: .assetCollection), lists = try history(since: token, of: .collectionList)
            #expect(albums.inserted == [album.localIdentifier])
            #expect(albums.updated.contains(album.localIdentifier))
            #expect(albums.deleted == [gone.localIdentifier])
            #expect(lists.inserted == [folder.localIdentifier])
            #expect(lists.updated.contains(folder.localIdentifier))
            #expect(lists.deleted == [goneFolder.localIdentifier])
        }

        @Test func detailsSayWhatTheyAreOf() throws {
            let token = library.currentChangeToken
            try world.save()
            let change = try #require(try library.fetchPersistentChanges(since: token).first { _ in true })
            let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
            #expect(details.objectType == .asset)
            #expect(details.insertedLocalIdentifiers.count == 1)
            #expect(try change.changeDetails(for: .collectionList).objectType == .collectionList)
        }

        @Test func tokensAreArchivedCopiedAndCompared() throws {
            try world.save()
            let token = library.currentChangeToken
            let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
            let restored = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data))
            #expect(restored == token)
            #expect(restored.isEqual(library.currentChangeToken))
            #expect((token.copy() as? PHPersistentChangeToken) == token)
            #expect(PHPersistentChangeToken.supportsSecureCoding)
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            token.encode(with: archiver)
            archiver.finishEncoding()
            #expect(PHPersistentChangeToken(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)) == token)
            let next = try world.save("b.jpg", seed: 2)
            #expect(restored != library.currentChangeToken)
            #expect(try history(since: restored, of: .asset).inserted == [next.localIdentifier])
        }

        @Test func anObserverIsToldThatThereIsMore() async throws {
            let start = library.currentChangeToken
            let (stream, continuation) = AsyncStream<PHPersistentChangeToken>.makeStream()
            let listener = HistoryListener(continuation)
            library.register(listener)
            let saved = try world.save()
            var iterator = stream.makeAsyncIterator()
            let token = try #require(await iterator.next())
            library.unregisterPersistentChangesObserver(listener)
            #expect(token != start)
            #expect(try history(since: start, of: .asset).inserted == [saved.localIdentifier])
        }

        #if OPENPHOTOKIT
            @Test func anOldTokenHasExpired() throws {
                let token = library.currentChangeToken
                try world.saveDays(2)
                try world.forgetHistory()
                let error = #expect(throws: PHPhotosError.self) { try library.fetchPersistentChanges(since: token) }
                #expect(error?.code == .persistentChangeTokenExpired)
                let now = library.currentChangeToken
                let asset = try world.save("later.jpg", seed: 40)
                #expect(try history(since: now, of: .asset).inserted == [asset.localIdentifier], "after a rescan it goes on")
            }
        #endif

        @Test func theObserverIsHeldWeakly() throws {
            weak var gone: HistoryListener?
            do {
                let listener = HistoryListener(AsyncStream.makeStream().continuation)
                library.register(listener)
                gone = listener
            }
            #expect(gone == nil)
        }
    }
}
