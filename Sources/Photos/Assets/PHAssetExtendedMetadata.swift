import Foundation
import PhotoModel

/// Caption, file name and keywords. <https://developer.apple.com/documentation/photos/phassetextendedmetadata>
open class PHAssetExtendedMetadata: NSObject, @unchecked Sendable {
    // Guarded by being immutable.
    private let record: AssetRecord?

    /// What a person wrote about it; `nil` without.
    open var caption: String? { record?.caption }
    /// The original's file name when it came in; `nil` where it has none.
    open var originalFilename: String? { record.flatMap { $0.filename.isEmpty ? nil : $0.filename } }
    /// Without duplicates; empty where there are none.
    open var keywords: [String] { record?.keywords ?? [] }

    init(_ record: AssetRecord) { self.record = record }

    /// That of no asset, which is empty: for test doubles.
    public override init() { record = nil }

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
