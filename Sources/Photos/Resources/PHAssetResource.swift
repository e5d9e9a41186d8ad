import Catalog
import Foundation

/// A file that belongs to an asset. <https://developer.apple.com/documentation/photos/phassetresource>
open class PHAssetResource: NSObject, @unchecked Sendable {
    // Guarded by being immutable.
    let record: ResourceRecord
    let session: LibrarySession
    public let type: PHAssetResourceType
    public let assetLocalIdentifier: String

    private init(_ record: ResourceRecord, _ type: PHAssetResourceType, _ asset: PHAsset) {
        (self.record, self.type, session, assetLocalIdentifier) = (record, type, asset.session, asset.localIdentifier)
    }

    open var originalFilename: String { record.filename }
    open var filename: String? { record.filename }
    open var contentType: UTType { UTType(recorded: record.uniformType) }
    open var uniformTypeIdentifier: String { record.uniformType }
    /// Bytes.
    open var dataSize: Int? { Int(record.size) }

    /// The asset's files, the original first. Sidecars, for which PhotoKit has no type, are left out.
    public class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        let records = (try? asset.session.read { try $0.resources(assetID: asset.record.id) }.get()) ?? []
        return records.compactMap { record in PHAssetResourceType(rawValue: record.type).map { PHAssetResource(record, $0, asset) } }
    }
}
