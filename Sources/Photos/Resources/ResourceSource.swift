import Foundation
import LibraryEngine
import PhotoModel

/// Where one request gets a resource's bytes from, and whether it may use the network for them.
enum ResourceSource: Sendable {
    case library(ResourceRecord, PHAsset, ResourceAccess)
    /// One that no library has.
    case file(URL)

    /// - Throws: why the application may not have them; `.missing` or `.unknown` for what is not in the library any more.
    init(_ resource: PHAssetResource, _ options: PHAssetResourceRequestOptions?) throws {
        switch resource.storage {
        case .library(let kept, let asset):
            let access = ResourceAccess(try asset.sourceLibrary(), network: NetworkUse(options))
            _ = try Self.now(kept.record, of: asset, in: access.library)
            self = .library(kept.record, asset, access)
        case .file(let file): self = .file(file.url)
        case .none: throw LibraryError(.missing, "The resource has no file. Get it from PHAssetResource.assetResources(for:).")
        }
    }

    /// Brings the file here; `nil` where the options keep the request from the network, and for what no library has.
    var fetch: FileFetch? {
        guard case .library(let record, let asset, let access) = self else { return nil }
        return access.fetch { [try Self.now(record, of: asset, in: access.library)] }
    }

    /// Opens the file, which takes seconds for a large one that others may change.
    /// - Throws: a `LibraryError`.
    func open() throws -> ResourceBytes {
        switch self {
        case .library(let record, let asset, let access):
            try ResourceBytes(Self.now(record, of: asset, in: access.library), in: access.library)
        case .file(let url): try ResourceBytes(fileAt: url)
        }
    }

    /// Keeps what was found out about bytes that were read to their end.
    func keep(sha1: Data) {
        guard case .library(let record, _, let access) = self, record.sha1 == nil else { return }
        access.library.keep(sha1: sha1, of: record)
    }

    /// The resource as it is now: what an edit has replaced is not given out as what it was.
    private static func now(_ resource: ResourceRecord, of asset: PHAsset, in library: PhotoLibrary) throws -> ResourceRecord {
        let found = try library.assetNow(asset.record).resources.first { $0.id == resource.id && $0.sha256 == resource.sha256 }
        guard let found else {
            throw LibraryError(.missing, "\(resource.filename) belongs to its asset no more. Fetch the asset's resources again.")
        }
        return found
    }
}

extension NetworkUse {
    /// What a client's options allow; `nil` where they keep the request from the network.
    fileprivate init?(_ options: PHAssetResourceRequestOptions?) {
        guard let options, options.isNetworkAccessAllowed else { return nil }
        let handler = options.progressHandler.map { Unchecked($0) }
        self.init(progress: { fraction in
            handler?.value(fraction)
            return true
        })
    }
}
