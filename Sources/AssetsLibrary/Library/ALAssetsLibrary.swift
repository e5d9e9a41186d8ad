import Photos

/// The photo library as applications saw it before PhotoKit: groups of assets, and ways to save pictures and videos.
///
/// Mirrors <https://developer.apple.com/documentation/assetslibrary/alassetslibrary>. What it gives is valid as long as this object is there: from then on
/// groups are empty, properties and images `nil`, and what can fail does so with `ALAssetsLibraryDataUnavailableError`. Every method may be called from any
/// thread and returns at once; what it was asked for is done in the order of the calls, and every block is called on the main queue.
open class ALAssetsLibrary: NSObject, @unchecked Sendable {
    // Guarded by being immutable; the link guards itself.
    let link: LibraryLink
    /// Set once, when this is made.
    var watch: ChangeWatch?

    /// The library that `PHPhotoLibrary.shared()` gives.
    public override init() {
        link = LibraryLink(.shared())
        super.init()
        beginWatching()
    }

    /// A library of PhotoKit's. Addition: on Apple's platforms there is only the shared one.
    public init(photoLibrary: PHPhotoLibrary) {
        link = LibraryLink(photoLibrary)
        super.init()
        beginWatching()
    }

    deinit { link.release() }

    /// Whether the application may use the shared library. Never asks. `.authorized` too where it may see some of the assets.
    open class func authorizationStatus() -> ALAuthorizationStatus {
        ALAuthorizationStatus(rawValue: PHPhotoLibrary.authorizationStatus().rawValue) ?? .authorized
    }

    /// From now on, in the whole process, albums that others share are in no enumeration, and what is in them alone is not found. It can't be taken back.
    open class func disableSharedPhotoStreamsSupport() { SharedStreams.disable() }

    // MARK: Finding

    /// Calls the block with each group of these types, the Camera Roll first and then albums in the library's order, empty ones included, and once more with
    /// `nil`. Where the library can't be used `failureBlock` is called instead.
    open func enumerateGroups(
        withTypes types: ALAssetsGroupType, using enumerationBlock: ALAssetsLibraryGroupsEnumerationResultsBlock!,
        failureBlock: ALAssetsLibraryAccessFailureBlock!
    ) {
        enumerate(GroupTypes(asked: types), enumerationBlock, failureBlock)
    }

    /// The same with the type that the constants have.
    open func enumerateGroupsWithTypes(
        _ types: UInt32, usingBlock enumerationBlock: ALAssetsLibraryGroupsEnumerationResultsBlock!, failureBlock: ALAssetsLibraryAccessFailureBlock!
    ) {
        enumerate(GroupTypes(asked: ALAssetsGroupType(types)), enumerationBlock, failureBlock)
    }

    /// Calls the block with the asset of a URL, whatever its extension, or with `nil` for a URL of no asset, of a deleted one or of another library. Where the
    /// library can't be used `failureBlock` is called instead.
    open func asset(for assetURL: URL!, resultBlock: ALAssetsLibraryAssetForURLResultBlock!, failureBlock: ALAssetsLibraryAccessFailureBlock!) {
        answer(resultBlock, failureBlock) { link in assetURL.flatMap { link.asset(at: $0) } }
    }

    /// Calls the block with the group of a URL, or with `nil` where there is none. Where the library can't be used `failureBlock` is called instead.
    open func group(for groupURL: URL!, resultBlock: ALAssetsLibraryGroupResultBlock!, failureBlock: ALAssetsLibraryAccessFailureBlock!) {
        answer(resultBlock, failureBlock) { link in groupURL.flatMap { link.group(at: $0) } }
    }

    // MARK: Saving

    /// Makes an album and calls the block with it, or with `nil` where an album has the name already and for an empty name. Where it can't be made
    /// `failureBlock` is called instead.
    open func addAssetsGroupAlbum(withName name: String!, resultBlock: ALAssetsLibraryGroupResultBlock!, failureBlock: ALAssetsLibraryAccessFailureBlock!) {
        answer(resultBlock, failureBlock) { link in try link.makeAlbum(named: name ?? "") }
    }

