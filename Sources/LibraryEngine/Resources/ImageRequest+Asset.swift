import Foundation
import Imaging
import PhotoModel
import Pixels

extension ImageRequest {
    /// A picture of an asset in its full size; the caller says what it wants of it.
    /// - Parameter asset: as the caller has it. Before the file is opened the library is asked for what it has by now.
    package init(_ version: Version, of asset: AssetRecord, through access: ResourceAccess) {
        // Unedited assets have one version, but for a RAW and JPEG pair, whose original is the RAW: which it is, the library is asked for later.
        let isCurrent = version == .current || !asset.hasAdjustments && (version == .unadjusted || !asset.isRaw)
        self.init(
            assetID: asset.id, uuid: asset.uuid, revision: asset.revision, source: AssetSource(access, asset, version).file(asset),
            pixelSize: isCurrent ? PixelSize(width: asset.pixelWidth, height: asset.pixelHeight) : PixelSize(width: 0, height: 0))
        self.version = isCurrent ? .current : version
    }
}

/// Where the file of one version of an asset comes from.
private final class AssetSource: Sendable {
    private let access: ResourceAccess
    private let id: Int64
    private let uuid: UUID
    private let filename: String
    private let version: ImageRequest.Version

    init(_ access: ResourceAccess, _ asset: AssetRecord, _ version: ImageRequest.Version) {
        (self.access, self.version) = (access, version)
        (id, uuid, filename) = (asset.id, asset.uuid, asset.filename)
    }

    /// In the pipeline's terms.
    func file(_ asset: AssetRecord) -> ImageSourceFile {
        var file = ImageSourceFile(name: asset.filename, uniformType: asset.uniformType) { try self.open(self.found().resource) }
        file.refresh = { try self.refresh($0) }
        file.stamp = { [changes = access.library.changes] in changes.stamp }
        if access.mayFetch {
            file.fetch = access.fetch { [try self.found().resource] }
            file.fetchPreview = access.fetchPreview {
                let found = try self.found()
                return found.isCurrent ? (asset: found.asset, resource: found.resource) : nil
            }
        }
        return file
    }

    private func found() throws -> (asset: AssetRecord, resource: ResourceRecord, isCurrent: Bool) {
        let (now, resources) = try access.library.assetNow(id, uuid, filename)
        guard let resource = resources.showing(version, of: now) else {
            throw LibraryError(.missing, "\(filename) has no picture in this library. Import it again.")
        }
        guard resource.isPicture else { throw LibraryError(.noPicture, "\(filename) is a sound and has no picture.") }
        return (now, resource, resource.id == resources.current(of: now)?.id)
    }

    /// The request for what the library has now, which may be more than whoever asks has fetched.
    private func refresh(_ request: ImageRequest) throws -> ImageRequest {
        let (now, resource, isCurrent) = try found()
        var request = request
        (request.revision, request.version) = (now.revision, isCurrent ? .current : version)
        // What is recorded is the size of the current version.
        request.pixelSize = isCurrent ? PixelSize(width: now.pixelWidth, height: now.pixelHeight) : PixelSize(width: 0, height: 0)
        (request.source.name, request.source.uniformType) = (resource.filename, resource.uniformType)
        request.source.open = { try self.open(resource) }
        return request
    }

    private func open(_ resource: ResourceRecord) throws -> Int32 {
        // A library that was moved away is held open by us, and is not the one any more that its path names.
        try access.library.changes.checkAvailability()
        return try access.library.openDescriptor(resource)
    }
}
