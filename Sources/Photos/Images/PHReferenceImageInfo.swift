import Foundation

/// Whether a picture has Apple Reference Image data. <https://developer.apple.com/documentation/photos/phreferenceimageinfo>
///
/// Apple publishes neither what these data are nor a viewer for other systems. So this answers as Apple documents it for a system that can't show them, which is
/// visionOS: no picture has any, and the controls that would open a viewer stay hidden.
open class PHReferenceImageInfo: @unchecked Sendable {
    // Guarded by holding nothing.

    /// About a file. It is not opened, and need not be there.
    public init(fileURL: URL) {}

    /// About an asset. Its file is not opened, and not downloaded where it is in a cloud only.
    public init(asset: PHAsset) {}

    /// Always false, at once and from any thread: where there is no viewer, Apple's is false too.
    /// <https://developer.apple.com/documentation/photos/phreferenceimageinfo/imagecontainsreferenceimagedata>
    open var imageContainsReferenceImageData: Bool { false }
}
