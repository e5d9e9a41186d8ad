/// How the pixels as stored are to be turned to stand upright: the values of EXIF and TIFF, 1 to 8.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// Upright as stored.
    case up = 1
    /// Mirror left and right.
    case upMirrored = 2
    /// Turn by 180°.
    case down = 3
    /// Mirror top and bottom.
    case downMirrored = 4
    /// Mirror left and right, then turn by 90° counterclockwise.
    case leftMirrored = 5
    /// Turn by 90° clockwise.
    case right = 6
    /// Mirror left and right, then turn by 90° clockwise.
    case rightMirrored = 7
    /// Turn by 90° counterclockwise.
    case left = 8
}

extension CGImagePropertyOrientation {
    /// True where width and height change places.
    package var swapsAxes: Bool { rawValue >= 5 }

    package init(_ orientation: UIImage.Orientation) {
        self =
            switch orientation {
            case .up: .up
            case .upMirrored: .upMirrored
            case .down: .down
            case .downMirrored: .downMirrored
            case .left: .left
            case .leftMirrored: .leftMirrored
            case .right: .right
            case .rightMirrored: .rightMirrored
            }
    }
}

extension UIImage.Orientation {
    package init(_ orientation: CGImagePropertyOrientation) {
        self =
            switch orientation {
            case .up: .up
            case .upMirrored: .upMirrored
            case .down: .down
            case .downMirrored: .downMirrored
            case .left: .left
            case .leftMirrored: .leftMirrored
            case .right: .right
            case .rightMirrored: .rightMirrored
            }
    }
}
