/// A photo's edit as numbers: what is done to the picture, never the pixels. Docs/Adjustments.md has the formulas.
///
/// Every number means the same at any size of the picture. A new value changes nothing. Plain numbers from -1 to 1 have 0 as their neutral value.
public struct PhotoAdjustments: Sendable, Equatable, Hashable {
    // MARK: Geometry, in the order in which it is done

    /// Whether left and right are exchanged, before anything else. Default false.
    public var isFlipped = false
    /// Quarter turns clockwise, in degrees: 0, 90, 180 or 270. Default 0.
    public var rotation = 0
    /// Turns the picture clockwise by so many degrees, from -45 to 45, and enlarges it until no corner is empty. Default 0.
    public var straighten = 0.0
    /// Leans the picture back (positive: the top gets wider) or forward, from -1 to 1. Default 0.
    public var perspectiveVertical = 0.0
    /// Turns the picture like a door: positive makes the right side wider. From -1 to 1. Default 0.
    public var perspectiveHorizontal = 0.0
    /// What is shown of the picture that the steps before give. Default all.
    public var crop = Crop.all

    // MARK: Light and colour

    /// Stops: 1 doubles the light. From -4 to 4. Default 0.
    public var exposure = 0.0
    /// Lifts what is dark and keeps what is bright. From -1 to 1. Default 0.
    public var brilliance = 0.0
    /// Brightens or darkens what is bright. From -1 to 1. Default 0.
    public var highlights = 0.0
    /// Brightens or darkens what is dark. From -1 to 1. Default 0.
    public var shadows = 0.0
    /// How far bright and dark are apart. From -1 to 1. Default 0.
    public var contrast = 0.0
    /// Where black begins: positive makes more of the picture black. From -1 to 1. Default 0.
    public var blackPoint = 0.0
    /// Colourfulness: -1 leaves grey, 1 doubles it. From -1 to 1. Default 0.
    public var saturation = 0.0
    /// Blue below 0, yellow above. From -1 to 1. Default 0.
    public var warmth = 0.0
    /// Green below 0, magenta above. From -1 to 1. Default 0.
    public var tint = 0.0
    /// Strengthens edges. From 0 to 1. Default 0.
    public var sharpness = 0.0
    /// Darkens the corners above 0, brightens them below. From -1 to 1. Default 0.
    public var vignette = 0.0
    /// A look over all the others. Default none.
    public var filter: PhotoFilter?
    /// How much of the filter is seen, from 0 to 1. Default 1.
    public var filterIntensity = 1.0

    // MARK: Live Photos

    /// The moment of a Live Photo's movie that is its still, in seconds from the movie's beginning; `nil` is the still as it was taken. From 0. Default `nil`.
    public var keyFrame: Double?
    /// Whether a Live Photo plays without its sound. Default false.
    public var isMuted = false

    /// Changes nothing.
    public init() {}

    /// Whether the picture stays as it is.
    public var isNeutral: Bool {
        var plain = self
        if plain.filter == nil || plain.filterIntensity == 0 { (plain.filter, plain.filterIntensity) = (nil, 1) }
        return plain == PhotoAdjustments()
    }
}

extension PhotoAdjustments {
    /// Whether only a Live Photo can be edited so.
    package var needsMovie: Bool { keyFrame != nil || isMuted }

    /// A part of a picture as fractions of its width and height, with the origin at the top left.
    public struct Crop: Sendable, Equatable, Hashable {
        /// From the left edge, 0 to 1.
        public var x: Double
        /// From the upper edge, 0 to 1.
        public var y: Double
        /// More than 0; with `x` at most 1.
        public var width: Double
        /// More than 0; with `y` at most 1.
        public var height: Double

        /// Numbers are rounded to millionths, so that turning a picture around gives the same again.
        public init(x: Double, y: Double, width: Double, height: Double) {
            (self.x, self.y, self.width, self.height) = (x.inMillionths, y.inMillionths, width.inMillionths, height.inMillionths)
        }

        /// The whole picture.
        public static let all = Crop(x: 0, y: 0, width: 1, height: 1)
    }
}

extension Double {
    /// Rounded to millionths, which are finer than any pixel.
    package var inMillionths: Double { isFinite && abs(self) < 1e6 ? (self * 1e6).rounded() / 1e6 + 0 : self }
}
