import Catalog
import Foundation
import PhotoModel

extension CatalogWriter {
    /// Notes that nobody is to make an asset's thumbnail and preview any more, and what was found of the file that they are of. What an import, or somebody's
    /// request, has said of damage before stays.
    ///
    /// Without effect where they are made already, or where the asset shows something else by now.
    func finishPicture(of id: Int64, uuid: UUID, revision: Int64, damage: String?) throws {
        guard try pictureToMake(assetID: id) != nil, let asset = try asset(id: id), asset.uuid == uuid, asset.revision == revision else { return }
        try deletePictureToMake(assetID: id)
        // The store and other machines were not told of it so far, or without its thumbnail.
        if try value(forKey: CloudSettings.key) != nil { try noteThumbnail(assetID: id) }
        guard let damage, let shown = try resources(assetID: id).current(of: asset) else { return }
        if shown.damage == nil { try update(resourceID: shown.id) { $0.damage = damage } }
        if asset.damage == nil { try update(assetID: id) { $0.damage = damage } }
    }
}
