import Foundation
import PhotoModel

/// What a change request sets. A field nobody set stays as it is.
struct AssetEdits {
    var creationDate: Date??
    var location: CLLocation??
    var isFavorite: Bool?
    var isHidden: Bool?
    var rating: PHAsset.Rating?
    var caption: String??
    var keywords: [(isAdded: Bool, keyword: String)] = []
    var playsLivePhoto: Bool?
    var playbackVariation: PHAsset.PlaybackVariation?
    var isBurstPick: Bool?

    func apply(to record: inout AssetRecord) throws(PHPhotosError) {
        if let creationDate {
            record.creationDate = creationDate?.timeIntervalSinceReferenceDate
            record.creationOffset = nil
        }
        if let location { record.location = location.flatMap { LocationRecord($0) } }
        if let isFavorite { record.isFavorite = isFavorite }
        if let isHidden { record.isHidden = isHidden }
        if let rating { record.rating = rating.rawValue }
        if let caption { record.caption = caption.flatMap { $0.isEmpty ? nil : $0 } }
        for (isAdded, keyword) in keywords {
            let isThere = record.keywords.contains(keyword)
            if isAdded, !isThere { record.keywords.append(keyword) }
            if !isAdded, isThere { record.keywords.removeAll { $0 == keyword } }
        }
        if playsLivePhoto != nil || playbackVariation != nil {
            guard record.isLivePhoto else {
                throw PHPhotosError(
                    .requestNotSupportedForAsset,
                    "\(record.filename) is no Live Photo, so it has no video to play. Ask mediaSubtypes for photoLive first.")
            }
            if let playbackVariation { record.playbackVariation = PlaybackVariation(rawValue: playbackVariation.rawValue) }
            record.setLivePhotoPlayback(playsLivePhoto ?? record.playsLivePhoto)
        }
        if let isBurstPick {
            guard record.burstIdentifier != nil else {
                throw PHPhotosError(.requestNotSupportedForAsset, "\(record.filename) belongs to no burst, so it can't be picked from one. Ask burstIdentifier first.")
            }
            record.isBurstPick = isBurstPick
        }
    }
}

extension AssetEdits {
    /// Bytes of UTF-8. Captions and keywords come with every fetch, so none may be so long that a screen of assets takes seconds to read.
    private static let longestCaption = 100_000, longestKeyword = 1_000

    /// - Throws: `.changeNotSupported` for a value that no asset can have.
    func validate() throws(PHPhotosError) {
        if let date = creationDate ?? nil, !date.timeIntervalSinceReferenceDate.isFinite {
            throw PHPhotosError(.changeNotSupported, "A creation date must be a moment, and this one is not finite. Set nil to remove the date.")
        }
        if let place = location ?? nil, !CLLocationCoordinate2DIsValid(place.coordinate), !place.coordinate.isNowhere {
            throw PHPhotosError(
                .changeNotSupported,
                "\(place.coordinate.latitude), \(place.coordinate.longitude) is no place: latitudes go from -90 to 90, "
                    + "longitudes from -180 to 180. Set nil to remove the place.")
        }
        if let place = location ?? nil, ![place.altitude, place.horizontalAccuracy, place.verticalAccuracy, place.course, place.speed].allSatisfy(\.isFinite) {
            throw PHPhotosError(.changeNotSupported, "A place's altitude, accuracies, course and speed must be finite. Leave out what is not known.")
        }
        if let caption = caption ?? nil { try Self.check(caption, "caption", atMost: Self.longestCaption) }
        for (isAdded, keyword) in keywords where isAdded {
            guard !keyword.isEmpty else { throw PHPhotosError(.changeNotSupported, "A keyword can't be empty. Leave it out.") }
            try Self.check(keyword, "keyword", atMost: Self.longestKeyword)
        }
    }

    private static func check(_ text: String, _ name: String, atMost limit: Int) throws(PHPhotosError) {
        guard text.utf8.count <= limit else {
            throw PHPhotosError(.changeNotSupported, "A \(name) has at most \(limit) bytes, and this one has \(text.utf8.count). Shorten it.")
        }
        // A predicate could never name it: its texts have no NUL.
        guard !text.utf8.contains(0) else { throw PHPhotosError(.changeNotSupported, "A \(name) can't contain the character NUL. Remove it.") }
    }
}

extension CLLocationCoordinate2D {
    /// `kCLLocationCoordinate2DInvalid`, by which clients say "no place".
    fileprivate var isNowhere: Bool {
        latitude == kCLLocationCoordinate2DInvalid.latitude && longitude == kCLLocationCoordinate2DInvalid.longitude
    }
}
