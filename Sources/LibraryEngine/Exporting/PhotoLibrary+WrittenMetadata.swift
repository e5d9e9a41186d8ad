import Decoding
import Foundation
import Originals
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// What the library knows of an asset, for a copy of its file.
    package func writtenMetadata(_ asset: AssetRecord, _ resources: [ResourceRecord]) -> WrittenMetadata {
        var metadata = WrittenMetadata()
        (metadata.title, metadata.caption, metadata.keywords, metadata.rating) = (asset.title, asset.caption, asset.keywords, asset.rating)
        metadata.place = asset.location.map { location in
            var place = WrittenMetadata.Place(latitude: location.latitude, longitude: location.longitude, altitude: location.altitude)
            (place.horizontalAccuracy, place.direction, place.speed) = (location.horizontalAccuracy, location.direction, location.speed)
            return place
        }
        if let local = asset.localCreationDate(environment.timeZone) {
            // The date of a file's last change is no statement that a picture should carry on.
            let isGuessed = isDateGuessed(of: asset, resources) ?? true
            metadata.date = isGuessed ? .asItIs : .taken(localSeconds: local + Date.timeIntervalBetween1970AndReferenceDate, offset: asset.creationOffset)
        } else {
            metadata.date = .none
        }
        return metadata
    }
}

extension ResourceRecord {
    /// Whether the asset is seen in it: what the library knows of the asset is said there, and not in files that go with it.
    var showsAsset: Bool {
        switch type {
        case .photo, .fullSizePhoto, .alternatePhoto, .video, .fullSizeVideo, .audio: true
        default: false
        }
    }

    /// Whether it is a Live Photo's movie, in a file of its own once it is exported.
    package var isMovieHalf: Bool { type == .pairedVideo || type == .fullSizePairedVideo || type == .adjustmentBasePairedVideo }
}
