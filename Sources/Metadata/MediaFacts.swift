import PhotoModel

/// Everything that can be known of one media file from its bytes alone.
///
/// The worker fills it; the importer matches, pairs and records by it. A field that the file does not state is `nil` (or empty),
/// never guessed: rules that fill gaps (a missing offset, a file's modification time) belong to the importer.
package struct MediaFacts: Sendable, Equatable, Codable {
    /// What kind of content the bytes are, by content, not by name.
    package var kind: MediaKind
    /// Uniform type identifier by content, such as `public.heic`.
    package var uniformType: String

    /// Size in pixels as stored, before `orientation` is applied; 0 where unknown. For video: of the first video track.
    package var pixelWidth: Int = 0
    package var pixelHeight: Int = 0
    /// EXIF orientation, 1 to 8. Video rotation is given as 1, 6, 3 or 8. Values outside 1...8 in the file read as 1.
    package var orientation: Int = 1
    /// What the file's own tags say, 1 to 8, where it differs in meaning from `orientation`: a HEIC or JPEG XL decoder turns the picture
    /// by the container's transformation and ignores the tag, so `orientation` is 1 there. `nil` where no tag is present.
    package var statedOrientation: Int?
    /// Seconds; 0 for photos.
    package var duration: Double = 0
    /// What a movie's head says of its length where its frames last clearly longer or shorter; `duration` is theirs then.
    package var statedDuration: Double?
    /// Frames a second of the first video track; `nil` for photos and where unknown.
    package var frameRate: Double?
    /// Of a movie or sound, in the container's order; empty for photos.
    package var tracks: [TrackFacts] = []
    /// Frames of an animated image; 1 otherwise.
    package var frameCount: Int = 1

    package var captureDate: CaptureDate?
    package var location: GeoLocation?
    package var camera = CameraFacts()

    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    /// 0 to 5; `nil` where not stated.
    package var rating: Int?

    /// Joins the still and the movie of a Live Photo (maker note 0x0011, `com.apple.quicktime.content.identifier`).
    package var contentIdentifier: String?
    /// Joins the frames of a burst (maker note 0x000B).
    package var burstIdentifier: String?

    /// True for a movie with the timed metadata track that marks the still of a Live Photo.
    package var hasStillImageTime = false
    /// What that track says: seconds from the movie's beginning.
    package var stillImageTime: Double?

    /// What the content itself says about its subtype, with PhotoKit's bit values. `photoLive` is never set here: pairing decides it.
    package var subtypes: MediaSubtypes = []
    /// ICC profile description, such as `Display P3`; `nil` where none is embedded.
    package var colorProfile: String?
    package var bitsPerComponent: Int?
    package var hasAlpha = false
    /// The gain map beside the picture; `nil` where there is none, or one that can't be used.
    package var gainMap: GainMapFacts?
    /// Bytes of the file that hold a small JPEG of the picture (EXIF's thumbnail); not turned by `orientation`.
    package var embeddedThumbnail: Range<Int>?
    /// The movie of a motion photo, which lies in the picture's file. Only who is going to keep the file has it looked for.
    package var embeddedMovie: EmbeddedMovie?

    /// What an adjustment file says; `nil` for every other kind.
    package var adjustment: AdjustmentFacts?

    /// What XMP says of an edit that is still to be made of the picture, as `AdjustmentSettings` reads it, keys without `Xmp.`; `nil` where it says nothing.
    package var adjustmentSettings: [String: String]?

    /// What a sidecar says of a RAW and JPEG pair: which of the two is the original; `nil` where it says nothing, and for every other kind.
    package var originalChoice: OriginalChoice?

    /// What a sidecar says of what its picture belongs together with; `nil` where it says nothing, and for every other kind.
    package var belonging: BelongingFacts?

    /// Why the content can be read only in part, for a person; `nil` for a sound file.
    package var damage: String?

    package init(kind: MediaKind, uniformType: String) {
        self.kind = kind
        self.uniformType = uniformType
    }

    /// Size in pixels after `orientation` is applied.
    package var uprightSize: (width: Int, height: Int) {
        orientation >= 5 ? (pixelHeight, pixelWidth) : (pixelWidth, pixelHeight)
    }
}

/// What a sidecar says of a picture that was joined with others by hand, of which their files say nothing, and of how it plays. The burst itself is
/// `MediaFacts.burstIdentifier`.
package struct BelongingFacts: Sendable, Equatable, Codable {
    /// Name of the file beside it that is the movie of its Live Photo.
    package var pairedVideo: String?
    /// Name of the file beside it that is its RAW.
    package var alternatePhoto: String?
    /// How its Live Photo plays: `AssetRecord.playbackWord`.
    package var playback: String?
    /// Whether somebody picked it of its burst.
    package var isBurstPick = false
    /// Whether it stands for its burst.
    package var representsBurst = false

    package init() {}
}

/// The broad kinds of file the library tells apart.
package enum MediaKind: String, Sendable, Codable {
    case image, rawImage, video, audio
    /// Apple's adjustment file (`.AAE`, a property list).
    case adjustment
    /// An XMP sidecar.
    case sidecar
}

/// A moment as a camera states it: wall-clock time with, perhaps, an offset from UTC.
package struct CaptureDate: Sendable, Equatable, Codable {
    /// Seconds since 1970-01-01T00:00:00 of the *local* wall clock, sub-second part included.
    package var localSeconds: Double
    /// Seconds east of UTC; `nil` where the file does not say.
    package var utcOffset: Int?
    /// Which field the date was taken from, for `doctor` and for checks, such as `Exif.Photo.DateTimeOriginal`.
    package var source: String

    package init(localSeconds: Double, utcOffset: Int?, source: String) {
        self.localSeconds = localSeconds
        self.utcOffset = utcOffset
        self.source = source
    }
}

/// WGS 84, degrees; altitude in metres; direction in degrees clockwise from true north; speed in metres per second.
package struct GeoLocation: Sendable, Equatable, Codable {
    package var latitude: Double
    package var longitude: Double
    package var altitude: Double?
    package var horizontalAccuracy: Double?
    package var direction: Double?
    package var speed: Double?

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// The device and its settings, as the file states them.
package struct CameraFacts: Sendable, Equatable, Codable {
    package var make: String?
    package var model: String?
    package var lens: String?
    package var software: String?
    /// Seconds.
    package var exposureTime: Double?
    package var fNumber: Double?
    package var iso: Int?
    /// Millimetres.
    package var focalLength: Double?
    package var focalLengthIn35mm: Int?
    package var flashFired: Bool?
    /// True where the lens is the one facing the user (smart album Selfies).
    package var isFrontFacing = false

    package init() {}
}
