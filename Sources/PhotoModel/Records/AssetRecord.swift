import Foundation

/// One row of the asset table, with its keywords.
///
/// Dates are seconds since 2001-01-01T00:00:00Z, as `Date` keeps them, so that a date read back equals the date written, bit for bit.
package struct AssetRecord: Sendable, Equatable, Identifiable {
    /// Row id; 0 before insertion. Never reused.
    package var id: Int64 = 0
    package var uuid: UUID

    package var mediaType: MediaType
    package var mediaSubtypes: MediaSubtypes = []
    package var playbackStyle = PlaybackStyle.unsupported
    package var sourceType = SourceTypes.userLibrary

    package var creationDate: Double?
    /// Seconds east of UTC where the picture was taken; `nil` where nobody said.
    package var creationOffset: Int?
    package var modificationDate: Double?
    package var addedDate: Double

    /// Pixels of the current version, upright.
    package var pixelWidth: Int = 0
    package var pixelHeight: Int = 0
    /// Seconds; 0 for photos.
    package var duration: Double = 0
    package var location: LocationRecord?

    package var isFavorite = false
    package var isHidden = false
    /// When it went to Recently Deleted; `nil` for a living asset.
    package var trashedDate: Double?

    /// Format of the adjustments in force; `nil` for an unadjusted asset.
    package var adjustmentFormatIdentifier: String?
    package var adjustmentFormatVersion: String?
    package var adjustmentTimestamp: Double?
    /// The program that made the adjustments, such as `com.apple.camera`; `nil` where nobody said.
    package var adjustmentEditor: String?

    package var burstIdentifier: String?
    package var burstSelectionTypes: BurstSelectionTypes = []
    package var representsBurst = false
    /// Joins the halves of a Live Photo.
    package var contentIdentifier: String?
    /// How a Live Photo plays.
    package var playbackVariation = PlaybackVariation.none
    /// False for a Live Photo that is to appear as a still image.
    package var playsLivePhoto = true
    /// Which of a RAW and JPEG pair is the original; the compressed one for everything else.
    package var originalChoice = OriginalChoice.compressed

    package var title: String?
    package var caption: String?
    /// 0 is unset, else 1 to 5.
    package var rating = 0
    package var keywords: [String] = []

    package var cameraMake: String?
    package var cameraModel: String?
    package var lens: String?
    package var isFrontFacing = false
    /// Whether any part is a camera's RAW file. The catalogue finds it out, whatever is written here.
    package var isRaw = false

    /// Original file name, type and size in bytes of the primary resource.
    package var filename: String
    package var uniformType: String
    package var fileSize: Int64 = 0

    /// Why a part of the content can't be read; `nil` for sound content.
    package var damage: String?
    /// Grows by one whenever the current pixels change; derivatives are keyed by it.
    package var revision: Int64 = 1

    package init(uuid: UUID, mediaType: MediaType, addedDate: Double, filename: String, uniformType: String) {
        (self.uuid, self.mediaType, self.addedDate) = (uuid, mediaType, addedDate)
        (self.filename, self.uniformType) = (filename, uniformType)
    }

    package var hasAdjustments: Bool { adjustmentFormatIdentifier != nil }
    package var isTrashed: Bool { trashedDate != nil }
}

/// Where a picture was taken: WGS 84 degrees, metres, degrees from true north, metres per second.
package struct LocationRecord: Sendable, Equatable, Hashable {
    package var latitude: Double
    package var longitude: Double
    package var altitude: Double?
    package var horizontalAccuracy: Double?
    package var direction: Double?
    package var speed: Double?

    package init(latitude: Double, longitude: Double) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}
