import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct CollectionLists {
        let world: World
        init() throws { world = try World() }

        @Test func aFolderSaysWhatItIs() throws {
            let days = try world.saveDays(3)
            let album = try world.album("Inside", days)
            let folder = try world.list("Years", [album])
            #expect(folder.localizedTitle == "Years")
            #expect(folder.collectionListType == .folder)
            #expect(folder.collectionListSubtype == .regularFolder)
            #expect(folder.canContainCollections)
            #expect(!folder.canContainAssets)
            #expect(folder.localizedLocationNames == [], "only filled for moment lists")
            #expect(folder.startDate == nil, "moment lists only")
            #expect(folder.endDate == nil, "moment lists only")
            #expect(PHCollection.fetchCollections(in: folder, options: nil).all == [album])
        }

        @Test func aFolderIsFoundFromItsChild() throws {
            let album = try world.album("Leaf")
            let inner = try world.list("Inner", [album])
            let outer = try world.list("Outer", [inner])
            #expect(PHCollectionList.fetchCollectionListsContaining(album, options: nil).all == [inner], "in one list only")
            #expect(PHCollectionList.fetchCollectionListsContaining(inner, options: nil).all == [outer])
            #expect(PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [inner.localIdentifier], options: nil).all == [inner])
        }

        @Test func foldersAreFetchedByType() throws {
            let folder = try world.list("A")
            #expect(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .regularFolder, options: nil).all == [folder])
            #expect(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil).contains(folder))
            #expect(PHCollectionList.fetchCollectionLists(with: .smartFolder, subtype: .smartFolderFaces, options: nil).count == 0)
        }

        @Test func theTopLevelIsTheRootFoldersContent() throws {
            let album = try world.album("Album"), folder = try world.list("Folder")
            let inner = try world.album("Inner")
            try PHPhotoLibrary.shared().performChangesAndWait {
                PHCollectionListChangeRequest(for: folder)?.addChildCollections([inner] as NSFastEnumeration)
            }
            let top = PHCollectionList.fetchTopLevelUserCollections(with: nil)
            #expect(top.all == [album, folder])
            let roots = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .rootFolder, options: nil)
            #expect(roots.count == 1)
            let root = try #require(roots.firstObject)
            #expect(root.collectionListSubtype == .rootFolder)
            #expect(PHCollection.fetchCollections(in: root, options: nil).all == top.all)
            #expect(!root.canPerform(.rename))
            #expect(!root.canPerform(.delete))
        }

        @Test func transientFoldersLiveInMemory() throws {
            let one = try world.album("One"), two = try world.album("Two")
            let list = PHCollectionList.transientCollectionList(with: [two, one], title: "Pick")
            #expect(list.localizedTitle == "Pick")
            #expect(PHCollection.fetchCollections(in: list, options: nil).all == [two, one])
            let fromResult = PHCollectionList.transientCollectionList(
                withCollectionsFetchResult: PHCollection.fetchTopLevelUserCollections(with: nil), title: nil)
            #expect(PHCollection.fetchCollections(in: fromResult, options: nil).all == [one, two])
            #expect(!list.canPerform(.addContent))
            #expect(!list.canPerform(.removeContent))
            #expect(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .regularFolder, options: nil).count == 0, "never stored")
        }

        @Test func whatMayBeDoneWithFolders() throws {
            let folder = try world.list("Mine")
            let operations: [PHCollectionEditOperation] = [.removeContent, .addContent, .createContent, .rearrangeContent, .delete, .rename]
            #expect(operations.map { folder.canPerform($0) } == [true, true, true, true, true, true])
        }
    }
}
