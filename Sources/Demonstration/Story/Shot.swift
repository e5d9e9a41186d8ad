import Support

/// One file or group of files to make: what it shows and what it says.
struct Shot: Sendable {
    enum Kind: Sendable, Equatable {
        case photo, panorama, screenshot, live, raw, edited, video
        /// A frame of a burst, counted from 0.
        case burst(identifier: String, frame: Int)
    }

    /// Also what its chance is drawn from.
    var number: Int
    var kind: Kind
    var scene: Scene
    var mood: Mood
    /// Place in the story's episodes.
    var episode: Int
    /// Of the picture as it is shown.
    var width: Int, height: Int
    /// How it is stored: EXIF's orientation.
    var orientation: Int
    var date: WallClock
    /// Minutes east of UTC.
    var offset: Int
    /// Seconds since 1970, to sort by.
    var moment: Double
    var place: Place?
    var latitude: Double, longitude: Double
    var camera: Camera, lens: Camera.Lens, exposure: Exposure
    var title: String?
    var caption: String?
    var keywords: [String]

    /// Without extension.
    var stem: String { "IMG_" + number.padded(to: 4) }

    /// Of the file that the asset is named by.
    var filename: String { stem + (kind == .screenshot ? ".PNG" : kind == .video ? ".MP4" : ".JPG") }

    /// Which folder of a card it lies in.
    var folder: String { "\(100 + number / 500)DEMO" }
}

/// A journey, or a time at home.
struct Episode: Sendable {
    var title: String
    var place: Place
    /// Days since 1970, and how many.
    var start: Int, days: Int
    var isJourney: Bool
    var weight: Double
}
