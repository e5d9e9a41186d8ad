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

    /// An image's file. What the dictionary says goes before what the file does: into it where it is a JPEG, else into the library alone.
    /// - Throws: a `LibraryFailure`.
    static func image(_ data: Data?, _ dictionary: [AnyHashable: Any]?) throws -> SavedFile {
        guard let data, !data.isEmpty else { throw LibraryFailure(ALAssetsLibraryWriteInvalidDataError, "There is no image data. Give the bytes of an image file.") }
        guard UIImage(data: data) != nil else {
            throw LibraryFailure(ALAssetsLibraryWriteInvalidDataError, "The data is no image that can be decoded here. Give the bytes of an image file.")
        }
        let metadata = ImageMetadata(dictionary)
        return SavedFile(source: .data(ExifWriter.written(metadata, into: data)), type: .photo, metadata: metadata)
    }

    /// Pixels as a JPEG, or as a PNG where they are transparent.
    /// - Throws: a `LibraryFailure`.
    static func image(_ image: CGImage?, _ metadata: ImageMetadata) throws -> SavedFile {
        guard let image else { throw LibraryFailure(ALAssetsLibraryWriteInvalidDataError, "There is no image. Give one with pixels.") }
        let orientation = UIImage.Orientation(metadata.orientation ?? .up)
        // A PNG has no place for an orientation that all readers know, so its pixels are turned.
        let data = image.hasAlpha ? UIImage(cgImage: image, scale: 1, orientation: orientation).pngData() : UIImage(cgImage: image).jpegData(compressionQuality: 0.95)
        guard let data else { throw LibraryFailure(ALAssetsLibraryWriteDataEncodingError, "The pixels could not be encoded. Look whether photo-decoder is installed.") }
        return SavedFile(source: .data(ExifWriter.written(metadata, into: data)), type: .photo, metadata: metadata)
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
    }

    /// Asks for what the file does not say of itself.
    func describe(_ request: PHAssetChangeRequest) {
        if let caption = metadata.caption { request.caption = caption }
        for keyword in Set(metadata.keywords) where !keyword.isEmpty { request.addKeyword(keyword) }
        // A JPEG has it in its own tags by now.
        if case .data(let data) = source, data.starts(with: [0xFF, 0xD8, 0xFF]) { return }
        if let date = metadata.creationDate { request.creationDate = date }
        if let location = metadata.location { request.location = location }
    }
}
