import Foundation

extension PHAssetResource {
    /// The private keys that clients look up, and the names of properties. Numbers come as `NSNumber`; `nil` for keys it doesn't have.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "fileSize", "dataSize", "dataLength": NSNumber(value: record.size)
        case "locallyAvailable", "isLocallyAvailable", "isInLocalStorage": NSNumber(value: record.isLocal)
        case "inCloud", "isInCloud": NSNumber(value: record.isInCloud)
        case "filename", "originalFilename": record.filename
        case "uniformTypeIdentifier": record.uniformType
        case "contentType": contentType
        case "type": NSNumber(value: record.type)
        case "assetLocalIdentifier": assetLocalIdentifier
        case "fileURL", "privateFileURL": session.fileURL(of: record)
        default: nil
        }
    }

    /// A value by a path of keys.
    public func value(forKeyPath keyPath: String) -> Any? { lookUp(keyPath) }
}

extension PHAssetResource: KeyValueLookup {}
