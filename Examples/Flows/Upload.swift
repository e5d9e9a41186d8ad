import PhotoAsset

/// A picture for a server that knows nothing of orientations: upright pixels of a bounded size, in sRGB, and nothing of the place. Document 004, "照片方向".
enum Upload {
    static func run(asset identifier: String, file: URL) async throws {
        let asset = try Assets.photoKit(identifier)
        let options = JPEGRepresentationOptions(longestSide: 2048, byteLimit: 1_000_000, includesLocation: false, isNetworkAccessAllowed: true)
        let picture = try await PHImageManager.default().jpegRepresentation(for: asset.phAsset, options: options)
        try picture.data.write(to: file)
        print("written: \(picture.pixelWidth) × \(picture.pixelHeight)")
        // An image in memory is made upright by itself.
        let image = try await asset.image(.maximumPixelSize(2048))
        print("in memory: \(image.normalized().pixels)")
    }
}
