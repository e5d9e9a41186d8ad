import Foundation
import LibraryEngine
import PhotoModel
import Photos
import Query

/// Smart albums, then folders and albums depth first, in the order in which they are shown.
struct CollectionListing: Encodable {
    let position: Int64
    let collections: [CollectionEntry]

    /// - Parameter locale: the page's, in whose language smart albums are named.
    init(_ reader: LibraryReader, in locale: String) throws {
        position = try reader.position.rawValue
        let smart = try SmartAlbumOrder.albums.map { CollectionEntry(smartAlbum: $0, count: try reader.smartAlbumCount($0.subtype), in: locale) }
        collections = smart + Self.nested(try reader.collections(CollectionQuery()))
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

    init(smartAlbum album: SmartAlbum, count: Int, in locale: String) {
        (id, kind, subtype, self.count) = ("smart:\(album.name)", "smart", album.name, count)
        // Apple's spelling is American, and the page's British unless the browser asks otherwise.
        let language = TitleLanguage([locale]), isBritish = language == .english && locale != "en-US"
        title = album.subtype == .favorites && isBritish ? "Favourites" : album.title(in: language)
    }

    init(_ record: CollectionRecord, in folder: CollectionRecord?) {
        (id, parent, title) = (record.uuid.uuidString, folder?.uuid.uuidString, record.title ?? "Untitled")
        let isAlbum = record.kind == .album
        kind = isAlbum ? "album" : "folder"
        subtype = record.type.name
        // A folder's number is of albums, and would be read as one of photos.
        count = isAlbum ? record.count : nil
        let operations: [(CollectionRights.Operation, String)] = [
            (.rename, "rename"), (.delete, "delete"), (.addContent, "add"), (.removeContent, "remove"), (.rearrangeContent, "reorder"),
        ]
        can = operations.filter { record.rights.allows($0.0) }.map(\.1)
        // Its place is its folder's to give.
        if (folder?.rights ?? .rootFolder).allows(.rearrangeContent) { can.append("arrange") }
    }

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

/// The order of the list: what people look for first, then kinds of pictures, and hidden ones at the end. One that has no place here stands before the last.
enum SmartAlbumOrder {
    private static let first: [SmartAlbum] = [
        "smartAlbumUserLibrary", "smartAlbumFavorites", "smartAlbumRecentlyAdded", "smartAlbumVideos", "smartAlbumSelfPortraits", "smartAlbumLivePhotos",
        "smartAlbumDepthEffect", "smartAlbumPanoramas", "smartAlbumLongExposures", "smartAlbumTimelapses", "smartAlbumSlomoVideos", "smartAlbumCinematic",
        "smartAlbumSpatial", "smartAlbumBursts", "smartAlbumScreenshots", "smartAlbumScreenRecordings", "smartAlbumAnimated", "smartAlbumRAW",
    ].compactMap { SmartAlbum.named($0) }

    static let albums: [SmartAlbum] = {
        let known = Set(first.map(\.subtype)), others = SmartAlbum.offered.filter { !known.contains($0.subtype) }
        return first + others.filter { !$0.isHidden } + others.filter(\.isHidden)
    }()
}
