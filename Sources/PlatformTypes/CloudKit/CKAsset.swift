import Foundation

/// A file that belongs to a record in iCloud. <https://developer.apple.com/documentation/cloudkit/ckasset>
///
/// Nothing here speaks to iCloud. It is there for what PhotoKit's signatures name of it.
open class CKAsset: NSObject, @unchecked Sendable {
    /// Names the bytes of an asset that is in iCloud already, so that another container can have a copy of them.
    /// <https://developer.apple.com/documentation/cloudkit/ckasset/exportedassetid>
    ///
    /// Nothing here makes one: Apple's are of use on the machine that made them alone, and for a few days.
    public struct ExportedAssetID: Codable, Sendable {
        let identifier: String
    }

    // Guarded by being immutable.
    private let file: URL

    /// An asset of a file that is here.
    public init(fileURL: URL) {
        file = fileURL
        super.init()
    }

    /// Where its bytes are.
    open var fileURL: URL? { file }
}
