import Foundation
import LibraryEngine

/// A picture of an asset, and what is to be known of it. Addition.
public struct ImageDelivery: Sendable {
    /// Upright, scale 1.
    public let image: UIImage
    /// Whether it is less than what was asked for, as `PHImageResultIsDegradedKey` says. Where it is not the last, a better one follows.
    public let isDegraded: Bool
    /// Why a part of the picture is missing or may be, for a person; `nil` where the file is sound.
    public let damage: String?

    init(_ result: ImageResult, of asset: PHAsset) {
        (image, isDegraded, damage) = (UIImage(result), result.isDegraded, result.damage(ofAsset: asset.record.damage))
    }
}

/// The file of an asset's picture. Addition.
public struct ImageData: Sendable {
    /// The bytes as they are in the library.
    public let data: Data
    /// Uniform type identifier, such as `public.jpeg`, by content.
    public let uniformType: String
    /// How the pixels are to be turned.
    public let orientation: CGImagePropertyOrientation
}
