import Descriptions
import Foundation
import LibraryEngine
import PhotoModel

/// What a page needs to know of an asset to show it among others.
struct Tile {
    let record: AssetRecord
    /// Red, green and blue of the four quarters of the upright picture; `nil` where nobody has looked yet.
    let placeholder: [UInt8]?
    /// Of what doesn't say where it was taken.
    let zone: TimeZone
    /// Whether a file of it is in the library's store alone; `nil` where that is not told.
    private var isElsewhere: Bool?

    private init(_ record: AssetRecord, _ placeholder: [UInt8]?, _ zone: TimeZone) {
        (self.record, self.placeholder, self.zone) = (record, placeholder, zone)
    }

    init(_ record: AssetRecord, _ library: PhotoLibrary) {
        self.init(record, Placeholders.colours(of: [record], library)[0], library.environment.timeZone)
    }

    /// The tiles of a stretch of a list, in its order. What was purged since the list was made is left out.
    static func tiles(_ ids: some Collection<Int64>, _ reader: LibraryReader, _ library: PhotoLibrary) throws -> [Tile] {
        let records = try reader.assets(ids: ids).compactMap { $0 }
        let zone = library.environment.timeZone
        return zip(records, Placeholders.colours(of: records, library)).map { Tile($0, $1, zone) }
    }

    /// The same for the owner, and for a person who chooses at a picker of the owner's: they are told what has to be fetched before it is opened.
    static func tiles(_ ids: some Collection<Int64>, _ reader: LibraryReader, for session: Session, _ library: PhotoLibrary) throws -> [Tile] {
        var tiles = try tiles(ids, reader, library)
        guard session.grant.allows(.fetching), library.isConnectedToStore else { return tiles }
        let elsewhere = try reader.assetsElsewhere(tiles.map(\.record.id))
        for index in tiles.indices { tiles[index].isElsewhere = elsewhere.contains(tiles[index].record.id) }
        return tiles
    }

    func writeFields(to json: inout JSONWriter) {
        json.field("id", record.uuid.uuidString)
        json.field("revision", record.revision)
        json.field("date", since1970: record.creationDate)
        json.field("offset", record.localOffset(zone))
        json.field("width", record.pixelWidth)
        json.field("height", record.pixelHeight)
        json.field("kind", record.mediaType.name)
        json.strings("subtypes", record.mediaSubtypes.names)
        json.field("duration", record.duration)
        json.field("playback", record.isLivePhoto ? record.playback : nil)
        json.field("isFavorite", record.isFavorite)
        json.field("isHidden", record.isHidden)
        json.field("isDamaged", record.damage != nil)
        json.field("expires", since1970: record.trashedDate.map { $0 + PhotoLibrary.trashPeriod })
        json.field("burst", record.burstIdentifier != nil)
        json.field("userPick", record.isBurstPick)
        json.field("burstPick", record.burstIdentifier != nil && (!record.burstSelectionTypes.isEmpty || record.representsBurst))
        json.field("raw", record.isRaw)
        let isRawPair = record.isRaw && !UniformTypes.conforms(record.uniformType, to: UniformTypes.rawImage)
        json.field("rawPair", isRawPair)
        if isRawPair { json.field("showsRaw", record.originalChoice == .raw) }
        json.field("edited", record.hasAdjustments)
        json.field("filename", record.filename)
        json.field("title", record.title)
        json.field("placeholder", placeholder.map(Placeholders.text))
        if let isElsewhere { json.field("isElsewhere", isElsewhere) }
    }
}

extension AssetRecord {
    /// How a Live Photo plays.
    fileprivate var playback: String {
        guard playsLivePhoto else { return "still" }
        return switch playbackVariation {
        case .autoloop: "loop"
        case .mirror: "bounce"
        case .longExposure: "longExposure"
        default: "live"
        }
    }
}

extension JSONWriter {
    mutating func element(_ tile: Tile) {
        object { json in tile.writeFields(to: &json) }
    }

    mutating func field(_ key: String, _ tile: Tile?) {
        guard let tile else { return null(key) }
        object(key) { json in tile.writeFields(to: &json) }
    }
}
