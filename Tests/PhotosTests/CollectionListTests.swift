import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// Albums and folders in a folder, by position: small worlds whole, against what an array does.
    @Suite struct CollectionLists {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func titles(_ folder: PHCollectionList) -> String {
            PHCollection.fetchCollections(in: folder, options: nil).all.map { $0.localizedTitle ?? "" }.joined()
        }

        private func folder(_ title: String, _ children: [PHCollection] = []) throws -> PHCollectionList {
            var identifier = ""
            try fixture.library.performChangesAndWait {
                let request = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: title)
                request.addChildCollections(children as NSArray)
                identifier = request.placeholderForCreatedCollectionList.localIdentifier
            }
            return try #require(PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [identifier], options: nil).firstObject)
        }

        /// Puts the folder's children as they were, and carries out one step.
        private func change(_ folder: PHCollectionList, from start: [PHCollection], _ body: @escaping (PHCollectionListChangeRequest) -> Void) throws -> String {
            try fixture.library.performChangesAndWait {
                let request = PHCollectionListChangeRequest(for: folder)
                request?.removeChildCollections(PHCollection.fetchCollections(in: folder, options: nil))
                request?.addChildCollections(start as NSArray)
            }
            let fetched = PHCollection.fetchCollections(in: folder, options: nil)
            try fixture.library.performChangesAndWait {
                if let request = PHCollectionListChangeRequest(for: folder, childCollections: fetched) { body(request) }
            }
            return titles(folder)
        }

        @Test func everyStepOnUpToThreeChildrenIsWhatAnArrayDoes() throws {
            let albums = try "abcxy".map { try fixture.createAlbum(String($0)) }
            let folder = try folder("F")
            for count in 0...3 {
                let start = Array(albums.prefix(count)), letters = Array("abc".prefix(count))
                for bits in 0..<(1 << count) {
                    let positions = IndexSet((0..<count).filter { bits & (1 << $0) != 0 })
                    let left = letters.enumerated().filter { !positions.contains($0.offset) }.map(\.element)
                    #expect(try change(folder, from: start) { $0.removeChildCollections(at: positions) } == String(left))
                    for target in 0...left.count {
                        var expected = left
                        expected.insert(contentsOf: positions.map { letters[$0] }, at: target)
                        #expect(try change(folder, from: start) { $0.moveChildCollections(at: positions, to: target) } == String(expected))
                    }
                    guard positions.count <= 2 else { continue }
                    var replaced = letters
                    for (place, position) in positions.enumerated() { replaced[position] = ["x", "y"][place] }
                    let new = Array(albums[3...].prefix(positions.count))
                    #expect(try change(folder, from: start) { $0.replaceChildCollections(at: positions, withChildCollections: new as NSArray) } == String(replaced))
                }
                for first in 0...count {
                    for second in (first + 1)...(count + 1) {
                        var expected = letters
                        expected.insert("x", at: first)
                        expected.insert("y", at: second)
                        let new = [albums[3], albums[4]] as NSArray
                        #expect(try change(folder, from: start) { $0.insertChildCollections(new, at: [first, second]) } == String(expected))
                    }
                }
            }
        }

        @Test func positionsCountInWhatWasFetched() throws {
            let albums = try "abcx".map { try fixture.createAlbum(String($0)) }
            let folder = try folder("F", Array(albums.prefix(3)))
            let fetched = PHCollection.fetchCollections(in: folder, options: nil)
            // Meanwhile the first one leaves.
            try fixture.library.performChangesAndWait { PHCollectionListChangeRequest(for: folder)?.removeChildCollections(at: [0]) }
            #expect(titles(folder) == "bc")
            try fixture.library.performChangesAndWait {
                let request = PHCollectionListChangeRequest(forCollectionList: folder, childCollections: fetched)
                request?.insertChildCollections([albums[3]] as NSArray, at: [2])
                request?.removeChildCollections(at: [0, 1])
            }
            #expect(titles(folder) == "xc")
        }

        @Test func theTopLevelIsArrangedAndKeepsEverything() throws {
            let albums = try "abc".map { try fixture.createAlbum(String($0)) }
            let top = PHCollection.fetchTopLevelUserCollections(with: nil)
            try fixture.library.performChangesAndWait {
                PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)?.moveChildCollections(at: [2], to: 0)
            }
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).all == [albums[2], albums[0], albums[1]])
            let root = try #require(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .rootFolder, options: nil).firstObject)
            #expect(PHCollection.fetchCollections(in: root, options: nil).all == PHCollection.fetchTopLevelUserCollections(with: nil).all)
            #expect(["My Albums", "我的相簿"].contains(root.localizedTitle))
            let denied: [@Sendable (PHCollectionListChangeRequest) -> Void] = [
                { $0.removeChildCollections(at: [0]) }, { $0.title = "Mine" },
                { $0.replaceChildCollections(at: [0], withChildCollections: [albums[1]] as NSArray) },
            ]
            for step in denied {
                #expect(throws: PHPhotosError.self) {
                    try fixture.library.performChangesAndWait { PHCollectionListChangeRequest(for: root).map(step) }
                }
                do {
                    try fixture.library.performChangesAndWait { PHCollectionListChangeRequest(for: root).map(step) }
                } catch PHPhotosError.changeNotSupported {}
            }
            #expect(throws: PHPhotosError.self) {
                try fixture.library.performChangesAndWait { PHCollectionListChangeRequest.deleteCollectionLists([root] as NSArray) }
            }
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).all == [albums[2], albums[0], albums[1]])
        }

        @Test func foldersNestAndGoWithAllTheyHold() throws {
            let asset = try fixture.save()
            let album = try fixture.createAlbum("A", [asset])
            let inner = try folder("inner", [album]), outer = try folder("outer", [inner])
            #expect(PHCollectionList.fetchCollectionListsContaining(album, options: nil).all == [inner])
            #expect(PHCollectionList.fetchCollectionListsContaining(inner, options: nil).all == [outer])
            #expect(PHCollectionList.fetchCollectionListsContaining(outer, options: nil).count == 0)
            // A folder inside itself is refused, and nothing of the block happens.
            #expect(throws: PHPhotosError.self) {
                try fixture.library.performChangesAndWait {
                    let request = PHCollectionListChangeRequest(for: inner)
                    request?.title = "renamed"
                    request?.addChildCollections([outer] as NSArray)
                }
            }
            #expect(titles(outer) == "inner")
            // One parent: what is added elsewhere leaves.
            try fixture.library.performChangesAndWait { PHCollectionListChangeRequest(for: outer)?.insertChildCollections([album] as NSArray, at: [0]) }
            #expect((titles(outer), titles(inner)) == ("Ainner", ""))
            try fixture.library.performChangesAndWait { PHCollectionListChangeRequest.deleteCollectionLists([outer] as NSArray) }
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
            #expect(PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [inner.localIdentifier], options: nil).count == 0)
            #expect(PHAsset.fetchAssets(with: nil).all == [asset])
        }

        @Test func changesSetTheModificationDate() throws {
            func date(_ folder: PHCollection) -> Date? {
                PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [folder.localIdentifier], options: nil).firstObject?.modificationDate
            }
            let album = try fixture.createAlbum("A"), folder = try folder("F")
            #expect(folder.modificationDate == fixture.temporary.clock.now)
            fixture.temporary.clock.advance(by: 60)
            try fixture.library.performChangesAndWait { PHCollectionListChangeRequest(for: folder)?.addChildCollections([album] as NSArray) }
            #expect(date(folder) == fixture.temporary.clock.now)
            let before = fixture.temporary.clock.now
            fixture.temporary.clock.advance(by: 60)
            // Nothing new is no change.
            try fixture.library.performChangesAndWait { PHCollectionListChangeRequest(for: folder)?.addChildCollections([album] as NSArray) }
            #expect(date(folder) == before)
            let asset = try fixture.save()
            try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.addAssets([asset] as NSArray) }
            let now = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [album.localIdentifier], options: nil).firstObject
            #expect(now?.modificationDate == fixture.temporary.clock.now)
        }
    }
}
