import PhotoModel
import Support

/// An asset and its resources, as `assets --json` and `show --json` write them.
package struct AssetDescription {
    package var record: AssetRecord
    package var resources: [ResourceRecord]
    /// Resources whose file is known to be absent, by row id.
    package var missing: Set<Int64> = []
    /// Where the files of resources lie or should lie, by row id; empty where nobody looked it up.
    package var paths: [Int64: String] = [:]
    /// Whether the date is only that of the original file; `nil` where nobody looked.
    package var isDateGuessed: Bool?
    /// What its place is called, the smallest first: part of a town, town, region, country; `nil` where nobody looked it up.
    package var placeNames: [String]?

    package init(record: AssetRecord, resources: [ResourceRecord], missing: Set<Int64> = []) {
        (self.record, self.resources, self.missing) = (record, resources, missing)
    }

    /// Which of a RAW and JPEG pair is the original, and what an edit of the photo is made on; `nil` for what is no such pair.
    package var originalChoice: OriginalChoice? {
        let isPair = resources.contains { $0.type == .alternatePhoto && UniformTypes.conforms($0.uniformType, to: UniformTypes.rawImage) }
        return isPair ? record.originalChoice : nil
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in writeFields(to: &json) }
    }

    /// Without the braces around them, for answers that have more fields.
    package func writeFields(to json: inout JSONWriter) {
        json.field("localIdentifier", LocalIdentifier.asset(record.uuid))
        json.field("filename", record.filename)
        json.field("mediaType", record.mediaType.name)
        json.strings("mediaSubtypes", record.mediaSubtypes.names)
        json.field("playbackStyle", record.playbackStyle.name)
        json.field("creationDate", date: record.creationDate)
        json.field("creationOffset", record.creationOffset)
        if let isDateGuessed { json.field("isDateGuessed", isDateGuessed) }
        json.field("modificationDate", date: record.modificationDate)
        json.field("addedDate", date: record.addedDate)
        json.field("trashedDate", date: record.trashedDate)
        json.field("pixelWidth", record.pixelWidth)
        json.field("pixelHeight", record.pixelHeight)
        json.field("duration", record.duration)
        writeLocation(to: &json)
        json.field("isFavorite", record.isFavorite)
        json.field("isHidden", record.isHidden)
        json.field("isTrashed", record.isTrashed)
        json.field("hasAdjustments", record.hasAdjustments)
        if let originalChoice { json.field("originalResourceChoice", originalChoice.name) }
        json.field("isDamaged", record.damage != nil)
        json.field("damage", record.damage)
        json.field("burstIdentifier", record.burstIdentifier)
        json.field("representsBurst", record.representsBurst)
        json.field("contentIdentifier", record.contentIdentifier)
        json.field("title", record.title)
        json.field("caption", record.caption)
        json.field("rating", record.rating == 0 ? nil : record.rating)
        json.strings("keywords", record.keywords)
        writeCamera(to: &json)
        json.array("resources") { json in
            for resource in resources { write(resource, to: &json) }
        }
    }

    /// The names are within it, so that whoever is told no position is told no name either.
    private func writeLocation(to json: inout JSONWriter) {
        guard let location = record.location else { return json.null("location") }
        json.object("location") { json in
            json.field("latitude", location.latitude)
            json.field("longitude", location.longitude)
            json.field("altitude", location.altitude)
            json.field("horizontalAccuracy", location.horizontalAccuracy)
            json.field("direction", location.direction)
            json.field("speed", location.speed)
            if let placeNames { json.strings("placeNames", placeNames) }
        }
    }

    private func writeCamera(to json: inout JSONWriter) {
        guard record.cameraMake != nil || record.cameraModel != nil || record.lens != nil else { return json.null("camera") }
        json.object("camera") { json in
            json.field("make", record.cameraMake)
            json.field("model", record.cameraModel)
            json.field("lens", record.lens)
        }
    }

    private func write(_ resource: ResourceRecord, to json: inout JSONWriter) {
        json.object { json in
            json.field("type", resource.type.name)
            json.field("filename", resource.filename)
            json.field("uniformTypeIdentifier", resource.uniformType)
            json.field("size", resource.size)
            json.field("sha256", resource.sha256.hexadecimal)
            json.field("state", state(of: resource))
            if let path = paths[resource.id] { json.field("path", path) }
            if let offset = resource.offset { json.field("offset", offset) }
            json.field("damage", resource.damage)
        }
    }

    package func state(of resource: ResourceRecord) -> String {
        switch (resource.isLocal && !missing.contains(resource.id), resource.isInCloud) {
        case (true, true): "both"
        case (true, false): "local"
        case (false, true): "cloud"
        case (false, false): "missing"
        }
    }
}
