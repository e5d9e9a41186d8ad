import Foundation
import PhotoModel

/// Caption, file name and keywords. <https://developer.apple.com/documentation/photos/phassetextendedmetadata>
open class PHAssetExtendedMetadata: NSObject, @unchecked Sendable {
    // Guarded by being immutable.

    /// What a person wrote about it; `nil` without.
    public let caption: String?
    /// The original's file name when it came in; `nil` where it has none.
    public let originalFilename: String?
    /// Without duplicates; empty where there are none.
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
