import Foundation
import LibraryEngine
import PhotoModel

/// An album or folder as it was, to be made again: with its members and where it stands.
struct StoredCollection: Sendable {
    var uuid: UUID
    var type: CollectionType
    var title: String?
    var location: CollectionLocation
    /// In order, those in Recently Deleted as well.
    var members: [Int64] = []
    var keyAsset: Int64?
    /// What an application keeps with a project.
    var project: (data: Data, preview: Data?)?

    var weight: Int { members.count + 16 + ((project?.data.count ?? 0) + (project?.preview?.count ?? 0)) / 8 }
}

/// Where an album or folder stands.
struct CollectionLocation: Sendable, Equatable {
    /// `nil` at the top level.
    var parent: UUID?
    /// The sibling behind it; `nil` at the end.
    var before: UUID?
    /// Among its siblings without itself, where the sibling behind is not there any more.
    var index: Int?
}

extension LibraryReader {
    func location(of record: CollectionRecord) throws -> CollectionLocation {
        let siblings = try children(of: record.parentID)
        let index = siblings.firstIndex { $0.id == record.id } ?? siblings.count
        let parent = try record.parentID.flatMap { try collection(id: $0) }
        return CollectionLocation(parent: parent?.uuid, before: index + 1 < siblings.count ? siblings[index + 1].uuid : nil, index: index)
    }

    /// A collection with everything in it, each folder before its content.
    func snapshot(of record: CollectionRecord) throws -> [StoredCollection] {
        var result: [StoredCollection] = []
        // An own stack: folders may be nested deeper than calls can be.
        var waiting = [(record, try location(of: record))]
        while let (record, location) = waiting.popLast() {
            var stored = StoredCollection(uuid: record.uuid, type: record.type, title: record.title, location: location)
            if record.kind == .album {
                (stored.members, stored.keyAsset) = (Array(try everyMemberID(of: record.id)), record.keyAssetID)
                if let data = try projectExtensionData(collectionID: record.id) { stored.project = (data, try projectPreview(collectionID: record.id)) }
            } else {
                waiting += try children(of: record.id).reversed().map { ($0, CollectionLocation(parent: record.uuid)) }
            }
            result.append(stored)
        }
        return result
    }
}
