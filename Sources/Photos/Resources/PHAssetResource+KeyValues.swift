import Foundation

extension PHAssetResource {
    func keyedValue(_ key: String) -> Any? {
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

    private var isLocal: Bool {
        switch storage {
        case .library(let record, _): record.isLocal
        case .file: true
        case .none: false
        }
    }

    private var isInCloud: Bool {
        switch storage {
        case .library(let record, _): record.isInCloud
        case .file, .none: false
        }
    }
}

extension PHAssetResource: KeyValueLookup {}