    /// Saves pixels as a JPEG whose file says how they are turned; as an upright PNG where any of them is transparent.
    open func writeImage(
        toSavedPhotosAlbum imageRef: CGImage!, orientation: ALAssetOrientation, completionBlock: ALAssetsLibraryWriteImageCompletionBlock!
    ) {
        let metadata: [AnyHashable: Any] = ["Orientation": NSNumber(value: orientation.exif.rawValue)]
        save(completionBlock) { try SavedFile.image(imageRef, ImageMetadata(metadata)) }
    }

    /// The same, awaited.
    /// - Throws: an `NSError` of `ALAssetsLibraryErrorDomain`.
    open nonisolated(nonsending) func writeImage(toSavedPhotosAlbum imageRef: CGImage!, orientation: ALAssetOrientation) async throws -> URL? {
        try await written { writeImage(toSavedPhotosAlbum: imageRef, orientation: orientation, completionBlock: $0) }
    }

    /// Saves pixels as a JPEG with what the dictionary says, in ImageIO's layout: without `kCGImagePropertyOrientation` they stand as they are.
    open func writeImage(
        toSavedPhotosAlbum imageRef: CGImage!, metadata: [AnyHashable: Any]!, completionBlock: ALAssetsLibraryWriteImageCompletionBlock!
    ) {
        let metadata = ImageMetadata(metadata)
        save(completionBlock) { try SavedFile.image(imageRef, metadata) }
    }

    /// The same, awaited.
    /// - Throws: an `NSError` of `ALAssetsLibraryErrorDomain`.
    open nonisolated(nonsending) func writeImage(toSavedPhotosAlbum imageRef: CGImage!, metadata: [AnyHashable: Any]!) async throws -> URL? {
        try await written { writeImage(toSavedPhotosAlbum: imageRef, metadata: metadata, completionBlock: $0) }
    }

    /// Saves an image file as it is, but for what the dictionary says, in ImageIO's layout: its values go before the file's. Without a dictionary not a byte is
    /// changed. What is no image fails with `ALAssetsLibraryWriteInvalidDataError`; values of a wrong type are passed over.
    open func writeImageData(
        toSavedPhotosAlbum imageData: Data!, metadata: [AnyHashable: Any]!, completionBlock: ALAssetsLibraryWriteImageCompletionBlock!
    ) {
        save(completionBlock) { try SavedFile.image(imageData, metadata) }
    }

    /// The same, awaited.
    /// - Throws: an `NSError` of `ALAssetsLibraryErrorDomain`.
    open nonisolated(nonsending) func writeImageData(toSavedPhotosAlbum imageData: Data!, metadata: [AnyHashable: Any]!) async throws -> URL? {
        try await written { writeImageData(toSavedPhotosAlbum: imageData, metadata: metadata, completionBlock: $0) }
    }

    /// Saves a copy of a video's file.
    open func writeVideoAtPath(toSavedPhotosAlbum videoPathURL: URL!, completionBlock: ALAssetsLibraryWriteVideoCompletionBlock!) {
        save(completionBlock) { try SavedFile.video(videoPathURL) }
    }

    /// The same, awaited.
    /// - Throws: an `NSError` of `ALAssetsLibraryErrorDomain`.
    open nonisolated(nonsending) func writeVideoAtPath(toSavedPhotosAlbum videoPathURL: URL!) async throws -> URL? {
        try await written { writeVideoAtPath(toSavedPhotosAlbum: videoPathURL, completionBlock: $0) }
    }

    /// Whether a file can be saved as a video: whether there is one in it that can be decoded here. Waits for the disk and a worker.
    open func videoAtPathIs(compatibleWithSavedPhotosAlbum videoPathURL: URL!) -> Bool {
        guard let videoPathURL, videoPathURL.isFileURL else { return false }
        return UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(videoPathURL.path)
    }
}

/// Whether the application may use the library. <https://developer.apple.com/documentation/assetslibrary/alauthorizationstatus>
public enum ALAuthorizationStatus: Int, Sendable {
    /// Nobody has decided yet. What uses the library asks the host's policy; without one nothing is ever undetermined.
    case notDetermined = 0
    /// The application may not use the library, and can't be allowed to from here.
    case restricted = 1
    /// The owner said no.
    case denied = 2
    /// The application may use the library, or those of its assets that were chosen for it.
    case authorized = 3
}
