/// How the pixels as stored are to be turned to stand upright: the values of EXIF and TIFF, 1 to 8.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    case leftMirrored = 5
    case right = 6
    case rightMirrored = 7
    case left = 8
}

extension CGImagePropertyOrientation {
    /// True where width and height change places.
    package var swapsAxes: Bool { rawValue >= 5 }

    package init(_ orientation: UIImage.Orientation) {
        self = switch orientation {
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
        self = switch orientation {
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
