import Catalog
import Foundation

/// All collections in the order a person sees them: smart albums first, then folders with what they contain.
struct CollectionTree {
    let entries: [CollectionDescription]

    init(entries: [CollectionDescription]) { self.entries = entries }

    init(_ catalog: CatalogReader) throws {
        var entries: [CollectionDescription] = try catalog.smartAlbumSubtypes.map { subtype in
            let name = EnumerationNames.albumSubtype(subtype)
            return CollectionDescription(
                localIdentifier: SmartAlbums.localIdentifier(subtype: subtype), title: SmartAlbums.title(subtype: subtype),
                type: "smartAlbum", subtype: name, parent: nil, count: try catalog.smartAlbumCount(subtype: subtype))
        }
        let stored = try catalog.collections(CollectionQuery())
        entries += Self.nested(stored)
        self.entries = entries
    }

    /// Depth first, each folder before what it contains, siblings by their position.
    static func nested(_ records: [CollectionRecord]) -> [CollectionDescription] {
        var children: [Int64?: [CollectionRecord]] = [:]
        for record in records { children[record.parentID, default: []].append(record) }
        var result: [CollectionDescription] = []
        // An own stack: folders may be nested deeper than calls can be.
        var waiting: [(record: CollectionRecord, parent: String?, depth: Int)] = []
        func add(childrenOf id: Int64?, parent: String?, depth: Int) {
            let sorted = (children.removeValue(forKey: id) ?? []).sorted { ($0.position, $0.id) < ($1.position, $1.id) }
            waiting += sorted.reversed().map { ($0, parent, depth) }
        }
        add(childrenOf: nil, parent: nil, depth: 0)
        while let (record, parent, depth) = waiting.popLast() {
            let isFolder = record.kind == .folder
            let identifier = isFolder ? IdentifierText.folder(record.uuid) : IdentifierText.album(record.uuid)
            result.append(CollectionDescription(
                localIdentifier: identifier, title: record.title, type: isFolder ? "folder" : "album",
                subtype: isFolder ? EnumerationNames.folderSubtype(record.subtype) : EnumerationNames.albumSubtype(record.subtype),
                parent: parent, count: record.count, depth: depth))
            if isFolder { add(childrenOf: record.id, parent: identifier, depth: depth + 1) }
        }
        return result
    }

    var lines: [String] {
        var table = Table([.init(title: "Album", limit: 60), .init(title: "Count", isNumber: true), .init(title: "ID"), .init(title: "Kind")])
        return table.lines(entries.map { entry in
            [String(repeating: "  ", count: entry.depth) + (entry.title ?? "Untitled") + (entry.type == "folder" ? "/" : ""),
             Quantity.grouped(entry.count), entry.type == "smartAlbum" ? "–" : String(entry.localIdentifier.prefix(8)), entry.subtype]
        })
    }
}
