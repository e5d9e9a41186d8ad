import Catalog
import Foundation
import PhotoModel

/// The album that an import fills.
struct ImportAlbum: Sendable {
    let title: String

    /// Appends living assets that are not members yet; makes the album with the first one.
    func add(_ assetIDs: [Int64], _ writer: CatalogWriter, _ makeUUID: () -> UUID) throws {
        let living = try writer.assets(ids: assetIDs).compactMap { $0 }.filter { !$0.isTrashed }.map(\.id)
        guard !living.isEmpty else { return }
        let albumID = try existing(writer) ?? writer.insert(CollectionRecord(uuid: makeUUID(), type: .album(.albumRegular), title: title))
        for id in living where try !writer.collectionsContaining(assetID: id).contains(where: { $0.id == albumID }) {
            try writer.addMembers([id], to: albumID)
        }
    }

    private func existing(_ writer: CatalogWriter) throws -> Int64? {
        try writer.collections(CollectionQuery(kind: .album)).first { $0.title == title }?.id
    }
}
