import Foundation
import Photos

/// The table of Docs/ImageRequests.md, cell by cell. Written from Apple's documentation; knows nothing of how requests are worked off.
///
/// The parts, from the bottom up: sizes, what a cell asks for, what is at hand (a situation), what the table says (the oracle), what happens (a history),
/// the libraries in which it happens (a world), and the tests.
enum OptionMatrix {
    /// The longest side of thumbnails and previews, as the table says.
    static let thumbnailSide = 256, previewSide = 1440
    static let deliveries: [PHImageRequestOptionsDeliveryMode] = [.fastFormat, .opportunistic, .highQualityFormat]
    static let resizes: [PHImageRequestOptionsResizeMode] = [.none, .fast, .exact]
    static let contents: [PHImageContentMode] = [.aspectFit, .aspectFill]
    static let versions: [PHImageRequestOptionsVersion] = [.current, .unadjusted, .original]
}

extension OptionMatrix {
    /// Pixels.
    struct Size: Equatable, Sendable, CustomStringConvertible {
        var width: Int, height: Int

        var description: String { "\(width)x\(height)" }
        var longest: Int { max(width, height) }

        /// Halves are rounded up; a side has at least one pixel.
        func scaled(by factor: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> Size {
            func side(_ length: Int) -> Int { max(1, Int((Double(length) * factor).rounded(rule))) }
            return Size(width: side(width), height: side(height))
        }

        /// This picture as a thumbnail or preview: never larger than it is.
        func reduced(to side: Int) -> Size { longest <= side ? self : scaled(by: Double(side) / Double(longest)) }

        func isWithin(_ other: Size) -> Bool { width <= other.width && height <= other.height }
    }

    /// The pictures of a world: long and low, since pixels cost time. The rendering has another shape than the original, so that a size tells which of them
    /// was shown.
    struct Pictures: Sendable {
        var original: Size, rendering: Size
        /// Of the RAW file beside the original, where there is one.
        var raw = Size(width: 1520, height: 40)
        /// Below the thumbnail, below the preview, below the picture, beyond it, and the maximum.
        var targets: [Target] = []

        /// For tests that ask for a few pictures only.
        static let usual = Pictures(original: Size(width: 800, height: 600), rendering: Size(width: 700, height: 700))
        /// As large as the preview and larger, where it matters whether there is one.
        static let large = Pictures(
            original: Size(width: 1600, height: 25), rendering: Size(width: 1500, height: 30),
            targets: [.box(100, 2), .box(600, 11), .box(1480, 29), .box(1700, 36), .maximum])
        /// Smaller than a preview.
        static let middling = Pictures(
            original: Size(width: 800, height: 25), rendering: Size(width: 700, height: 30), raw: Size(width: 760, height: 40),
            targets: [.box(100, 3), .box(400, 15), .box(640, 24), .box(1000, 35), .maximum])
        /// Where it matters whether a preview is less than what was asked for.
        static let previews = Pictures(original: large.original, rendering: large.rendering, targets: [.box(600, 11), .box(1480, 29), .maximum])
    }

    enum Target: Equatable, Sendable, CustomStringConvertible {
        case box(Int, Int), maximum

        var size: CGSize {
            switch self {
            case .box(let width, let height): CGSize(width: width, height: height)
            case .maximum: PHImageManagerMaximumSize
            }
        }

        var description: String {
            switch self {
            case .box(let width, let height): "\(width)x\(height)"
            case .maximum: "maximum"
            }
        }
    }
}
