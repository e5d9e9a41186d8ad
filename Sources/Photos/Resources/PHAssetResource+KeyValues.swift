import Foundation

extension PHAssetResource {
    func keyedValue(_ key: String) -> Any? {
        switch key {
        case "fileSize", "dataSize", "dataLength": dataSize.map { NSNumber(value: $0) }
        case "locallyAvailable", "isLocallyAvailable", "isInLocalStorage": NSNumber(value: isLocallyAvailable)
        case "inCloud", "isInCloud": NSNumber(value: isInCloud)
        case "filename", "originalFilename": originalFilename
        case "uniformTypeIdentifier": uniformTypeIdentifier
        case "contentType": contentType
        case "pixelWidth": NSNumber(value: pixelWidth)
        case "pixelHeight": NSNumber(value: pixelHeight)
        case "type": NSNumber(value: type.rawValue)
        case "assetLocalIdentifier": assetLocalIdentifier
        case "fileURL", "privateFileURL": file?.url
        default: nil
        }
    }

}

extension PHAssetResource: KeyValueLookup {}
