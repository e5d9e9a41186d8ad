import Foundation
import PhotoModel

/// What an asset says in the fields that a bulk edit changes.
package struct BulkValues: Codable, Sendable, Equatable {
    package struct Place: Codable, Sendable, Equatable {
        package var latitude: Double
        package var longitude: Double
        var altitude: Double?
        var accuracy: Double?
        var direction: Double?
        var speed: Double?

        init(_ record: LocationRecord) {
            (latitude, longitude, altitude) = (record.latitude, record.longitude, record.altitude)
            (accuracy, direction, speed) = (record.horizontalAccuracy, record.direction, record.speed)
        }

        var record: LocationRecord {
            var record = LocationRecord(latitude: latitude, longitude: longitude)
            (record.altitude, record.horizontalAccuracy, record.direction, record.speed) = (altitude, accuracy, direction, speed)
            return record
        }
    }

    /// Seconds since 2001, and seconds east of UTC.
    package var date: Double?
    package var offset: Int?
    package var place: Place?
    package var title: String?
    package var caption: String?
    package var keywords: [String]?
    package var rating: Int?
    package var variation: Int?
    package var plays: Bool?
    package var favorite: Bool?

    /// - Parameter fields: the others are left out.
    init(_ record: AssetRecord, _ fields: Set<BulkField>) {
        for field in fields {
            switch field {
            case .date: (date, offset) = (record.creationDate, record.creationOffset)
            case .place: place = record.location.map(Place.init)
            case .title: title = record.title
            case .caption: caption = record.caption
            case .keywords: keywords = record.keywords
            case .rating: rating = record.rating
            case .playback: (variation, plays) = (record.playbackVariation.rawValue, record.playsLivePhoto)
            case .favorite: favorite = record.isFavorite
            // The change itself says what went where.
            case .merge: break
            }
        }
    }

    /// Whether an asset says the same in a field.
    func agrees(with record: AssetRecord, in field: BulkField) -> Bool { only(field) == BulkValues(record, [field]) }

    private func only(_ field: BulkField) -> BulkValues {
        var values = self
        if field != .date { (values.date, values.offset) = (nil, nil) }
        if field != .place { values.place = nil }
        if field != .title { values.title = nil }
        if field != .caption { values.caption = nil }
        if field != .keywords { values.keywords = nil }
        if field != .rating { values.rating = nil }
        if field != .playback { (values.variation, values.plays) = (nil, nil) }
        if field != .favorite { values.favorite = nil }
        return values
    }

    /// Has an asset say this in a field.
    func put(_ field: BulkField, into record: inout AssetRecord) {
        switch field {
        case .date: (record.creationDate, record.creationOffset) = (date, offset)
        case .place: record.location = place?.record
        case .title: record.title = title
        case .caption: record.caption = caption
        case .keywords: record.keywords = keywords ?? []
        case .rating: record.rating = rating ?? 0
        case .playback:
            if let variation = variation.flatMap({ PlaybackVariation(rawValue: $0) }) { record.playbackVariation = variation }
            if let plays { record.setLivePhotoPlayback(plays) }
        case .favorite: record.isFavorite = favorite ?? false
        case .merge: break
        }
    }
}

/// What a bulk edit changes of one asset.
package struct BulkChange: Codable, Sendable, Equatable {
    /// The asset's row, and its UUID.
    var row: Int64
    package var asset: UUID
    package var filename: String
    /// What is different afterwards, in the order of the fields.
    package var fields: [BulkField]
    package var before: BulkValues
    package var after: BulkValues
    /// An album, and the asset that stood for it before a merge.
    struct Cover: Codable, Sendable, Equatable {
        var album: UUID
        var before: UUID
    }

    /// Of a merge: whether the asset went to Recently Deleted, the albums it came into, those it stands for since, and the applications that may see it since.
    var isRemoved: Bool?
    var albums: [UUID]?
    var covers: [Cover]?
    var applications: [String]?

    /// `nil` where the edit changes nothing of the asset.
    init?(_ edit: BulkEdit, of record: AssetRecord) {
        var edited = record
        edit.apply(to: &edited)
        let changed = edit.fields.filter { !BulkValues(record, [$0]).agrees(with: edited, in: $0) }
        guard !changed.isEmpty else { return nil }
        (row, asset, filename, fields) = (record.id, record.uuid, record.filename, changed.sorted())
        (before, after) = (BulkValues(record, changed), BulkValues(edited, changed))
    }

    /// What a merge changes of the kept asset: its facts, the albums it comes into or stands for, and who may see it.
    init(_ record: AssetRecord, becoming edited: AssetRecord, albums: [UUID], covers: [Cover], applications: [String]) {
        var changed = BulkField.allCases.filter { !BulkValues(record, [$0]).agrees(with: edited, in: $0) }
        if !albums.isEmpty || !covers.isEmpty || !applications.isEmpty || changed.isEmpty { changed.append(.merge) }
        (row, asset, filename, fields) = (record.id, record.uuid, record.filename, changed)
        (before, after) = (BulkValues(record, Set(changed)), BulkValues(edited, Set(changed)))
        self.albums = albums.isEmpty ? nil : albums
        self.covers = covers.isEmpty ? nil : covers
        self.applications = applications.isEmpty ? nil : applications
    }

    /// A copy that a merge removes.
    init(removing record: AssetRecord) {
        (row, asset, filename, fields) = (record.id, record.uuid, record.filename, [BulkField.merge])
        (before, after) = (BulkValues(record, []), BulkValues(record, []))
        isRemoved = true
    }
}
