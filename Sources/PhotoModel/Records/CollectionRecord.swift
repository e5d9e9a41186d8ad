import Foundation

/// An album or a folder that is stored. Smart albums are not: their membership is computed.
package struct CollectionRecord: Sendable, Equatable, Identifiable {
    package var id: Int64 = 0
    package var uuid: UUID
    package var type: CollectionType
    package var title: String?
    /// Folder that contains it; `nil` at the top level.
    package var parentID: Int64?
    /// Place among its siblings, from 0.
    package var position: Int = 0
    /// Members that are alive; kept by the writing transaction. For folders: children.
    package var count: Int = 0
    /// Creation dates of the oldest and newest member.
    package var startDate: Double?
    package var endDate: Double?
    /// When its title, members, order or key asset last changed.
    package var modificationDate: Double?
    /// The member that a person chose to stand for the album.
    package var keyAssetID: Int64?

    /// Whether an application keeps data with it. Made by `makeProject`, and changed by nothing else.
    package var isProject = false

    package init(uuid: UUID, type: CollectionType, title: String?) { (self.uuid, self.type, self.title) = (uuid, type, title) }

    package enum Kind: Int, Sendable { case album = 1, folder = 2 }

    package var kind: Kind { type.isFolder ? .folder : .album }
}

/// Members of an album that stand side by side, and who stands around them: where they return to, whatever happened to the album meanwhile.
package struct MemberRun: Sendable, Equatable {
    /// In album order.
    package var assetIDs: [Int64]
    /// The next members that are not of a run themselves; `nil` at the album's start and end.
    package var before: Int64?
    package var after: Int64?

    package init(_ assetIDs: [Int64], before: Int64? = nil, after: Int64? = nil) {
        (self.assetIDs, self.before, self.after) = (assetIDs, before, after)
    }
}
