import Foundation
import PhotoModel
import Query

extension LibraryReader {
    /// Stored albums and folders.
    /// - Throws: a `QueryError` for a predicate or sort key that collections don't have, and for one that takes too much work.
    package func collections(_ query: CollectionQuery) throws -> [CollectionRecord] { try catalog.collections(query) }
    package func collection(uuid: UUID) throws -> CollectionRecord? { try catalog.collection(uuid: uuid) }
    package func collection(id: Int64) throws -> CollectionRecord? { try catalog.collection(id: id) }
    /// The albums that hold an asset, in the order of their row ids.
    package func collectionsContaining(assetID: Int64) throws -> [CollectionRecord] { try catalog.collectionsContaining(assetID: assetID) }
    /// A folder's albums and folders in order; of the top level for `nil`.
    package func children(of folderID: Int64?) throws -> [CollectionRecord] { try catalog.children(of: folderID) }

    /// An album's members that are not trashed, hidden ones included, in album order.
    package func memberIDs(of collectionID: Int64) throws -> ContiguousArray<Int64> {
        let members = try catalog.memberIDs(of: collectionID)
        return showsHidden ? members : ContiguousArray(try shownIDs(members))
    }
    /// An album's members in order, those in Recently Deleted as well.
    package func everyMemberID(of collectionID: Int64) throws -> ContiguousArray<Int64> {
        let members = try catalog.everyMemberID(of: collectionID)
        return showsHidden ? members : ContiguousArray(try shownIDs(members))
    }
    package func isMember(_ assetID: Int64, of collectionID: Int64) throws -> Bool { try catalog.isMember(assetID, of: collectionID) }
    /// Where those of the assets stand that are in the album.
    package func memberRuns(of assetIDs: some Sequence<Int64>, in collectionID: Int64) throws -> [MemberRun] {
        try catalog.memberRuns(of: assetIDs, in: collectionID)
    }
    /// The asset that a person chose to stand for an album, as long as it shows there.
    package func chosenKeyAsset(of collectionID: Int64) throws -> Int64? { try catalog.chosenKeyAsset(of: collectionID) }

    /// What its application keeps with a project; `nil` for any other album.
    package func projectExtensionData(collectionID id: Int64) throws -> Data? { try catalog.projectExtensionData(collectionID: id) }
    /// A picture file that shows the project; `nil` where none was set.
    package func projectPreview(collectionID id: Int64) throws -> Data? { try catalog.projectPreview(collectionID: id) }
    /// Without reading it.
    package func hasProjectPreview(collectionID id: Int64) throws -> Bool { try catalog.hasProjectPreview(collectionID: id) }

    /// How many assets a smart album shows; 0 for one that is not offered.
    package func smartAlbumCount(_ subtype: AlbumSubtype) throws -> Int {
        try showsHidden || SmartAlbum.with(subtype)?.isHidden != true ? catalog.smartAlbumCount(subtype) : 0
    }
    /// Creation dates of a smart album's oldest and newest asset; `nil` for an empty one, and for Recently Added, of which they are not known quickly.
    package func smartAlbumDates(_ subtype: AlbumSubtype) throws -> (start: Double, end: Double)? {
        try showsHidden || SmartAlbum.with(subtype)?.isHidden != true ? catalog.smartAlbumDates(subtype) : nil
    }

    /// The moments of the user's library: of what is listed there and has a date.
    /// - Parameter zone: where assets were taken that don't say it.
    package func moments(in zone: TimeZone) throws -> MomentIndex { try catalog.moments(in: zone) }
    /// The place in `index` of the moment that an asset lies in; `nil` for one that is hidden, trashed, undated or not of the user's own library.
    package func moment(containing assetID: Int64, in index: MomentIndex) throws -> Int? { try catalog.moment(containing: assetID, in: index) }
}
