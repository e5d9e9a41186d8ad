import Catalog
import Imaging
import LibraryEngine

extension PhotoLibrary {
    /// The resource that shows a version of an asset.
    func resource(_ version: PHImageRequestOptionsVersion, of asset: AssetRecord) throws -> ResourceRecord {
        guard let found = try catalog.read({ try $0.resources(assetID: asset.id) }).showing(.init(version), of: asset) else {
            throw LibraryError(.missing, "The asset is not in the library any more, or has no picture. Fetch it again.")
        }
        return found
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
