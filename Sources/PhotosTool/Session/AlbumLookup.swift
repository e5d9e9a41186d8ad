import Catalog
import Foundation

/// Finds the album that somebody means by a title, an identifier or the name of a smart album.
struct AlbumLookup {
    private let catalog: CatalogReader

    init(_ catalog: CatalogReader) { self.catalog = catalog }

    func scope(of text: String) throws -> AssetQuery.Scope {
        // A stored album of just this title goes first: somebody gave it that name.
        let hasTitle = try catalog.collections(CollectionQuery(kind: .album)).contains { $0.title == text }
        if !hasTitle, let subtype = SmartAlbums.subtype(meantBy: text, among: catalog.smartAlbumSubtypes) {
            return .smartAlbum(subtype: subtype)
        }
        return .album(try album(text).id)
    }

    /// A stored album. A title counts as it is written; upper and lower case are only told apart where both exist.
    func album(_ text: String) throws -> CollectionRecord {
        let albums = try catalog.collections(CollectionQuery(kind: .album))
        let found: [CollectionRecord]
        let exact = albums.filter { $0.title == text }
        if !exact.isEmpty {
            found = exact
        } else if case let same = albums.filter({ $0.title?.lowercased() == text.lowercased() }), !same.isEmpty {
            found = same
        } else {
            found = switch IdentifierText(text) {
            case .whole(let uuid): albums.filter { $0.uuid == uuid }
            case .prefix(let prefix): albums.filter { $0.uuid.uuidString.hasPrefix(prefix) }
            case nil: []
            }
        }
        guard let album = found.first else {
            throw ToolFailure(.badInput, "There is no album \"\(DisplayText.safe(text))\". `photos albums` lists those there are.")
        }
        if found.count > 1 {
            let list = found.prefix(5).map { IdentifierText.short($0.uuid) }.joined(separator: ", ")
            throw ToolFailure(.badInput, "There are \(found.count) albums \"\(DisplayText.safe(text))\". Say which by its identifier: \(list).")
        }
        return album
    }
}
