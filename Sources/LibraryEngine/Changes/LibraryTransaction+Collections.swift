import Foundation
import PhotoModel

/// Albums and folders, their members and what an application keeps with a project.
extension LibraryTransaction {
    /// Adds an album or folder to the folder its `parentID` names, or to the top level.
    /// - Parameter index: its place among its siblings; `nil` is the end.
    /// - Returns: its row id.
    @discardableResult
    package func insert(_ collection: CollectionRecord, at index: Int? = nil) throws -> Int64 { try catalog.insert(collection, at: index) }

    /// Changes title, kind, key asset, parent or place among the siblings (a `position` behind the last is the last).
    package func update(collectionID: Int64, _ change: (inout CollectionRecord) throws -> Void) throws {
        try catalog.update(collectionID: collectionID, change)
    }

    /// Removes an album, or a folder with everything in it. Assets stay in the library.
    package func deleteCollection(id: Int64) throws { try catalog.deleteCollection(id: id) }

    /// Makes a folder, or the top level for `nil`, contain just these albums and folders in this order. Arriving ones leave the folder they
    /// were in; those that are taken out go to the end of the top level.
    package func arrangeChildren(_ ids: [Int64], of folderID: Int64?) throws { try catalog.arrangeChildren(ids, of: folderID) }

    // MARK: Members

    /// Adds assets at the end in their order; those that are members already stay where they are.
    package func addMembers(_ assetIDs: [Int64], to collectionID: Int64) throws { try catalog.addMembers(assetIDs, to: collectionID) }

    /// Takes these assets out, wherever they are; those that are no members are passed over.
    package func removeMembers(_ assetIDs: [Int64], from collectionID: Int64) throws { try catalog.removeMembers(assetIDs, from: collectionID) }

    /// Makes an album hold just these assets in this order.
    package func arrangeMembers(_ assetIDs: [Int64], of collectionID: Int64) throws { try catalog.arrangeMembers(assetIDs, of: collectionID) }

    /// Puts runs back between their neighbours, or as near as there still is one. What is a member already, or purged, is passed over.
    /// - Returns: who came in.
    package func returnMembers(_ runs: [MemberRun], to collectionID: Int64) throws -> [Int64] { try catalog.returnMembers(runs, to: collectionID) }

    /// Moves members that stand elsewhere to these places.
    package func moveMembers(_ runs: [MemberRun], in collectionID: Int64) throws { try catalog.moveMembers(runs, in: collectionID) }

    // MARK: Projects

    /// Makes a project of an album.
    package func makeProject(collectionID id: Int64, extensionData: Data) throws { try catalog.makeProject(collectionID: id, extensionData: extensionData) }

    package func setProjectExtensionData(_ data: Data, collectionID id: Int64) throws { try catalog.setProjectExtensionData(data, collectionID: id) }

    /// - Parameter preview: a picture file.
    package func setProjectPreview(_ preview: Data, collectionID id: Int64) throws { try catalog.setProjectPreview(preview, collectionID: id) }
}
