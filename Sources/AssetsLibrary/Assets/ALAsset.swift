import Photos

/// A photo or video of the library, as it was when it was found.
///
/// Mirrors <https://developer.apple.com/documentation/assetslibrary/alasset>. May be used from any thread.
open class ALAsset: NSObject, @unchecked Sendable {
    // Guarded by being immutable.
    private let source: (asset: PHAsset, link: LibraryLink)?

    /// An asset of no library, of which nothing is known: for test doubles.
    public override init() { source = nil }

    init(_ asset: PHAsset, of link: LibraryLink) { source = (asset, link) }

    /// `nil` where its library was released, and for a double.
    var living: (asset: PHAsset, link: LibraryLink)? { source.flatMap { $0.link.isLiving ? $0 : nil } }

    /// The same asset as PhotoKit has it; `nil` where its library was released, and for a double. Addition.
    public var photoAsset: PHAsset? { living?.asset }

    /// A property by its key, `ALAssetPropertyType` and so on; `ALErrorInvalidProperty` for one that the asset does not have, `nil` for a place or date that nobody
    /// knows, and where the library was released. Representations, their URLs and the orientation wait for the disk when they are first asked for.
    open func value(forProperty property: String!) -> Any! {
        guard let (asset, _) = living else { return nil }
        switch property {
        case ALAssetPropertyType: return asset.mediaType == .image ? ALAssetTypePhoto : asset.mediaType == .video ? ALAssetTypeVideo : ALAssetTypeUnknown
        case ALAssetPropertyLocation: return asset.location
        case ALAssetPropertyDuration: return asset.mediaType == .image ? ALErrorInvalidProperty : NSNumber(value: asset.duration)
        case ALAssetPropertyOrientation: return NSNumber(value: (defaultRepresentation()?.orientation() ?? .up).rawValue)
        case ALAssetPropertyDate: return asset.creationDate
        case ALAssetPropertyRepresentations: return representations.map(\.uniformType)
        case ALAssetPropertyURLs:
            return Dictionary(representations.compactMap { type, url in url.map { (type, $0) } }, uniquingKeysWith: { first, _ in first })
        case ALAssetPropertyAssetURL: return asset.libraryURL
        default: return ALErrorInvalidProperty
        }
    }

    /// The representation that the asset shows, without edits; of a RAW and JPEG pair the one that the asset says. `nil` for what others share while it is not on
    /// this machine, and where the library was released.
    open func defaultRepresentation() -> ALAssetRepresentation! {
        guard let (asset, link) = living else { return nil }
        if asset.sourceType.contains(.typeCloudShared), AssetFiles.representations(of: asset).first?.isLocallyAvailable != true { return nil }
        return ALAssetRepresentation(RepresentationFile(asset, nil, link))
    }

    /// The representation of a uniform type, such as `public.jpeg`; `nil` where there is none.
    open func representation(forUTI representationUTI: String!) -> ALAssetRepresentation! {
        guard let (asset, link) = living, let wanted = representationUTI.flatMap({ UTType($0) }) else { return nil }
        let files = AssetFiles.representations(of: asset)
        guard let index = files.firstIndex(where: { $0.contentType == wanted }) else { return nil }
        if asset.sourceType.contains(.typeCloudShared), !files[index].isLocallyAvailable { return nil }
        return ALAssetRepresentation(RepresentationFile(asset, index == 0 ? nil : files[index], link))
    }

    private var representations: [(uniformType: String, url: URL?)] {
        guard let (asset, _) = living else { return [] }
        return AssetFiles.representations(of: asset).map { ($0.uniformTypeIdentifier, AssetFiles.url(of: $0)) }
    }

    /// The middle of the current version, upright, 150 by 150 pixels; `nil` where nothing can be shown. Waits for the picture; valid until the calling thread is
    /// given more, so take it at once.
    open func thumbnail() -> Unmanaged<CGImage>! { living.flatMap { GivenImages.give(AssetImages.thumbnail(of: $0.asset)) } }

    /// The current version, upright, at most 256 pixels long; `nil` where nothing can be shown. Waits for the picture; valid until the calling thread is given
    /// more, so take it at once.
    open func aspectRatioThumbnail() -> Unmanaged<CGImage>! { living.flatMap { GivenImages.give(AssetImages.aspectRatioThumbnail(of: $0.asset)) } }

    /// Whether its picture or video can be replaced: in PhotoKit's terms, whether its content may be edited.
    open var isEditable: Bool { living?.asset.canPerform(.content) ?? false }

