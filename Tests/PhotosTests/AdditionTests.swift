import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// What we offer beyond Apple's API.
    @Suite struct Additions {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @Test func aFetchThatCannotBeMadeThrowsWithTheKeysThatThereAre() throws {
            try fixture.save()
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "colour == %@", "red")
            do {
                try PHAsset.fetchAssets(with: options).get()
                Issue.record("fetched by an unknown key")
            } catch {
                #expect(error is PHPhotosError)
                #expect(error.localizedDescription.contains("\"colour\""))
                #expect(error.localizedDescription.contains("creationDate"))
            }
            options.predicate = nil
            options.sortDescriptors = [NSSortDescriptor(key: "beauty", ascending: true)]
            #expect(throws: PHPhotosError.self) { try PHAsset.fetchAssets(with: options).get() }
            #expect(throws: PHPhotosError.self) { try PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options).get() }
            #expect(try PHAsset.fetchAssets(with: nil).get().count == 1)
        }

        @Test func typedConditionsFindWhatFormatsFind() throws {
            try fixture.temporary.insertRecords(60) { (Date(timeIntervalSince1970: 1_600_000_000 + Double($0) * 3_600), $0.isMultiple(of: 5)) }
            let all = PHAsset.fetchAssets(with: nil).all
            try fixture.library.performChangesAndWait {
                for (index, asset) in all.enumerated() {
                    let request = PHAssetChangeRequest(for: asset)
                    request.isFavorite = index.isMultiple(of: 3)
                    request.caption = index.isMultiple(of: 4) ? "Am Fluß \(index)" : nil
                    for keyword in ["sea", "\(index)"] where index.isMultiple(of: 2) { request.addKeyword(keyword) }
                }
            }
            let noon = Date(timeIntervalSince1970: 1_600_000_000 + 12 * 3_600), later = noon.addingTimeInterval(86_400)
            let pairs: [(NSPredicate, NSPredicate)] = [
                (.assets { $0.isFavorite }, NSPredicate(format: "favorite == YES")),
                (.assets { !$0.isFavorite && $0.creationDate > noon }, NSPredicate(format: "favorite == NO AND creationDate > %@", noon as NSDate)),
                (.assets { $0.mediaType == .video || $0.duration >= 1 }, NSPredicate(format: "mediaType == 2 OR duration >= 1")),
                (.assets { $0.mediaType != .video }, NSPredicate(format: "mediaType != 2")),
                (.assets { $0.creationDate.isWithin(noon...later) }, NSPredicate(format: "creationDate BETWEEN %@", [noon, later])),
                (.assets { $0.caption == nil }, NSPredicate(format: "caption == nil")),
                (.assets { $0.caption.contains("fluß 1") }, NSPredicate(format: "caption CONTAINS[cd] 'fluß 1'")),
                (.assets { $0.filename.hasPrefix("img_1") }, NSPredicate(format: "filename BEGINSWITH[cd] 'img_1'")),
                (.assets { $0.keywords.contains("sea") && $0.pixelWidth <= 5_000 }, NSPredicate(format: "keywords CONTAINS 'sea' AND pixelWidth <= 5000")),
                (.assets { $0.localIdentifier.isAny(of: [all[1].localIdentifier]) }, NSPredicate(format: "localIdentifier IN %@", [all[1].localIdentifier])),
                (.assets { $0.rating == 5 }, NSPredicate(format: "rating == 5")),
                (.assets { $0.mediaSubtypes.contains([.photoLive]) }, NSPredicate(format: "(mediaSubtypes & 8) == 8")),
                (.assets { !($0.fileSize < 1) }, NSPredicate(format: "NOT fileSize < 1")),
            ]
            for (number, (typed, format)) in pairs.enumerated() {
                let options = PHFetchOptions()
                options.sortDescriptors = [.assets(\.pixelWidth), .assets(\.creationDate, ascending: false)]
                options.predicate = typed
                let found = try PHAsset.fetchAssets(with: options).get().all
                options.sortDescriptors = [NSSortDescriptor(key: "pixelWidth", ascending: true), NSSortDescriptor(key: "creationDate", ascending: false)]
                options.predicate = format
                #expect(try found == PHAsset.fetchAssets(with: options).get().all, "\(number)")
                #expect(found.count < 60, "\(number) asks for something")
                #expect(found.allSatisfy { typed.evaluate(with: $0) }, "\(number) says the same in memory")
            }
        }

        /// A key that the compiler knows is one that fetches know.
        @Test func everyTypedKeyCanBeFetchedBy() throws {
            let keys: [(NSPredicate, NSSortDescriptor?)] = [
                (.assets { $0.localIdentifier != nil }, .assets(\.localIdentifier)), (.assets { $0.creationDate != nil }, .assets(\.creationDate)),
                (.assets { $0.modificationDate != nil }, .assets(\.modificationDate)), (.assets { $0.addedDate != nil }, .assets(\.addedDate)),
                (.assets { $0.localCreationDate != nil }, .assets(\.localCreationDate)),
                (.assets { $0.mediaType == .image }, .assets(\.mediaType)), (.assets { $0.mediaSubtypes == [] }, .assets(\.mediaSubtypes)),
                (.assets { $0.duration == 0 }, .assets(\.duration)), (.assets { $0.pixelWidth == 0 }, .assets(\.pixelWidth)),
                (.assets { $0.pixelHeight == 0 }, .assets(\.pixelHeight)), (.assets { $0.isFavorite }, nil), (.assets { $0.isHidden }, nil),
                (.assets { $0.hasAdjustments }, nil), (.assets { $0.burstIdentifier == nil }, .assets(\.burstIdentifier)),
                (.assets { $0.representsBurst }, nil), (.assets { $0.filename == "" }, .assets(\.filename)),
                (.assets { $0.fileSize == 0 }, .assets(\.fileSize)), (.assets { $0.uniformTypeIdentifier == "" }, .assets(\.uniformTypeIdentifier)),
                (.assets { $0.title == nil }, .assets(\.title)), (.assets { $0.caption == nil }, .assets(\.caption)),
                (.assets { $0.keywords.contains("a") }, nil), (.assets { $0.rating == nil }, .assets(\.rating)),
                (.assets { $0.camera == nil }, .assets(\.camera)), (.assets { $0.lens == nil }, .assets(\.lens)),
                (.assets { $0.latitude == nil }, .assets(\.latitude)), (.assets { $0.longitude == nil }, .assets(\.longitude)),
            ]
            for (number, (predicate, sort)) in keys.enumerated() {
                let options = PHFetchOptions()
                (options.predicate, options.sortDescriptors) = (predicate, sort.map { [$0] })
                #expect(throws: Never.self, "\(number)") { try PHAsset.fetchAssets(with: options).get() }
            }
        }

        @Test func changesThatAreStillToComeAreWaitedFor() async throws {
            let start = fixture.library.currentChangeToken
            let early = try fixture.save("a.jpg", seed: 1)
            var changes = fixture.library.persistentChanges(since: start).makeAsyncIterator()
            #expect(try await changes.next()?.changeDetails(for: .asset).insertedLocalIdentifiers == [early.localIdentifier])
            fixture.library.performChanges({ PHAssetChangeRequest(for: early).isFavorite = true }, completionHandler: nil)
            let later = try #require(try await changes.next())
            #expect(try later.changeDetails(for: .asset).updatedLocalIdentifiers == [early.localIdentifier])
            #expect(later.changeToken == fixture.library.currentChangeToken)

            let library = fixture.library, token = Token(later.changeToken)
            let cancelled = Task {
                for try await _ in library.persistentChanges(since: token.value) { return false }
                return true
            }
            cancelled.cancel()
            #expect(try await cancelled.value, "a cancelled task's loop ends")
            let other = try PHPhotoLibrary(url: fixture.temporary.folder.appendingPathComponent("Other.photolibrary"))
            await #expect(throws: PHPhotosError.self) {
                for try await _ in other.persistentChanges(since: token.value) {}
            }
        }

        /// Tokens don't change.
        private struct Token: @unchecked Sendable {
            // Guarded by being immutable.
            let value: PHPersistentChangeToken
            init(_ value: PHPersistentChangeToken) { self.value = value }
        }
    }
}
