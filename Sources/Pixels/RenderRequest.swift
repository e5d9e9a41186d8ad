import Adjustments

/// Which pixels are wanted.
package struct RenderRequest: Sendable, Equatable {
    /// The result covers (`fill`) or fits into (`fit`) this many upright pixels; `nil` is the full size.
    package var target: PixelSize?
    package var mode: ScaleMode = .fit
    /// Whether the result has exactly the size that `mode` and `target` ask for. Otherwise the decoder may stop at a somewhat larger size that is cheaper.
    package var exact = true
    /// Part of the upright original to show, in unit coordinates with the origin at the top left; `nil` shows all.
    package var crop: UnitRect?
    /// Orientation to apply instead of the file's own, 1 to 8.
    package var orientation: Int?
    /// True keeps a wide-gamut profile with the pixels; false converts to sRGB.
    package var keepsWideGamut = false
    /// `rgba16` gives 16 bits a component where the content has more than 8 and its reader can, else 8, as `rgba8` always does.
    package var format = PixelFormat.rgba8
    /// How bright the brightest may be, of white: 1 for ordinary screens, more for brighter ones; 0 leaves pictures for bright screens as they are. Pictures with a
    /// gain map are as bright as that says, others what they are. Other than with 1, pixels for bright screens come with a profile that says so, and 8 bits are too few for them.
    package var headroom: Double = 1
    /// Video: the moment of the still, in seconds.
    package var time: Double = 0
    /// RAW and HEIC files carry smaller pictures of themselves; true allows one that is large enough for `target`.
    package var allowsEmbeddedPreview = true
    /// Frames of an animation instead of one picture: each as the rest of the request says, one below the other, always in 8 bits and never enlarged. `nil`
    /// shows the first one.
    package var frames: FrameRange?
    /// An edit of the upright original; `target` and `mode` are of its result. Goes with no `crop`, `orientation` or `frames`, and pictures for bright
    /// screens are shown for ordinary ones.
    package var adjustments: PhotoAdjustments?
    /// Whether the file's EXIF block comes with the pixels, upright and of their size.
    package var carriesTags = false
    /// Whether the picture's gain map comes with the pixels, cut and turned as they are; of a picture for bright screens that is shown for ordinary ones, one
    /// that says by how much it was darkened.
    package var carriesGainMap = false

    package init() {}
}

package struct PixelSize: Sendable, Equatable, Hashable {
    package var width: Int
    package var height: Int
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

package struct UnitRect: Sendable, Equatable, Hashable {
    package var x: Double, y: Double, width: Double, height: Double
    package init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

package enum ScaleMode: Sendable { case fit, fill }
