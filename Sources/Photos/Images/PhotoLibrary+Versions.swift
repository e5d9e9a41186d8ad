import Catalog
import Imaging
import LibraryEngine
import PhotoModel

extension PhotoLibrary {
    /// The resource that shows a version of an asset.
    func resource(_ version: PHImageRequestOptionsVersion, of asset: AssetRecord) throws -> ResourceRecord {
        guard let found = try catalog.read({ try $0.resources(assetID: asset.id) }).showing(.init(version), of: asset) else {
            throw LibraryError(.missing, "The asset is not in the library any more, or has no picture. Fetch it again.")
        }
        return found
    }
}

extension PHAsset {
    /// The library that requests for this asset's pictures and files go to.
    /// - Throws: why there is none for this application; `.unknown` for an asset that it may not see, and for `PHAsset()`.
    func sourceLibrary() throws -> PhotoLibrary {
        guard session !== LibrarySession.none else { throw LibraryError(.unknown, "The asset belongs to no library. Fetch one.") }
        return try session.library(showing: self)
    }
}

extension ImageRequest.Version {
    init(_ version: PHImageRequestOptionsVersion) {
        self = switch version {
        case .current: .current
        case .unadjusted: .unadjusted
        case .original: .original
        }
    }
}
