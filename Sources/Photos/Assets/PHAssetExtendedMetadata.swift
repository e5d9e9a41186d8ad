import Catalog
import Foundation
import PhotoModel

/// Caption, file name and keywords. <https://developer.apple.com/documentation/photos/phassetextendedmetadata>
open class PHAssetExtendedMetadata: NSObject, @unchecked Sendable {
    // Guarded by being immutable.
    public let caption: String?
    public let originalFilename: String?
    public let keywords: [String]

    init(_ record: AssetRecord) {
        (caption, keywords) = (record.caption, record.keywords)
        originalFilename = record.filename.isEmpty ? nil : record.filename
    }

    /// A value by its key; `nil` for keys it doesn't have.
    open func value(forKey key: String) -> Any? {
        switch key {
        case "caption": caption
        case "originalFilename": originalFilename
        case "keywords": keywords
        default: nil
        }
    }
}

extension PHAssetExtendedMetadata: KeyValueLookup {}