    /// The asset that this is a modified version of, where `writeModifiedImageData` or `writeModifiedVideoAtPath` made it and that one is still there; else `nil`.
    /// Waits for a small file.
    open var original: ALAsset! { living.flatMap { asset, link in Replacement.original(of: asset).flatMap { link.asset(at: $0) } } }

    // MARK: Changing. Blocks are called on the main queue, in the order of the calls among those of its library.

    /// Saves an image as a new asset that has this one as its `original`. Data and dictionary are taken as by
    /// `ALAssetsLibrary.writeImageData(toSavedPhotosAlbum:metadata:completionBlock:)`; what is no upright JPEG or HEIC becomes a JPEG. A video can't have a
    /// picture for a version: `ALAssetsLibraryWriteIncompatibleDataError`.
    open func writeModifiedImageData(
        toSavedPhotosAlbum imageData: Data!, metadata: [AnyHashable: Any]!, completionBlock: ALAssetsLibraryWriteImageCompletionBlock!
    ) {
        write(completionBlock) { asset, link in try link.saveModified(SavedFile.image(imageData, metadata), of: asset) }
    }

    /// The same, awaited.
    /// - Throws: an `NSError` of `ALAssetsLibraryErrorDomain`.
    open nonisolated(nonsending) func writeModifiedImageData(toSavedPhotosAlbum imageData: Data!, metadata: [AnyHashable: Any]!) async throws -> URL? {
        try await written { writeModifiedImageData(toSavedPhotosAlbum: imageData, metadata: metadata, completionBlock: $0) }
    }

    /// Saves a video, a QuickTime movie or MPEG-4, as a new asset that has this one as its `original`.
    open func writeModifiedVideoAtPath(toSavedPhotosAlbum videoPathURL: URL!, completionBlock: ALAssetsLibraryWriteVideoCompletionBlock!) {
        write(completionBlock) { asset, link in try link.saveModified(SavedFile.video(videoPathURL), of: asset) }
    }

    /// The same, awaited.
    /// - Throws: an `NSError` of `ALAssetsLibraryErrorDomain`.
    open nonisolated(nonsending) func writeModifiedVideoAtPath(toSavedPhotosAlbum videoPathURL: URL!) async throws -> URL? {
        try await written { writeModifiedVideoAtPath(toSavedPhotosAlbum: videoPathURL, completionBlock: $0) }
    }

    /// Puts an image in the place of this one, under the same URL. To PhotoKit it is an edit, and can be reverted. Where the asset is not editable it fails with
    /// `ALAssetsLibraryWriteFailedError`. What is no upright JPEG or HEIC becomes a JPEG.
    open func setImageData(_ imageData: Data!, metadata: [AnyHashable: Any]!, completionBlock: ALAssetsLibraryWriteImageCompletionBlock!) {
        write(completionBlock) { asset, link in try link.replace(asset, with: SavedFile.image(imageData, metadata)) }
    }

    /// The same, awaited.
    /// - Throws: an `NSError` of `ALAssetsLibraryErrorDomain`.
    open nonisolated(nonsending) func setImageData(_ imageData: Data!, metadata: [AnyHashable: Any]!) async throws -> URL? {
        try await written { setImageData(imageData, metadata: metadata, completionBlock: $0) }
    }

    /// Puts a video, a QuickTime movie or MPEG-4, in the place of this one, under the same URL. As `setImageData`.
    open func setVideoAtPath(_ videoPathURL: URL!, completionBlock: ALAssetsLibraryWriteVideoCompletionBlock!) {
        write(completionBlock) { asset, link in try link.replace(asset, with: SavedFile.video(videoPathURL)) }
    }

    /// The same, awaited.
    /// - Throws: an `NSError` of `ALAssetsLibraryErrorDomain`.
    open nonisolated(nonsending) func setVideoAtPath(_ videoPathURL: URL!) async throws -> URL? {
        try await written { setVideoAtPath(videoPathURL, completionBlock: $0) }
    }

    private func write(_ completion: ALAssetsLibraryWriteImageCompletionBlock?, _ work: @escaping (PHAsset, LibraryLink) throws -> URL?) {
        guard let (asset, link) = living else {
            let completion = Handed(completion)
            DispatchQueue.main.async { completion.value?(nil, LibraryFailure.released.error) }
            return
        }
        link.write(completion, needing: .readWrite) { link in try work(asset, link) }
    }
}
