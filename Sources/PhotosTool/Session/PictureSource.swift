import Descriptions
import LibraryEngine
import PhotoModel

extension PhotoLibrary {
    /// A request for the full size of one version; the caller sets what it wants of it.
    /// - Parameter network: told of the download; `nil` keeps the request from the network.
    /// - Throws: where the asset has no picture in this library at all.
    func imageRequest(for record: AssetRecord, version: ImageRequest.Version, network: NetworkUse? = nil) throws -> ImageRequest {
        guard try read({ try $0.resources(assetID: record.id) }).showing(version, of: record)?.isPicture == true else {
            throw ToolFailure(.badInput, "\(DisplayText.safe(record.filename)) has nothing to show. `photos show \(IdentifierText.short(record.uuid))` lists what it has.")
        }
        return ImageRequest(version, of: record, through: ResourceAccess(self, network: network))
    }
}
