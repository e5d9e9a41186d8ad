import Metadata

/// Turns untrusted bytes into facts and pixels.
///
/// Every call blocks the calling thread until the answer is there or the time limit is reached, so callers run it on threads of their
/// own, never on Swift's cooperative pool. All calls may be made from any thread at once.
package protocol MediaDecoder: Sendable {
    /// One pass over a file: its facts and, for everything that can be shown, a preview and a thumbnail made from one decode.
    ///
    /// A damaged file is not an error as long as its type is known: `Examination.facts.damage` says what is wrong and the
    /// derivatives show what could be decoded (or are `nil`).
    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(DecodingError) -> Examination

    /// Decodes to pixels, upright, at the smallest scale that covers the request.
    func render(_ source: MediaSource, _ request: RenderRequest) throws(DecodingError) -> PixelImage

    /// Encodes pixels, for exports and for `jpegData`; trusted input, but the codecs live in one place.
    func encode(_ image: PixelImage, as format: EncodedFormat) throws(DecodingError) -> EncodedImage
}

/// An open file to decode from. The descriptor is borrowed: the caller keeps it open during the call and closes it afterwards.
package struct MediaSource: Sendable {
    package var descriptor: Int32
    /// What the user knows the file by; used in messages and, by extension, only to break ties between types of equal content.
    package var name: String

    package init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }
}

/// What an examination should make besides facts.
package struct ExamineOptions: Sendable, Equatable {
    /// Longest side of the thumbnail in pixels; 0 makes none.
    package var thumbnailSide = 256
    /// Longest side of the preview in pixels; 0 makes none.
    package var previewSide = 1440

    package init() {}
    package static let factsOnly: ExamineOptions = {
        var options = ExamineOptions()
        options.thumbnailSide = 0
        options.previewSide = 0
        return options
    }()
}

/// The answer to an examination.
package struct Examination: Sendable {
    package var facts: MediaFacts
    /// Upright JPEG, never larger than the original; keeps a wide-gamut profile, else sRGB without a profile.
    package var preview: EncodedImage?
    /// Upright JPEG in sRGB.
    package var thumbnail: EncodedImage?

    package init(facts: MediaFacts, preview: EncodedImage?, thumbnail: EncodedImage?) {
        self.facts = facts
        self.preview = preview
        self.thumbnail = thumbnail
    }
}

/// A compressed image and its size in pixels.
package struct EncodedImage: Sendable {
    package var bytes: [UInt8]
    package var width: Int
    package var height: Int

    package init(bytes: [UInt8], width: Int, height: Int) {
        self.bytes = bytes
        self.width = width
        self.height = height
    }
}

/// What `encode` can write.
package enum EncodedFormat: Sendable, Equatable {
    /// Quality 1 to 100.
    case jpeg(quality: Int)
    case png
}

/// Which pixels are wanted.
package struct RenderRequest: Sendable, Equatable {
    /// The result covers (`fill`) or fits into (`fit`) this many upright pixels; `nil` is the full size.
    package var target: PixelSize?
    package var mode: ScaleMode = .fit
    /// True: the result has exactly the size that `mode` and `target` ask for. False: the decoder may stop at a somewhat larger size that is cheaper.
    package var exact = true
    /// Part of the upright original to show, in unit coordinates with the origin at the top left; `nil` shows all.
    package var crop: UnitRect?
    /// Orientation to apply instead of the file's own, 1 to 8.
    package var orientation: Int?
    /// True keeps a wide-gamut profile with the pixels; false converts to sRGB.
    package var keepsWideGamut = false
    /// Video: the moment of the still, in seconds.
    package var time: Double = 0
    /// RAW and HEIC files carry smaller pictures of themselves; true allows one that is large enough for `target`.
    package var allowsEmbeddedPreview = true

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

/// Upright pixels in memory: 8 bits a component, `R G B A` with straight alpha, rows top to bottom.
package struct PixelImage: Sendable {
    package var width: Int
    package var height: Int
    package var bytesPerRow: Int
    package var pixels: [UInt8]
    package var hasAlpha: Bool
    /// ICC profile of the pixels; `nil` means sRGB.
    package var iccProfile: [UInt8]?
    /// Why only a part of the picture is there; `nil` for a sound file.
    package var damage: String?

    package init(width: Int, height: Int, bytesPerRow: Int, pixels: [UInt8], hasAlpha: Bool, iccProfile: [UInt8]? = nil, damage: String? = nil) {
        (self.width, self.height, self.bytesPerRow, self.pixels) = (width, height, bytesPerRow, pixels)
        (self.hasAlpha, self.iccProfile, self.damage) = (hasAlpha, iccProfile, damage)
    }
}
