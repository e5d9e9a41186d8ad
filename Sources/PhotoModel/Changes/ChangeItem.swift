import Foundation

/// A place in the change log. Every transaction that changed something has one; later ones are greater.
package struct ChangePosition: Sendable, Hashable, Comparable, Codable {
    /// 0 before the first change.
    package var rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let start = ChangePosition(rawValue: 0)

    package static func < (a: ChangePosition, b: ChangePosition) -> Bool { a.rawValue < b.rawValue }
}

/// What one transaction did to one object.
package struct ChangeItem: Sendable, Hashable {
    package enum Entity: Int, Sendable {
        case asset = 1, collection = 2, list = 3
        /// What an application may see. It has no row, and its UUID stands for the application; no part of the persistent history.
        case access = 4
    }
    package enum Kind: Int, Sendable { case inserted = 1, updated = 2, deleted = 3 }

    package struct Aspects: OptionSet, Sendable, Hashable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Pixels, video or any resource.
        package static let content = Aspects(rawValue: 1)
        /// Anything that is told about it: dates, place, flags, titles, keywords.
        package static let metadata = Aspects(rawValue: 2)
        /// Which members an album, or which children a folder has, and in which order.
        package static let membership = Aspects(rawValue: 4)
        /// Moved to Recently Deleted or back.
        package static let trashed = Aspects(rawValue: 8)
        /// Hidden, or shown again; as a frame of a burst too. Always with `metadata`. Not in changes that earlier versions recorded.
        package static let visibility = Aspects(rawValue: 16)
        /// Of a deleted album, which nobody can look up any more: it was a project. Not in changes that earlier versions recorded.
        package static let project = Aspects(rawValue: 32)
        /// The same: it was one that others shared.
        package static let sharedAlbum = Aspects(rawValue: 64)
    }

    package var entity: Entity
    package var uuid: UUID
    package var kind: Kind
    package var aspects: Aspects
    /// The object's row id, also of a deleted one; `nil` of access, and in changes that the first schema recorded.
    package var rowID: Int64?

    package init(entity: Entity, uuid: UUID, kind: Kind, aspects: Aspects, rowID: Int64? = nil) {
        (self.entity, self.uuid, self.kind, self.aspects, self.rowID) = (entity, uuid, kind, aspects, rowID)
    }
}

/// One transaction as persistent history tells it: what it did to assets, albums and folders.
package struct HistoryEntry: Sendable, Equatable {
    package var position: ChangePosition
    /// Seconds since 2001-01-01T00:00:00Z.
    package var date: Double
    /// Who made it: the application's identifier.
    package var author: String
    /// In the order of entity and UUID; `nil` where they are too many for a page: ask `historyItems(at:)` for those that are wanted.
    package var items: [ChangeItem]?

    package init(position: ChangePosition, date: Double, author: String, items: [ChangeItem]?) {
        (self.position, self.date, self.author, self.items) = (position, date, author, items)
    }
}
