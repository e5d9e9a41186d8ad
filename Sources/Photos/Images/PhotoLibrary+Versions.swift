import Catalog
import Imaging
import LibraryEngine

extension PhotoLibrary {
    /// The resource that shows a version of an asset.
    func resource(_ version: PHImageRequestOptionsVersion, ofAsset id: Int64) throws -> ResourceRecord {
        guard let found = try catalog.read({ try $0.resources(assetID: id) }).showing(.init(version)) else {
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
