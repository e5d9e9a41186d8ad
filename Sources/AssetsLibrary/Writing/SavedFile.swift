import Photos

/// What an application gave to be saved, made ready to be one file of an asset.
struct SavedFile {
    enum Source {
        case data(Data)
        case file(URL)
    }

    let source: Source
    let type: PHAssetResourceType
    /// `nil`: the file's own, or one that the library makes.
    var filename: String?
    /// What the file can't say by itself.
    var metadata = ImageMetadata(nil)
    /// Whether the file says what the dictionary does.
    private var saysMetadata = false
    /// What the dictionary wants to be shown of the picture.
    private(set) var edit: PhotoAdjustments?

    init(source: Source, type: PHAssetResourceType, filename: String? = nil) { (self.source, self.type, self.filename) = (source, type, filename) }

    /// An image's file. What the dictionary says goes before what the file does: into it where its type takes metadata, else into the library alone.
    /// - Throws: a `LibraryFailure`.
    static func image(_ data: Data?, _ dictionary: [AnyHashable: Any]?) throws -> SavedFile {
        guard let data, !data.isEmpty else { throw LibraryFailure(ALAssetsLibraryWriteInvalidDataError, "There is no image data. Give the bytes of an image file.") }
        return try image(data, ImageMetadata(dictionary))
    }

    /// Pixels as a JPEG, or as a PNG where they are transparent.
    /// - Throws: a `LibraryFailure`.
    static func image(_ image: CGImage?, _ metadata: ImageMetadata) throws -> SavedFile {
        guard let image else { throw LibraryFailure(ALAssetsLibraryWriteInvalidDataError, "There is no image. Give one with pixels.") }
        let orientation = UIImage.Orientation(metadata.orientation ?? .up)
        // A PNG has no place for an orientation that all readers know, so its pixels are turned.
        let data = image.hasAlpha ? UIImage(cgImage: image, scale: 1, orientation: orientation).pngData() : UIImage(cgImage: image).jpegData(compressionQuality: 0.95)
        guard let data else {
            throw LibraryFailure(
                ALAssetsLibraryWriteDataEncodingError,
                "The \(image.width) × \(image.height) pixels could not be encoded. A JPEG has at most 65,500 a side; if these are fewer, look whether photo-decoder is installed.")
        }
        return try self.image(data, image.hasAlpha ? metadata.upright : metadata)
    }

    private static func image(_ data: Data, _ metadata: ImageMetadata) throws -> SavedFile {
        guard let image = UIImage(data: data) else {
            throw LibraryFailure(ALAssetsLibraryWriteInvalidDataError, "The data is no image that can be decoded here. Give the bytes of an image file.")
        }
        let written: Data?
        do {
            written = try ImageFileWriting.written(metadata.properties, into: data)
        } catch {
            throw LibraryFailure(ALAssetsLibraryWriteDataEncodingError, "The metadata can't be written: \(error.localizedDescription)", cause: error)
        }
        var file = SavedFile(source: .data(written ?? data), type: .photo)
        (file.metadata, file.saysMetadata) = (metadata, written != nil)
        if let packet = metadata.adjustmentXMP { file.edit = try edit(packet, of: written.flatMap { UIImage(data: $0) } ?? image) }
        return file
    }

    /// The edit that a packet wants of an image.
    private static func edit(_ packet: Data, of image: UIImage) throws -> PhotoAdjustments {
        let orientation = CGImagePropertyOrientation(image.imageOrientation), width = Int(image.size.width), height = Int(image.size.height)
        let isTurned = [.left, .leftMirrored, .right, .rightMirrored].contains(orientation)
        do {
            return try PhotoAdjustments(
                adjustmentXMP: packet, pixelWidth: isTurned ? height : width, pixelHeight: isTurned ? width : height, orientation: orientation)
        } catch {
            throw LibraryFailure(
                ALAssetsLibraryWriteInvalidDataError, "The edit in \(ImageMetadata.adjustmentKey) can't be made: \(error.localizedDescription)", cause: error)
        }
    }

    /// The picture with the edit that is to be made of it, where there is no place for both.
    /// - Parameter library: renders.
    /// - Throws: a `LibraryFailure`.
    func withEdit(_ edit: PhotoAdjustments, by library: PHPhotoLibrary) throws -> SavedFile {
        guard case .data(let data) = source, !edit.isNeutral else { return self }
        var file = self
        do {
            file = SavedFile(source: .data(try library.rendering(of: data, edit)), type: type, filename: filename)
        } catch {
            throw LibraryFailure(error, otherwise: ALAssetsLibraryWriteInvalidDataError)
        }
        (file.metadata, file.saysMetadata) = (metadata, saysMetadata)
        return file
    }

    /// The edit of the dictionary, or else of the file's own XMP; `nil` where neither says one that is still to be made.
    /// - Throws: a `LibraryFailure` for one that can't be.
    var wantedEdit: PhotoAdjustments? {
        get throws {
            if let edit { return edit }
            guard case .data(let data) = source else { return nil }
            do {
                return try PhotoAdjustments(statedIn: data)
            } catch {
                throw LibraryFailure(ALAssetsLibraryWriteInvalidDataError, "The edit that the image's XMP says can't be made: \(error.localizedDescription)", cause: error)
            }
        }
    }

    /// - Throws: a `LibraryFailure`.
    static func video(_ url: URL?) throws -> SavedFile {
        guard let url, url.isFileURL, FileManager.default.isReadableFile(atPath: url.path) else {
            throw LibraryFailure(ALAssetsLibraryWriteInvalidDataError, "There is no file to read at \(url?.path ?? "no URL"). Give the URL of a video's file.")
        }
        guard UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(url.path) else {
            throw LibraryFailure(ALAssetsLibraryWriteIncompatibleDataError, "\(url.lastPathComponent) is no video that can be played here. Save it as what it is.")
        }
        return SavedFile(source: .file(url), type: .video)
    }

    /// Asks for the file to become a part of the asset, in a change block.
    func add(to request: PHAssetCreationRequest) {
        let options = PHAssetResourceCreationOptions()
        options.originalFilename = filename
        switch source {
        case .data(let data): request.addResource(with: type, data: data, options: options)
        case .file(let url): request.addResource(with: type, fileURL: url, options: options)
        }
        request.photoAdjustments = edit
    }

    /// Asks for what the file does not say of itself.
    func describe(_ request: PHAssetChangeRequest) {
        if let caption = metadata.caption { request.caption = caption }
        for keyword in Set(metadata.keywords) where !keyword.isEmpty { request.addKeyword(keyword) }
        if saysMetadata { return }
        if let date = metadata.creationDate { request.creationDate = date }
        if let location = metadata.location { request.location = location }
    }
}
