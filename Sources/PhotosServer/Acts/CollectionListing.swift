import Catalog
import Foundation
import LibraryEngine
import Photos

/// Smart albums, then folders and albums depth first, in the order in which they are shown.
struct CollectionListing: Encodable {
    let position: Int64
    let collections: [CollectionEntry]

    init(_ catalog: CatalogReader) throws {
        position = try catalog.position.rawValue
        let known = Set(catalog.smartAlbumSubtypes)
        let smart = try SmartAlbumOrder.subtypes.filter(known.contains).map { subtype in
            CollectionEntry(smartAlbum: subtype, count: try catalog.smartAlbumCount(subtype: subtype))
        }
        collections = smart + Self.nested(try catalog.collections(CollectionQuery()))
    }

    /// Each folder before what it contains, siblings by their position.
    private static func nested(_ records: [CollectionRecord]) -> [CollectionEntry] {
        var children: [Int64?: [CollectionRecord]] = [:]
        for record in records { children[record.parentID, default: []].append(record) }
        var result: [CollectionEntry] = []
        // An own stack: folders may be nested deeper than calls can be.
        var waiting: [(record: CollectionRecord, parent: CollectionRecord?)] = []
        func add(_ parent: CollectionRecord?) {
            let sorted = (children.removeValue(forKey: parent?.id) ?? []).sorted { ($0.position, $0.id) < ($1.position, $1.id) }
            waiting += sorted.reversed().map { ($0, parent) }
        }
        add(nil)
        while let (record, parent) = waiting.popLast() {
            result.append(CollectionEntry(record, in: parent))
            if record.kind == .folder { add(record) }
        }
        return result
    }
}

struct CollectionEntry: Encodable {
    var id: String
    var kind: String
    var subtype: String
    var parent: String?
    var title: String
    var count: Int?
    /// What may be done with it.
    var can: [String] = []

    init(smartAlbum number: Int, count: Int) {
        subtype = Self.albumSubtype(number)
        (id, kind, self.count) = ("smart:\(subtype)", "smart", count)
        title = SmartAlbumOrder.titles[number] ?? SmartAlbumTitles.title(number, languages: ["en"]) ?? subtype
    }

    init(_ record: CollectionRecord, in folder: CollectionRecord?) {
        (id, parent, title) = (record.uuid.uuidString, folder?.uuid.uuidString, record.title ?? "Untitled")
        let isAlbum = record.kind == .album
        kind = isAlbum ? "album" : "folder"
        subtype = isAlbum ? Self.albumSubtype(record.subtype) : PHCollectionListSubtype(rawValue: record.subtype).map { "\($0)" } ?? String(record.subtype)
        // A folder's number is of albums, and would be read as one of photos.
        count = isAlbum ? record.count : nil
        let operations: [(CollectionRights.Operation, String)] = [
            (.rename, "rename"), (.delete, "delete"), (.addContent, "add"), (.removeContent, "remove"), (.rearrangeContent, "reorder"),
        ]
        can = operations.filter { record.rights.allows($0.0) }.map(\.1)
        // Its place is its folder's to give.
        if (folder?.rights ?? .rootFolder).allows(.rearrangeContent) { can.append("arrange") }
    }

    /// The Swift case name; one that is no case, of a library written by a later version, is shown as its number.
    private static func albumSubtype(_ value: Int) -> String { PHAssetCollectionSubtype(rawValue: value).map { "\($0)" } ?? String(value) }

    private enum Key: String, CodingKey { case id, kind, subtype, parent, title, count, key, can }

    /// Absent values are `null`, never left out.
    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(subtype, forKey: .subtype)
        try fields.encode(parent, forKey: .parent)
        try fields.encode(title, forKey: .title)
        try fields.encode(count, forKey: .count)
        try fields.encodeNil(forKey: .key)
        try fields.encode(can, forKey: .can)
    }
}

/// Raw values of `PHAssetCollectionSubtype` in the order of the list: what people look for first, then kinds of pictures.
enum SmartAlbumOrder {
    static let subtypes = [209, 203, 206, 202, 210, 213, 212, 201, 215, 204, 208, 218, 219, 207, 211, 220, 214, 217, 205]

    /// As the page spells, where Apple's spelling is another.
    static let titles = [203: "Favourites"]
}
