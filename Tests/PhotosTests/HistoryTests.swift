import Photos
import PhotosTesting
import Synchronization
import Testing

extension ClientTests {
    @Suite struct History {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func changes(since token: PHPersistentChangeToken) throws -> [PHPersistentChange] {
            Array(try fixture.library.fetchPersistentChanges(since: token))
        }

        /// "+", "~" and "-" with the names that a test gave to identifiers.
        private func story(_ changes: [PHPersistentChange], _ type: PHObjectType, _ names: [String: String]) throws -> [String] {
            try changes.map { change in
                let details = try change.changeDetails(for: type)
                #expect(details.objectType == type)
                let marked = [("+", details.insertedLocalIdentifiers), ("~", details.updatedLocalIdentifiers), ("-", details.deletedLocalIdentifiers)]
                return marked.flatMap { mark, set in set.map { mark + (names[$0] ?? $0) } }.sorted().joined(separator: " ")
            }
        }

        @Test func everyTransactionIsToldInOrderWithIdentifiersByType() throws {
            let start = fixture.library.currentChangeToken
            let a = try fixture.save("a.jpg", seed: 1), b = try fixture.save("b.jpg", seed: 2)
            let album = try fixture.createAlbum("Trip", [a])
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest(for: a).isHidden = true
                PHAssetChangeRequest.deleteAssets([b] as NSArray)
                PHAssetCollectionChangeRequest(for: album)?.title = "Journey"
            }
            try fixture.temporary.purge([b])
            var folder = ""
            try fixture.library.performChangesAndWait {
                let request = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Folder")
                folder = request.placeholderForCreatedCollectionList.localIdentifier
            }
            try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray) }

            let names = [a.localIdentifier: "a", b.localIdentifier: "b", album.localIdentifier: "album", folder: "folder"]
            let told = try changes(since: start)
            #expect(try story(told, .asset, names) == ["+a", "+b", "", "~a ~b", "-b", "", ""], "trashing and hiding are updates, purging deletes")
            #expect(try story(told, .assetCollection, names) == ["", "", "+album", "~album", "", "", "-album"])
            #expect(try story(told, .collectionList, names) == ["", "", "", "", "", "+folder", ""])
            #expect(told.last?.changeToken == fixture.library.currentChangeToken)
            #expect(try story(changes(since: told[3].changeToken), .asset, names) == ["-b", "", ""])
            #expect(try changes(since: fixture.library.currentChangeToken).isEmpty)
        }

        @Test func whatCameAndWentInOneTransactionIsNotTold() throws {
            let asset = try fixture.save()
            let token = fixture.library.currentChangeToken
            try fixture.library.performChangesAndWait {
                let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Never")
                PHAssetCollectionChangeRequest.deleteAssetCollections([request.placeholderForCreatedAssetCollection] as NSArray)
                PHAssetChangeRequest(for: asset).isFavorite = true
            }
            let told = try changes(since: token)
            #expect(try story(told, .assetCollection, [:]) == [""])
            #expect(try story(told, .asset, [asset.localIdentifier: "a"]) == ["~a"])
        }

        @Test func enumerationStopsWhereItIsToldTo() throws {
            let start = fixture.library.currentChangeToken
            for number in 0..<3 { try fixture.save("\(number).jpg", seed: number) }
            var seen = 0
            try fixture.library.fetchPersistentChanges(since: start).enumerateChanges { _, stop in
                seen += 1
                stop.pointee = ObjCBool(seen == 2)
            }
            #expect(seen == 2)
        }

        @Test func aFetchedHistoryEndsWhereItWasFetched() throws {
            let start = fixture.library.currentChangeToken
            try fixture.save("a.jpg", seed: 1)
            let result = try fixture.library.fetchPersistentChanges(since: start)
            try fixture.save("b.jpg", seed: 2)
            #expect(Array(result).count == 1)
            #expect(Array(result).count == 1, "and it can be gone through again")
            let iterator = PHPersistentChangeFetchResult.Iterator(fetchResult: result)
            #expect(iterator.next() != nil)
            #expect(iterator.next() == nil)
            #expect(iterator.next() == nil)
        }

        @Test func tokensSurviveArchivingAndCompareEqual() throws {
            try fixture.save()
            let token = fixture.library.currentChangeToken
            let archive = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
            let again = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: archive))
            #expect(again == token)
            #expect(again.hash == token.hash)
            #expect(token.copy() as? PHPersistentChangeToken == token)
            #expect(Set([again, token]).count == 1)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: PHAsset.fetchAssets(with: nil)[0]).isFavorite = true }
            #expect(fixture.library.currentChangeToken != again)
            #expect(try changes(since: again).count == 1)
            let wrong = try NSKeyedArchiver.archivedData(withRootObject: "no token" as NSString, requiringSecureCoding: true)
            #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: wrong)) ?? nil == nil)
        }

        /// History is kept until the library's record holds it, which is written beside the commits. Who finds it too far behind looks again in an hour.
        private func save(until isForgotten: () -> Bool) throws {
            for _ in 0..<1_000 {
                fixture.temporary.clock.advance(by: 3_601)
                try fixture.save()
                if isForgotten() { return }
            }
        }

        @Test func tokensOfAnotherLibraryAndOfForgottenTimesAreExpired() throws {
            let other = try PHPhotoLibrary(url: fixture.temporary.folder.appendingPathComponent("Other.photolibrary"))
            try fixture.save("a.jpg", seed: 1)
            func expectExpired(_ token: PHPersistentChangeToken, _ comment: Comment) {
                do {
                    _ = try fixture.library.fetchPersistentChanges(since: token)
                    Issue.record("not expired: \(comment)")
                } catch PHPhotosError.persistentChangeTokenExpired {
                } catch { Issue.record("\(error)") }
            }
            expectExpired(other.currentChangeToken, "another library's")

            let old = fixture.library.currentChangeToken
            fixture.temporary.clock.advance(by: 89 * 86_400)
            try fixture.save("b.jpg", seed: 2)
            let young = fixture.library.currentChangeToken
            fixture.temporary.clock.advance(by: 3 * 86_400)
            // Prunes what is older than 90 days; the first change was the one before `old`, which needs it no longer.
            try fixture.save("c.jpg", seed: 3)
            #expect(try changes(since: old).count == 2)
            #expect(try changes(since: young).count == 1)
            fixture.temporary.clock.advance(by: 100 * 86_400)
            try save { (try? fixture.library.fetchPersistentChanges(since: young)) == nil }
            expectExpired(old, "older than the log")
            expectExpired(young, "older than the log")
            #expect(try changes(since: fixture.library.currentChangeToken).isEmpty)
        }

        @Test func aLargeChangeForgottenSinceItWasFetchedHasNoDetails() throws {
            let start = fixture.library.currentChangeToken
            try fixture.temporary.insertRecords(5_000) { (Date(timeIntervalSince1970: Double($0)), false) }
            let change = try #require(try changes(since: start).first)
            #expect(try change.changeDetails(for: .asset).insertedLocalIdentifiers.count == 5_000)
            fixture.temporary.clock.advance(by: 100 * 86_400)
            try save { (try? change.changeDetails(for: .asset)) == nil }
            do {
                _ = try change.changeDetails(for: .asset)
                Issue.record("told what is forgotten")
            } catch { #expect((error as? PHPhotosError)?.code == .persistentChangeDetailsUnavailable) }
        }

        @Test func aLongHistoryWithLargeChangesInItIsWholeAndInOrder() throws {
            let start = fixture.library.currentChangeToken
            let sizes = [1, 3_000, 2_000, 6_000] + Array(repeating: 1, count: 600) + [5_000]
            for size in sizes { try fixture.temporary.insertRecords(size) { (Date(timeIntervalSince1970: Double($0)), false) } }
            let told = try changes(since: start)
            #expect(try told.map { try $0.changeDetails(for: .asset).insertedLocalIdentifiers.count } == sizes)
            #expect(Set(told.map(\.changeToken)).count == sizes.count)
        }

        @Test func observersHearOncePerBurstUntilTheyGo() async throws {
            final class Observer: NSObject, PHPhotoLibraryPersistentChangesObserver {
                let heard: @Sendable () -> Void
                init(_ heard: @escaping @Sendable () -> Void) { self.heard = heard }
                func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) { heard() }
            }
            let (stream, source) = AsyncStream<Int>.makeStream()
            let library = fixture.library
            var observer: Observer? = Observer { source.yield(1) }
            let second = Observer { source.yield(2) }
            library.register(try #require(observer))
            library.register(second)
            var heard = stream.makeAsyncIterator()
            let start = library.currentChangeToken
            try fixture.save("a.jpg", seed: 1)
            #expect([await heard.next(), await heard.next()] == [1, 2])
            #expect(Array(try library.fetchPersistentChanges(since: start)).count == 1, "what was announced can be fetched")
            weak let gone = observer
            observer = nil
            // Whoever calls it may still be about to let go of it.
            let deadline = ContinuousClock.now + .seconds(60)
            while gone != nil, ContinuousClock.now < deadline { await Task.yield() }
            #expect(gone == nil, "observers are held weakly")
            try fixture.save("b.jpg", seed: 2)
            #expect(await heard.next() == 2)
            library.unregisterPersistentChangesObserver(second)
            let third = Observer { source.yield(3) }
            library.register(third)
            try fixture.save("c.jpg", seed: 3)
            #expect(await heard.next() == 3)
        }

        @Test func observersHearOfAnotherOpeningsChanges() async throws {
            final class Observer: NSObject, PHPhotoLibraryPersistentChangesObserver {
                let source: AsyncStream<Void>.Continuation
                init(_ source: AsyncStream<Void>.Continuation) { self.source = source }
                func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) { source.yield() }
            }
            try fixture.save()
            let (stream, source) = AsyncStream<Void>.makeStream()
            let observer = Observer(source)
            fixture.library.register(observer)
            let start = fixture.library.currentChangeToken
            let other = try PHPhotoLibrary(url: fixture.temporary.url)
            let options = PHFetchOptions()
            options.photoLibrary = other
            let asset = try #require(PHAsset.fetchAssets(with: options).firstObject)
            try other.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
            var heard = stream.makeAsyncIterator()
            await heard.next()
            #expect(try changes(since: start).count == 1)
            #expect(other.currentChangeToken == fixture.library.currentChangeToken)
            fixture.library.unregisterPersistentChangesObserver(observer)
        }
    }
}
