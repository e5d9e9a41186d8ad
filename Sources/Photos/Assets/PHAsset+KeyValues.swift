import Foundation
import LibraryEngine

extension PHAsset {
    /// The private keys that clients look up, and the names of properties. Numbers come as `NSNumber`, as key-value coding gives them.
    func keyedValue(_ key: String) -> Any? {
        switch key {
        case "filename", "originalFilename": record.filename
        case "fileSize", "originalFilesize": NSNumber(value: record.fileSize)
        case "locallyAvailable", "isLocallyAvailable": NSNumber(value: isLocallyAvailable)
        case "uniformTypeIdentifier": record.uniformType
        case "mediaType": NSNumber(value: record.mediaType)
        case "mediaSubtypes", "mediaSubtype": NSNumber(value: record.mediaSubtypes)
        case "playbackStyle": NSNumber(value: record.playbackStyle)
        case "sourceType": NSNumber(value: record.sourceType)
        case "creationDate": creationDate
        case "modificationDate": modificationDate
        case "addedDate", "dateAdded": addedDate
        case "trashedDate": record.trashedDate.map { Date(timeIntervalSinceReferenceDate: $0) }
        case "pixelWidth": NSNumber(value: record.pixelWidth)
        case "pixelHeight": NSNumber(value: record.pixelHeight)
        case "duration": NSNumber(value: record.duration)
        case "location": location
        case "isFavorite", "favorite": NSNumber(value: record.isFavorite)
        case "isHidden", "hidden": NSNumber(value: record.isHidden)
        case "isTrashed", "trashed", "trashedState": NSNumber(value: record.isTrashed)
        case "hasAdjustments": NSNumber(value: record.hasAdjustments)
        case "adjustmentFormatIdentifier": record.adjustmentFormatIdentifier
        case "burstIdentifier": record.burstIdentifier
        case "representsBurst": NSNumber(value: record.representsBurst)
        case "title": record.title
        case "caption": record.caption
        case "keywords": record.keywords
        case "rating": record.rating == 0 ? nil : NSNumber(value: record.rating)
        case "cameraMake": record.cameraMake
        case "camera", "cameraModel": record.cameraModel
        case "lens", "lensModel": record.lens
        case "latitude": record.location.map { NSNumber(value: $0.latitude) }
        case "longitude": record.location.map { NSNumber(value: $0.longitude) }
        default: nil
        }
    }

    /// True where the current version's bytes are on this machine.
    private var isLocallyAvailable: Bool {
        (try? session.read { try $0.resources(assetID: self.record.id) }.get())?.current?.isLocal ?? false
    }
}
