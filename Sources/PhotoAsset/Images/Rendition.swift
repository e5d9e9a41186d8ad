import Foundation
import Photos

/// Which picture of an asset. All of them show the asset as it is now, with its edits, upright; none is larger than the asset.
public enum Rendition: Hashable, Sendable {
    /// The picture at its full size.
    case original
    /// As large as fits on the screen (`UIScreen.main.nativeBounds`).
    case preview
    /// Cut evenly to the shape of this size in points, which `UIScreen.main.scale` makes pixels; exactly that size, so that a smaller picture is enlarged.
    case thumbnail(CGSize)
    /// The shorter side has 1,200 pixels.
    case fullScreen
    /// The longer side has 256 pixels.
    case aspectRatioThumbnail
    /// The longer side has 4,000 pixels.
    case aspectRatioHD
    /// The longer side has at most so many pixels.
    case maximumPixelSize(Int)

    /// Pixels of the shorter side of ``fullScreen``.
    public static let fullScreenMinimumLength = 1200
    /// Pixels of the longer side of ``aspectRatioThumbnail``.
    public static let aspectRatioThumbnailMaximumLength = 256
    /// Pixels of the longer side of ``aspectRatioHD``.
    public static let aspectRatioHDMaximumLength = 4000

    struct Geometry: Equatable {
        var targetSize: CGSize
        var contentMode = PHImageContentMode.aspectFit
        var isCut = false
    }

    /// What to ask the image manager for, of an asset of these pixels.
    func geometry(of pixels: CGSize, on screen: UIScreen = .main) -> Geometry {
        switch self {
        case .original: return Geometry(targetSize: PHImageManagerMaximumSize)
        case .preview: return Geometry(targetSize: Self.fitting(pixels, screen.nativeBounds.size))
        case .thumbnail(let size):
            let scale = screen.scale
            return Geometry(targetSize: CGSize(width: size.width * scale, height: size.height * scale), contentMode: .aspectFill, isCut: true)
        case .fullScreen:
            let shorter = min(pixels.width, pixels.height), wanted = CGFloat(Self.fullScreenMinimumLength)
            guard shorter > wanted else { return Geometry(targetSize: PHImageManagerMaximumSize) }
            return Geometry(targetSize: Self.scaled(pixels, by: wanted / shorter))
        case .aspectRatioThumbnail: return Self.maximum(Self.aspectRatioThumbnailMaximumLength, of: pixels)
        case .aspectRatioHD: return Self.maximum(Self.aspectRatioHDMaximumLength, of: pixels)
        case .maximumPixelSize(let length): return Self.maximum(max(1, length), of: pixels)
        }
    }

    private static func maximum(_ length: Int, of pixels: CGSize) -> Geometry {
        let longer = max(pixels.width, pixels.height)
        guard longer > CGFloat(length) else { return Geometry(targetSize: PHImageManagerMaximumSize) }
        return Geometry(targetSize: scaled(pixels, by: CGFloat(length) / longer))
    }

    private static func fitting(_ pixels: CGSize, _ bounds: CGSize) -> CGSize {
        guard pixels.width > 0, pixels.height > 0 else { return bounds }
        let factor = min(bounds.width / pixels.width, bounds.height / pixels.height)
        return factor < 1 ? scaled(pixels, by: factor) : PHImageManagerMaximumSize
    }

    private static func scaled(_ size: CGSize, by factor: CGFloat) -> CGSize {
        CGSize(width: max(1, (size.width * factor).rounded()), height: max(1, (size.height * factor).rounded()))
    }

    /// Whether a picture of this rendition may be made of what is in the cloud only: a thumbnail never is.
    var mayUseNetwork: Bool {
        switch self {
        case .thumbnail, .aspectRatioThumbnail: false
        case .original, .preview, .fullScreen, .aspectRatioHD, .maximumPixelSize: true
        }
    }
}
