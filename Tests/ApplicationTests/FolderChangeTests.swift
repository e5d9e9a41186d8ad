import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct FolderChanges {
        let world: World
        init() throws { world = try World() }
        var library: PHPhotoLibrary { .shared() }

        func children(_ list: PHCollectionList) -> [String] {
            PHCollection.fetchCollections(in: list, options: nil).all.map { $0.localizedTitle ?? "?" }
        }

        func albums(_ titles: String) throws -> [PHAssetCollection] { try titles.map { try world.album(String($0)) } }

        func change(_ list: PHCollectionList, _ body: (PHCollectionListChangeRequest) -> Void) throws {
            let fetched = PHCollection.fetchCollections(in: list, options: nil)
            try withoutActuallyEscaping(body) { body in
                try library.performChangesAndWait {
                    guard let request = PHCollectionListChangeRequest(for: list, childCollections: fetched) else { return }
                    body(request)
                }
            }
        }

        @Test func aFolderIsMadeRenamedAndDeletedWithAllInIt() throws {
            let asset = try world.save()
            let album = try world.album("Leaf", [asset])
            var placeholder: PHObjectPlaceholder?
            try library.performChangesAndWait {
                let inner = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Inner")
                inner.addChildCollections([album] as NSFastEnumeration)
                let outer = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Outer")
                outer.addChildCollections([inner.placeholderForCreatedCollectionList] as NSFastEnumeration)
                placeholder = outer.placeholderForCreatedCollectionList
            }
            let outer = try world.list(identifier: try #require(placeholder).localIdentifier)
            #expect(children(outer) == ["Inner"])
            var title = ""
            try library.performChangesAndWait {
                let request = PHCollectionListChangeRequest(for: outer)
                title = request?.title ?? ""
                request?.title = "Outermost"
            }
            #expect(title == "Outer")
            #expect(try world.again(outer).localizedTitle == "Outermost")
            try library.performChangesAndWait { PHCollectionListChangeRequest.deleteCollectionLists([outer] as NSFastEnumeration) }
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0, "all descendants, recursively")
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0)
            #expect(PHAsset.fetchAssets(with: nil).all == [asset])
        }

        @Test func childrenAreAddedAtTheEndAndHaveOneParent() throws {
            let made = try albums("ab")
            let first = try world.list("First", [made[0]]), second = try world.list("Second")
            try change(second) { $0.addChildCollections([made[1], made[0]] as NSFastEnumeration) }
            #expect(children(second) == ["b", "a"])
            #expect(children(first) == [], "a collection has a single parent")
        }

        @Test func childrenAreInsertedAtIndexes() throws {
            let made = try albums("abcd")
            let list = try world.list("L", [made[0], made[1]])
            try change(list) { $0.insertChildCollections([made[2], made[3]] as NSFastEnumeration, at: IndexSet([0, 2])) }
            #expect(children(list) == ["c", "a", "d", "b"])
        }

        @Test func childrenAreRemovedByIdentityOrPosition() throws {
            let made = try albums("abcd")
            let list = try world.list("L", made)
            try change(list) { $0.removeChildCollections([made[1]] as NSFastEnumeration) }
            #expect(children(list) == ["a", "c", "d"])
            try change(list) { $0.removeChildCollections(at: IndexSet([0, 2])) }
            #expect(children(list) == ["c"])
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 4, "removed, not deleted")
        }

        @Test func childrenAreReplacedOneForOne() throws {
            let made = try albums("abcd")
            let list = try world.list("L", Array(made[0...2]))
            try change(list) { $0.replaceChildCollections(at: IndexSet([1]), withChildCollections: [made[3]] as NSFastEnumeration) }
            #expect(children(list) == ["a", "d", "c"])
        }

        @Test func movingTakesOutFirst() throws {
            let made = try albums("abcde")
            let list = try world.list("L", made)
            try change(list) { $0.moveChildCollections(at: IndexSet([0, 1]), to: 2) }
            #expect(children(list) == ["c", "d", "a", "b", "e"])
            try change(list) { $0.moveChildCollections(at: IndexSet([4]), to: 0) }
            #expect(children(list) == ["e", "c", "d", "a", "b"])
        }

        @Test func theTopLevelIsEditedAsAList() throws {
            let made = try albums("abc")
            let top = PHCollection.fetchTopLevelUserCollections(with: nil)
            #expect(top.all == made)
            try library.performChangesAndWait {
                PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)?.moveChildCollections(at: IndexSet([2]), to: 0)
            }
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).all == [made[2], made[0], made[1]])
            try change(try #require(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .rootFolder, options: nil).firstObject)) {
                $0.moveChildCollections(at: IndexSet([0]), to: 2)
            }
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).all == made)
        }

        @Test func theRootCanBeNeitherRenamedNorDeleted() throws {
            let album = try world.album("Stays")
            let root = try #require(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .rootFolder, options: nil).firstObject)
            #expect(throws: (any Error).self) {
                try library.performChangesAndWait { PHCollectionListChangeRequest.deleteCollectionLists([root] as NSFastEnumeration) }
            }
            #expect(throws: (any Error).self) {
                try library.performChangesAndWait { PHCollectionListChangeRequest(for: root)?.title = "Mine" }
            }
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).all == [album])
        }

        #if OPENPHOTOKIT
            @Test func theOtherNamesInTheDocumentation() throws {
                let made = try albums("ab")
                let list = try world.list("L", [made[0]])
                let fetched = PHCollection.fetchCollections(in: list, options: nil)
                try library.performChangesAndWait {
                    PHCollectionListChangeRequest(forCollectionList: list)?.title = "M"
                    PHCollectionListChangeRequest(forCollectionList: list, childCollections: fetched)?.addChildCollections([made[1]] as NSFastEnumeration)
                }
                #expect(try world.again(list).localizedTitle == "M")
                #expect(children(list) == ["a", "b"])
            }
        #endif
    }
}
