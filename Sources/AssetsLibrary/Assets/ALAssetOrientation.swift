import Photos

/// How an image's pixels are turned to stand upright: the values of `UIImage.Orientation`.
/// <https://developer.apple.com/documentation/assetslibrary/alassetorientation>
public enum ALAssetOrientation: Int, Sendable {
    /// Upright as stored.
    case up = 0
    /// Turn by 180°.
    case down = 1
    /// Turn by 90° counterclockwise.
    case left = 2
    /// Turn by 90° clockwise.
    case right = 3
    /// Mirror left and right.
    case upMirrored = 4
    /// Mirror top and bottom.
    case downMirrored = 5
    /// Mirror left and right, then turn by 90° counterclockwise.
    case leftMirrored = 6
    /// Mirror left and right, then turn by 90° clockwise.
    case rightMirrored = 7
}

extension ALAssetOrientation {
    /// From the value of EXIF and TIFF.
    init(_ orientation: CGImagePropertyOrientation) { self = ALAssetOrientation(rawValue: UIImage.Orientation(orientation).rawValue) ?? .up }

    /// The value of EXIF and TIFF.
    var exif: CGImagePropertyOrientation { CGImagePropertyOrientation(UIImage.Orientation(rawValue: rawValue) ?? .up) }
}
