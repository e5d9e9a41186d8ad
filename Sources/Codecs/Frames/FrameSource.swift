import Pixels

/// An animation whose header is read, which gives its frames in their order: whole ones, with what the frames before have left in them.
protocol FrameSource: AnyObject {
    /// Of every frame as stored, before any turning.
    var size: PixelSize { get }
    /// Of an opaque animation all frames are opaque. Known once it has begun.
    var hasAlpha: Bool { get }
    /// `nil` for sRGB. Known once a frame was given.
    var profile: ColorProfile? { get }
    /// The turn that the container prescribes; `nil` where EXIF has the word.
    var containerTurn: OrientationTransform? { get }
    /// How many frames the file says it has.
    var count: Int { get }

    /// Called once, before any frame is asked for: how many of them, from number `first` on.
    func begin(at first: Int, count: Int) throws(CodecError)
    /// Decodes the next frame; `nil` where the file has no more than were given.
    func next() throws(CodecError) -> AnimationFrame?
}

/// One whole frame as stored.
struct AnimationFrame {
    enum Picture {
        case samples(SamplePicture)
        /// With the alpha as grey, where there is one.
        case planes(PlanarImage, alpha: PlanarImage?)
    }

    var picture: Picture
    /// As the file says.
    var milliseconds: Int
    /// Why only a part is there.
    var damage: String?
}
