import Photos

/// One file of an asset: a photo that was taken as RAW and JPEG has two. It is the file as it came in, without edits.
///
/// Mirrors <https://developer.apple.com/documentation/assetslibrary/alassetrepresentation>. Nothing is read before it is asked for, and nothing is downloaded.
/// May be used from any thread. Images are valid until the calling thread is given more, so take them at once, by `takeUnretainedValue()`.
open class ALAssetRepresentation: NSObject, @unchecked Sendable {
    // Guarded by being immutable; the file has a lock of its own.
    private let file: RepresentationFile?

    /// A representation of no asset: for test doubles.
    public override init() { file = nil }

    init(_ file: RepresentationFile) { self.file = file }

    /// `nil` where the library was released, and for a double.
    private var living: RepresentationFile? { file.flatMap { $0.isLiving ? $0 : nil } }

    /// Its uniform type by its content, such as `public.jpeg`; `nil` where there is no file.
    open func uti() -> String! { living?.resource?.uniformTypeIdentifier }

    /// Pixels, upright; zero where they are not known.
    open func dimensions() -> CGSize { living?.dimensions ?? .zero }

    /// Bytes; 0 where there is no file.
    open func size() -> Int64 { living?.resource?.dataSize.map { Int64($0) } ?? 0 }

    /// Copies bytes of the file into the buffer: `length` of them from `offset` on, or as many as there are.
    ///
    /// - Parameters:
    ///   - buffer: has room for `length` bytes.
    ///   - offset: from the file's beginning.
    ///   - length: how many are wanted.
    ///   - error: where the reason goes for which nothing was copied: `ALAssetsLibraryDataUnavailableError` for a file that is not on this machine, and for an
    ///     offset behind the file's end. At its very end nothing is copied and there is no error.
    /// - Returns: how many were copied.
    open func getBytes(_ buffer: UnsafeMutablePointer<UInt8>!, fromOffset offset: Int64, length: Int, error: NSErrorPointer) -> Int {
        do {
            guard let file else { return 0 }
            let parts = try file.parts()
            guard file.isLiving else { throw LibraryFailure.released }
            let size = size()
            guard let buffer, offset >= 0, length >= 0, offset <= size else {
                throw LibraryFailure(ALAssetsLibraryDataUnavailableError, "There are no \(length) bytes from \(offset) on in a file of \(size). Ask for a part of it.")
            }
            return try parts.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(min(Int64(length), size - offset))), from: offset)
        } catch let failure {
            error?.pointee = LibraryFailure(failure, otherwise: ALAssetsLibraryDataUnavailableError).error
            return 0
        }
    }

    /// The image at its full size, without edits and not turned: `orientation()` says how. `nil` for a video, and where it can't be decoded.
    open func fullResolutionImage() -> Unmanaged<CGImage>! { GivenImages.give(image(turned: true, side: nil)) }

    /// As `fullResolutionImage()`, as ImageIO's options say: with `kCGImageSourceThumbnailMaxPixelSize` no longer than so many pixels, and with
    /// `kCGImageSourceCreateThumbnailWithTransform` beside it upright. Others make no difference.
    open func cgImage(options: [AnyHashable: Any]! = [:]) -> Unmanaged<CGImage>! {
        let options = ImageOptions(options ?? [:])
        return GivenImages.give(image(turned: !options.isUpright, side: options.side))
    }

    /// The asset as it is shown, with edits and upright, at most 1440 pixels long; of a video a frame. `nil` where nothing can be shown.
    open func fullScreenImage() -> Unmanaged<CGImage>! { living.flatMap { GivenImages.give(AssetImages.fullScreen(of: $0.asset)) } }

    private func image(turned: Bool, side: Double?) -> CGImage? {
        guard let file = living, file.asset.mediaType == .image, let upright = file.uprightImage(side: side) else { return nil }
        return turned ? upright.upright(from: orientation().exif.inverse) : upright
    }

    /// What finds the asset again by `ALAssetsLibrary.asset(for:)`, with this file's extension; `nil` where there is no file.
    open func url() -> URL! { living?.resource.flatMap { AssetsLibraryURL.asset(file?.asset.localIdentifier ?? "", filename: $0.originalFilename, type: $0.contentType) } }

    /// What the image file says of itself, laid out as ImageIO does (`PixelWidth`, `{Exif}`, `{GPS}`), and under `AdjustmentXMP` the edit that the asset shows, as
    /// text: what is to be done to `fullResolutionImage()`, which `UIImage.applying(_:)` does. Only edits by adjustments are there, and those of the default
    /// representation. `nil` for a video, and where it can't be read.
    open func metadata() -> [AnyHashable: Any]! {
        guard let file = living, var properties = (try? file.parts().imageProperties) ?? nil else { return nil }
        properties[ImageMetadata.adjustmentKey] = file.adjustmentXMP(properties)
        return properties
    }

    /// How the pixels of `fullResolutionImage()` are turned; `.up` where the file can't be read.
    open func orientation() -> ALAssetOrientation { (try? living?.parts().orientation).flatMap { $0 }.map { ALAssetOrientation($0) } ?? .up }

    /// Pixels a point: always 1.
    open func scale() -> Float { 1 }

    /// The name that the file had when it came in; `nil` where there is no file.
    open func filename() -> String! { living?.resource?.originalFilename }
}

/// What `cgImage(options:)` understands.
private struct ImageOptions {
    /// Pixels of the longer side at most.
    var side: Double?
    var isUpright = false

    init(_ options: [AnyHashable: Any]) {
        for (key, value) in options {
            // Keys are texts of Swift's or of Foundation's, which are not equal to each other.
            let name = (key.base as? String) ?? (key.base as? NSString).map { $0 as String }
            if name == kCGImageSourceThumbnailMaxPixelSize as String, let number = (value as? NSNumber)?.doubleValue, number >= 1, number < 1e6 { side = number }
            if name == kCGImageSourceCreateThumbnailWithTransform as String { isUpright = (value as? NSNumber)?.boolValue ?? false }
        }
        if side == nil { isUpright = false }
    }
}

extension CGImagePropertyOrientation {
    /// What undoes it.
    fileprivate var inverse: CGImagePropertyOrientation { self == .left ? .right : self == .right ? .left : self }
}
