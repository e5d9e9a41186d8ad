import Catalog
import Foundation
import Imaging
import LibraryEngine
import PhotoModel
import Pixels

/// Where the file of one version of an asset comes from, as a client's request sees it.
struct AssetSource: Sendable {
    let library: PhotoLibrary
    let asset: AssetRecord
    let version: PHImageRequestOptionsVersion
    let id: PHImageRequestID
    /// `nil` where the options keep the request from the network.
    let progress: Unchecked<OriginalDownload.Progress?>?

    init(_ library: PhotoLibrary, _ asset: AssetRecord, _ id: PHImageRequestID, _ options: PHImageRequestOptions?) {
        (self.library, self.asset, self.id) = (library, asset, id)
        version = options?.version ?? .current
        progress = options?.isNetworkAccessAllowed == true ? Unchecked(options?.progressHandler) : nil
    }

    /// In the pipeline's terms.
    var file: ImageSourceFile {
        var file = ImageSourceFile(name: asset.filename, uniformType: asset.uniformType) { try open(library.resource(version, of: asset)) }
        file.refresh = refresh
        file.stamp = { [changes = library.changes] in changes.stamp }
        if progress != nil { file.fetch = fetch }
        return file
    }

    /// The request for what the library has now, which may be more than the client has fetched.
    @Sendable private func refresh(_ request: ImageRequest) throws -> ImageRequest {
        let found = try library.catalog.read { reader -> (asset: AssetRecord, resources: [ResourceRecord])? in
            guard let now = try reader.asset(id: asset.id), now.uuid == asset.uuid else { return nil }
            return (now, try reader.resources(assetID: now.id))
        }
        guard let (now, resources) = found else {
            throw LibraryError(.unknown, "\(asset.filename) is not in the library any more. Fetch again what is there.")
        }
        guard now.mediaType != .audio else {
            throw PHPhotosError(.requestNotSupportedForAsset, "\(asset.filename) is a sound and has no picture.")
        }
        guard let resource = resources.showing(.init(version), of: now) else {
            throw LibraryError(.missing, "\(asset.filename) has no picture in this library. Import it again.")
        }
        var request = request
        let isCurrent = resource.id == resources.current(of: now)?.id
        (request.revision, request.version) = (now.revision, isCurrent ? .current : .init(version))
        // What is recorded is the size of the current version.
        request.pixelSize = isCurrent ? PixelSize(width: now.pixelWidth, height: now.pixelHeight) : PixelSize(width: 0, height: 0)
        (request.source.name, request.source.uniformType) = (resource.filename, resource.uniformType)
        request.source.open = { try open(resource) }
        return request
    }

    private func open(_ resource: ResourceRecord) throws -> Int32 {
        // A library that was moved away is held open by us, and is not the one any more that its path names.
        try library.changes.checkAvailability()
        do {
            return try library.openDescriptor(resource)
        } catch where error.code == .inCloud {
            throw ImagingError(.inCloud, error.message, cause: error)
        }
    }

    /// Brings the version's file here, which network access must be allowed for.
    @Sendable func fetch(_ done: @escaping @Sendable (Result<Void, any Error>) -> Void) -> @Sendable () -> Void {
        do {
            let resource = try library.resource(version, of: asset)
            return OriginalDownload.start(resource, in: library, for: id, progress ?? Unchecked(nil), done: done)
        } catch {
            done(.failure(error))
            return {}
        }
    }
}
