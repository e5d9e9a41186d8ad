import Catalog
import Descriptions
import Imaging
import Importing
import LibraryEngine
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// A request for the full size of one version; the caller sets what it wants of it.
    /// - Throws: where the asset has no picture in this library at all.
    func imageRequest(for record: AssetRecord, version: ImageRequest.Version) throws -> ImageRequest {
        let resources = try catalog.read { try $0.resources(assetID: record.id) }
        guard let resource = resources.showing(version, of: record), resource.type != .audio else {
            throw ToolFailure(.badInput, "\(DisplayText.safe(record.filename)) has nothing to show. `photos show \(IdentifierText.short(record.uuid))` lists what it has.")
        }
        // Derivatives and the recorded size are of what the asset shows now.
        let isCurrent = resource.id == resources.current(of: record)?.id
        let size = isCurrent ? PixelSize(width: record.pixelWidth, height: record.pixelHeight) : PixelSize(width: 0, height: 0)
        let source = ImageSourceFile(name: resource.filename, uniformType: resource.uniformType) { [self] in try openDescriptor(resource) }
        var request = ImageRequest(assetID: record.id, uuid: record.uuid, revision: record.revision, source: source, pixelSize: size)
        request.version = isCurrent ? .current : version
        return request
    }
}
