import Photos

/// What an application put in an asset's place by `setImageData` or `setVideoAtPath`, or saved as a modified version of one. To PhotoKit it is an edit, so that
/// nothing is lost and it can be taken back; here it is the asset.
enum Replacement {
    static let formatIdentifier = "org.openphotokit.assets-library"
    /// The data of an edit is never empty.
    private static let withoutOriginal = "replaced"

    static func file(of asset: PHAsset, _ files: [PHAssetResource]) -> PHAssetResource? {
        guard asset.adjustmentFormatIdentifier == formatIdentifier else { return nil }
        return files.first { $0.type == .fullSizePhoto || $0.type == .fullSizeVideo }
    }

    /// - Parameter original: what it is a modified version of; `nil` where it replaced its own file.
    static func data(original: URL?) -> PHAdjustmentData {
        PHAdjustmentData(formatIdentifier: formatIdentifier, formatVersion: "1", data: Data((original?.absoluteString ?? withoutOriginal).utf8))
    }

    /// What the asset is a modified version of; `nil` for most.
    static func original(of asset: PHAsset) -> URL? {
        guard asset.adjustmentFormatIdentifier == formatIdentifier, let data = (try? asset.adjustmentDataNow()) ?? nil else { return nil }
        return URL(string: String(decoding: data.data, as: UTF8.self)).flatMap { AssetsLibraryURL.isAsset($0) ? $0 : nil }
    }
}

extension SavedFile {
    /// As PhotoKit takes an edit's outcome: a video as it is; of pictures an upright JPEG or HEIC as it is, every other as a new JPEG.
    func rendered() throws -> (data: SavedFile.Source, type: UTType) {
        switch source {
        case .file(let url):
            return (source, UTType(filenameExtension: url.pathExtension)?.conforms(to: .mpeg4Movie) == true ? .mpeg4Movie : .quickTimeMovie)
        case .data(let data):
            let image = UIImage(data: data), isUpright = image?.imageOrientation == .up
            if isUpright, data.starts(with: [0xFF, 0xD8, 0xFF]) { return (source, .jpeg) }
            if isUpright, data.count > 12, data.dropFirst(4).starts(with: "ftyphei".utf8) { return (source, .heic) }
            guard let jpeg = image?.jpegData(compressionQuality: 0.95) else {
                throw LibraryFailure(ALAssetsLibraryWriteInvalidDataError, "The data is no image that can be decoded here. Give the bytes of an image file.")
            }
            return (.data(jpeg), .jpeg)
        }
    }
}

extension PHContentEditingOutput {
    /// Writes what stands in the asset's place.
    func take(_ rendering: (data: SavedFile.Source, type: UTType), original: URL?) throws {
        let place = try renderedContentURL(for: rendering.type)
        switch rendering.data {
        case .data(let data): try data.write(to: place)
        case .file(let url): try FileManager.default.copyItem(at: url, to: place)
        }
        adjustmentData = Replacement.data(original: original)
    }
}

extension LibraryLink {
    /// Puts a file in the place of an asset's own.
    /// - Returns: the asset's URL, which stays.
    /// - Throws: a `LibraryFailure`.
    func replace(_ asset: PHAsset, with file: SavedFile) throws -> URL? {
        guard asset.canPerform(.content) else { throw LibraryFailure(ALAssetsLibraryWriteFailedError, "The asset is not editable. Save a modified version of it.") }
        try requireSameKind(asset, file)
        let edit = try file.wantedEdit, isOriginal = try edit != nil && isOriginal(file, of: asset)
        let rendering = isOriginal ? nil : try (edit.map { try file.withEdit($0, by: photoLibrary) } ?? file).rendered(), original = Replacement.original(of: asset)
        do {
            let input = try asset.editingInputNow { $0.formatIdentifier == Replacement.formatIdentifier || $0.holdsPhotoAdjustments }
            let output = PHContentEditingOutput(contentEditingInput: input)
            if let rendering { try output.take(rendering, original: original) } else if let edit { try output.render(edit) }
            try photoLibrary.performChangesAndWait {
                let request = PHAssetChangeRequest(for: asset)
                request.contentEditingOutput = output
                file.describe(request)
            }
        } catch {
            throw LibraryFailure(error, otherwise: ALAssetsLibraryWriteFailedError)
        }
        return asset.libraryURL
    }

    /// Makes an asset that shows the file and knows what it was made from: to PhotoKit an edit of a copy of that.
    /// - Throws: a `LibraryFailure`.
    func saveModified(_ file: SavedFile, of asset: PHAsset) throws -> URL? {
        try requireSameKind(asset, file)
        guard let own = AssetFiles.representations(of: asset).first, let place = own.value(forKey: "fileURL") as? URL else {
            throw LibraryFailure(ALAssetsLibraryDataUnavailableError, "The file that was modified is not on this machine. Download it first.")
        }
        let rendering = try (try file.wantedEdit.map { try file.withEdit($0, by: photoLibrary) } ?? file).rendered()
        var identifier: String?
        try change {
            let request = PHAssetCreationRequest.forAsset()
            SavedFile(source: .file(place), type: file.type, filename: own.originalFilename).add(to: request)
            guard let placeholder = request.placeholderForCreatedAsset else { return }
            let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
            // An output that nothing could be written to fails the block, and says so.
            try? output.take(rendering, original: asset.libraryURL)
            request.contentEditingOutput = output
            file.describe(request)
            identifier = placeholder.localIdentifier
        }
        return identifier.flatMap { url(ofSaved: $0, file) }
    }

    /// Whether it is the file that the asset was made of, and nothing but adjustments stands between that and what the asset shows: then an edit is of the asset.
    private func isOriginal(_ file: SavedFile, of asset: PHAsset) throws -> Bool {
        let files = PHAssetResource.assetResources(for: asset)
        guard case .data(let data) = file.source, !files.contains(where: { $0.type == .adjustmentBasePhoto }), let photo = files.first(where: { $0.type == .photo }),
            photo.dataSize == data.count
        else { return false }
        let isOurs = try asset.adjustmentDataNow().map { $0.holdsPhotoAdjustments || $0.formatIdentifier == Replacement.formatIdentifier } ?? true
        var bytes = Data(count: data.count)
        return try isOurs && bytes.withUnsafeMutableBytes { try ResourceParts(photo).read(into: $0, from: 0) } == data.count && bytes == data
    }

    private func requireSameKind(_ asset: PHAsset, _ file: SavedFile) throws {
        guard asset.mediaType == (file.type == .video ? .video : .image) else {
            throw LibraryFailure(ALAssetsLibraryWriteIncompatibleDataError, "A photo can't stand in a video's place, nor a video in a photo's. Save a new asset.")
        }
    }
}
