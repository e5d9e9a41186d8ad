import Catalog
import Foundation
import PhotoModel
import Query
import Support

/// Which albums and folders of the library are those of a source, and in what order the members of its albums come. Kept from batch to batch.
struct CollectionBook: Sendable {
    private struct Member: Sendable {
        var rank: Double
        var asset: Int64
    }

    private var sources: [String: SourceCollection] = [:]
    private var rows: [String: Int64] = [:]
    /// By album, in order of rank.
    private var members: [String: [Member]] = [:]

    init(_ collections: [SourceCollection] = []) {
        sources = Dictionary(collections.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func collection(_ key: String) -> SourceCollection? { sources[key] }

    subscript(row key: String) -> Int64? {
        get { rows[key] }
        set { rows[key] = newValue }
    }

    /// Notes where an asset stands in an album of the source.
    /// - Returns: the members next to it, of those that were met so far.
    mutating func note(_ asset: Int64, at place: StatedFacts.AlbumPlace) -> (before: Int64?, after: Int64?) {
        var list = members[place.album] ?? []
        members[place.album] = nil
        defer { members[place.album] = list }
        let index = list.partitioningIndex { $0.rank > place.rank }
        list.insert(Member(rank: place.rank, asset: asset), at: index)
        return (index > 0 ? list[index - 1].asset : nil, index + 1 < list.count ? list[index + 1].asset : nil)
    }
}

extension PlanExecutor {
    func add(_ asset: Int64, to album: AlbumReference) throws {
        switch album {
        case .titled(let title): try writer.addMembers([asset], to: albumID(titled: title))
        case .identified(let uuid):
            if let album = try writer.collection(uuid: uuid), !album.type.isFolder { try writer.addMembers([asset], to: album.id) }
        case .ofSource(let place):
            guard let collection = collections.collection(place.album) else { throw Self.unknown("the album \(place.album)") }
            let id = try make(collection)
            let (before, after) = collections.note(asset, at: place)
            try writer.returnMembers([MemberRun([asset], before: before, after: after)], to: id)
        }
    }

    /// The album that an import fills; made with the first asset.
    private func albumID(titled title: String) throws -> Int64 {
        let key = "title:" + title
        if let known = collections[row: key], try writer.collection(id: known) != nil { return known }
        let id =
            try writer.collections(CollectionQuery(kind: .album)).first { $0.title == title }?.id
            ?? writer.insert(CollectionRecord(uuid: context.makeUUID(), type: .album(.albumRegular), title: title))
        collections[row: key] = id
        return id
    }

    /// Finds the library's album or folder for one of a source, or makes it as the last of its siblings.
    func make(_ source: SourceCollection) throws -> Int64 {
        if let known = collections[row: source.key], try writer.collection(id: known) != nil { return known }
        // Folders above others were made first. One that a person has deleted since leaves its children to the top level.
        let parent = try source.parent.flatMap { collections[row: $0] }.flatMap { try writer.collection(id: $0) == nil ? nil : $0 }
        let type: CollectionType = source.isFolder ? .folder(.regularFolder) : .album(.albumRegular)
        let named = try source.identifier.flatMap { try writer.collection(uuid: $0) }
        let id: Int64
        if let named, named.type.isFolder == source.isFolder {
            id = named.id
        } else if source.identifier == nil, let titled = try writer.children(of: parent).first(where: { $0.type.isFolder == source.isFolder && $0.title == source.title }) {
            id = titled.id
        } else {
            let uuid = named == nil ? source.identifier ?? context.makeUUID() : context.makeUUID()
            var record = CollectionRecord(uuid: uuid, type: type, title: source.title)
            record.parentID = parent
            id = try writer.insert(record)
        }
        collections[row: source.key] = id
        return id
    }
}
