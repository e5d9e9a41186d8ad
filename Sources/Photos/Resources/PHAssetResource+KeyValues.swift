import Foundation

extension PHAssetResource {
    /// The private keys that clients look up, and the names of properties. Numbers come as `NSNumber`; `nil` for keys it doesn't have.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "fileSize", "dataSize", "dataLength": dataSize.map { NSNumber(value: $0) }
        case "locallyAvailable", "isLocallyAvailable", "isInLocalStorage": NSNumber(value: isLocal)
        case "inCloud", "isInCloud": NSNumber(value: isInCloud)
        case "filename", "originalFilename": originalFilename
        case "uniformTypeIdentifier": uniformTypeIdentifier
        case "contentType": contentType
        case "type": NSNumber(value: type.rawValue)
        case "assetLocalIdentifier": assetLocalIdentifier
        case "fileURL", "privateFileURL": file?.url
        default: nil
        }
    }

    /// A value by a path of keys.
    public func value(forKeyPath keyPath: String) -> Any? { lookUp(keyPath) }

    private var isLocal: Bool {
        switch storage {
        case .library(let record, _): record.isLocal
        case .file: true
        }
    }

    private var isInCloud: Bool {
        switch storage {
        case .library(let record, _): record.isInCloud
        case .file: false
        }
    }
}

extension PHAssetResource: KeyValueLookup {}
