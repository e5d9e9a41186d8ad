import Descriptions
import Foundation
import LibraryEngine
import PhotoModel

/// Everything about one asset: the description that the tool prints as well, and what a page needs besides.
struct AssetAnswer {
    private let description: AssetDescription
    private let tile: Tile
    private let albums: [CollectionRecord]
    private let burstCount: Int?

    /// - Parameter language: that its place is named in.
    /// - Throws: a `Problem` for an asset that is not there.
    init(_ identifier: String, _ reader: LibraryReader, _ library: PhotoLibrary, in language: TitleLanguage) throws {
        let record = try Self.record(identifier, reader)
        let resources = try reader.resources(assetID: record.id)
        var description = AssetDescription(record: record, resources: resources, missing: library.missing(resources))
        description.placeNames = library.placeNames(of: record, in: language)
        self.description = description
        tile = Tile(record, library)
        albums = try reader.collectionsContaining(assetID: record.id).filter { $0.kind == .album }
        burstCount = try record.burstIdentifier.map { try reader.assetIDs(burstIdentifier: $0).count }
    }

    static func record(_ identifier: String, _ reader: LibraryReader) throws -> AssetRecord {
        if case .whole(let uuid)? = IdentifierText(identifier), let record = try reader.asset(uuid: uuid) { return record }
        throw Problem(
            .notFound, "no-such-asset", title: "There is no such photo",
            detail: "\(identifier.prefix(80)) is not in this library (any more): it may have been removed for good elsewhere.")
    }

    var json: [UInt8] {
        let record = description.record
        var json = JSONWriter()
        json.object { json in
            description.writeFields(to: &json)
            json.field("id", record.uuid.uuidString)
            json.field("revision", record.revision)
            json.field("placeholder", tile.placeholder.map(Placeholders.text))
            json.array("albums") { json in
                for album in albums {
                    json.object { json in
                        json.field("id", album.uuid.uuidString)
                        json.field("title", album.title)
                    }
                }
            }
            json.field("burstCount", burstCount)
            writeMetadata(to: &json)
            writeAddresses(to: &json)
        }
        return json.bytes
    }

    /// What the catalogue knows of how it was taken and of its file.
    private func writeMetadata(to json: inout JSONWriter) {
        let record = description.record
        json.object("metadata") { json in
            json.field("cameraMake", record.cameraMake)
            json.field("cameraModel", record.cameraModel)
            json.field("lens", record.lens)
            json.field("isFrontFacing", record.isFrontFacing)
            json.field("isRaw", record.isRaw)
            json.field("uniformTypeIdentifier", record.uniformType)
            json.field("fileSize", record.fileSize)
            json.field("adjustmentEditor", record.adjustmentEditor)
        }
    }

    private func writeAddresses(to json: inout JSONWriter) {
        let record = description.record
        let name = "\(record.uuid.uuidString)/\(record.revision)"
        let (isMovie, hasPicture) = (record.mediaType == .video, record.mediaType == .image || record.mediaType == .video)
        json.object("urls") { json in
            for size in RenditionClass.allCases { json.field(size.rawValue, hasPicture ? "/image/\(name)/\(size.rawValue)" : nil) }
            json.field("original", "/original/\(name)")
            json.field("video", isMovie ? "/video/\(name)" : nil)
            json.field("live", record.isLivePhoto ? "/live/\(name)" : nil)
        }
    }
}

extension PhotoLibrary {
    /// Those of resources that should be on this machine and are not.
    package func missing(_ resources: [ResourceRecord]) -> Set<Int64> {
        var missing: Set<Int64> = []
        for resource in resources where resource.isLocal {
            do throws(LibraryError) { try requireFile(of: resource) } catch {
                if error.code == .missing { missing.insert(resource.id) }
            }
        }
        return missing
    }
}
