import Catalog
import Foundation
import Importing
import LibraryEngine
import PlatformTypes

extension PhotoLibrary {
    /// The resource that shows a version of an asset.
    func resource(_ version: PHImageRequestOptionsVersion, ofAsset id: Int64) throws -> ResourceRecord {
        let resources = try catalog.read { try $0.resources(assetID: id) }
        let found = switch version {
        case .current: resources.current
        case .unadjusted: resources.original
        case .original: resources.first { $0.type == ResourceKind.alternatePhoto.rawValue && Self.isRaw($0) } ?? resources.original
        }
        guard let found else {
            throw LibraryError(.missing, "The asset is not in the library any more, or has no picture. Fetch it again.")
        }
        return found
    }

    private static func isRaw(_ resource: ResourceRecord) -> Bool {
        UTType(recorded: resource.uniformType).conforms(to: .rawImage)
    }
}
