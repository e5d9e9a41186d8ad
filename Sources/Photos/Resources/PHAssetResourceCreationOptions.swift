import Foundation

/// How to add a resource. <https://developer.apple.com/documentation/photos/phassetresourcecreationoptions>
open class PHAssetResourceCreationOptions: NSObject, NSCopying {
    /// Default `nil`: the file's name, or one made from the asset's identifier.
    open var originalFilename: String?
    /// Default `nil`. A hint only: the content decides.
    open var contentType: UTType?
    /// Default false: the file is copied. True removes it after the changes were made.
    open var shouldMoveFile = false

    /// The identifier of `contentType`; setting one sets the other.
    open var uniformTypeIdentifier: String? {
        get { contentType?.identifier }
        set { contentType = newValue.map { UTType(importedAs: $0) } }
    }

    public override init() {}

    /// A copy that can be changed independently.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceCreationOptions()
        (copy.originalFilename, copy.contentType, copy.shouldMoveFile) = (originalFilename, contentType, shouldMoveFile)
        return copy
    }
}
