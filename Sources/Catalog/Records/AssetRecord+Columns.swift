import Foundation
import PhotoModel
import Support

extension AssetRecord {
    /// The columns a record fills, in the order of `encoded` and, after the row id, of `init(row:)`.
    static let columns = [
        "uuid", "mediaType", "mediaSubtypes", "playbackStyle", "sourceType",
        "creationDate", "creationOffset", "modificationDate", "addedDate",
        "pixelWidth", "pixelHeight", "duration",
        "latitude", "longitude", "altitude", "horizontalAccuracy", "direction", "speed",
        "favorite", "hidden", "trashedDate",
        "adjustmentFormatIdentifier", "adjustmentFormatVersion", "adjustmentTimestamp",
        "burstIdentifier", "burstSelectionTypes", "representsBurst", "contentIdentifier",
        "title", "caption", "rating",
        "cameraMake", "cameraModel", "lens", "frontFacing",
        "filename", "uniformType", "fileSize", "damage", "revision",
        "keywordCount",
        "originalChoice", "playbackVariation", "livePhotoPlayback", "adjustmentEditor",
    ]

    /// `SELECT` list that `init(row:)` reads.
    static let selection = (["id"] + columns + ["raw"]).map { "asset.\($0)" }.separated(by: ", ")

    static let insertion = """
        INSERT INTO asset (\(columns.joined(separator: ", ")), raw)
        VALUES (\(Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")))
        """

    /// Changes of these columns alone count as a change of the content, of all others as one of the metadata.
    static let contentColumns: Set<String> = [
        "pixelWidth", "pixelHeight", "duration", "adjustmentFormatIdentifier", "adjustmentFormatVersion", "adjustmentTimestamp",
        "uniformType", "fileSize", "damage", "revision", "originalChoice", "playbackVariation", "livePhotoPlayback", "adjustmentEditor",
    ]

    func encoded() -> [SQLValue] {
        [
            .uuid(uuid), SQLValue(mediaType), SQLValue(mediaSubtypes.rawValue), SQLValue(playbackStyle), SQLValue(sourceType.rawValue),
            SQLValue(creationDate), SQLValue(creationOffset), SQLValue(modificationDate), .double(addedDate),
            SQLValue(pixelWidth), SQLValue(pixelHeight), .double(duration),
            SQLValue(location?.latitude), SQLValue(location?.longitude), SQLValue(location?.altitude),
            SQLValue(location?.horizontalAccuracy), SQLValue(location?.direction), SQLValue(location?.speed),
            SQLValue(isFavorite), SQLValue(isHidden), SQLValue(trashedDate),
            SQLValue(adjustmentFormatIdentifier), SQLValue(adjustmentFormatVersion), SQLValue(adjustmentTimestamp),
            SQLValue(burstIdentifier), SQLValue(burstSelectionTypes.rawValue), SQLValue(representsBurst), SQLValue(contentIdentifier),
            SQLValue(title), SQLValue(caption), SQLValue(rating),
            SQLValue(cameraMake), SQLValue(cameraModel), SQLValue(lens), SQLValue(isFrontFacing),
            .text(filename), .text(uniformType), .int(fileSize), SQLValue(damage), .int(revision),
            SQLValue(keywords.count),
            SQLValue(originalChoice), SQLValue(playbackVariation), SQLValue(playsLivePhoto), SQLValue(adjustmentEditor),
        ]
    }

    /// Reads a row of `selection`, without the keywords.
    init(row: Row) {
        self.init(uuid: row.uuid(1), mediaType: row.kind(2), addedDate: row.double(9), filename: row.text(36), uniformType: row.text(37))
        id = row.int64(0)
        mediaSubtypes = MediaSubtypes(rawValue: row.uint(3))
        playbackStyle = row.kind(4)
        sourceType = SourceTypes(rawValue: row.uint(5))
        creationDate = row.optionalDouble(6)
        creationOffset = row.optionalInt(7)
        modificationDate = row.optionalDouble(8)
        pixelWidth = row.int(10)
        pixelHeight = row.int(11)
        duration = row.double(12)
        if let latitude = row.optionalDouble(13), let longitude = row.optionalDouble(14) {
            var place = LocationRecord(latitude: latitude, longitude: longitude)
            place.altitude = row.optionalDouble(15)
            place.horizontalAccuracy = row.optionalDouble(16)
            place.direction = row.optionalDouble(17)
            place.speed = row.optionalDouble(18)
            location = place
        }
        isFavorite = row.bool(19)
        isHidden = row.bool(20)
        trashedDate = row.optionalDouble(21)
        adjustmentFormatIdentifier = row.optionalText(22)
        adjustmentFormatVersion = row.optionalText(23)
        adjustmentTimestamp = row.optionalDouble(24)
        burstIdentifier = row.optionalText(25)
        burstSelectionTypes = BurstSelectionTypes(rawValue: row.uint(26))
        representsBurst = row.bool(27)
        contentIdentifier = row.optionalText(28)
        title = row.optionalText(29)
        caption = row.optionalText(30)
        rating = row.int(31)
        cameraMake = row.optionalText(32)
        cameraModel = row.optionalText(33)
        lens = row.optionalText(34)
        isFrontFacing = row.bool(35)
        fileSize = row.int64(38)
        damage = row.optionalText(39)
        revision = row.int64(40)
        originalChoice = row.kind(42)
        playbackVariation = row.kind(43)
        playsLivePhoto = row.bool(44)
        adjustmentEditor = row.optionalText(45)
        isRaw = row.bool(46)
    }

    /// Number of keywords of a row of `selection`.
    static func keywordCount(row: Row) -> Int { row.int(41) }
}

/// Whether a uniform type identifier names a camera's RAW format: Apple's all end alike (`com.adobe.raw-image`, `com.canon.cr3-raw-image`).
func isRawType(_ uniformType: String) -> Bool { uniformType.hasSuffix("raw-image") }
