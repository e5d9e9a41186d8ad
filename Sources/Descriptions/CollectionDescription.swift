import PhotoModel

/// An album, a smart album, a folder, a moment or a year of moments, as `albums` shows it.
package struct CollectionDescription: Equatable {
    package var localIdentifier: String
    package var title: String?
    /// `album`, `smartAlbum`, `folder`, `moment` or `momentList`.
    package var type: String
    /// The Swift case name of the API.
    package var subtype: String
    /// Local identifier of the folder or year that contains it.
    package var parent: String?
    package var count: Int
    /// Of its oldest and newest asset.
    package var days: ClosedRange<CivilDate>?
    /// Folders above it.
    package var depth = 0

    package init(
        localIdentifier: String, title: String?, type: String, subtype: String, parent: String? = nil, count: Int, days: ClosedRange<CivilDate>? = nil,
        depth: Int = 0
    ) {
        (self.localIdentifier, self.title, self.type, self.subtype) = (localIdentifier, title, type, subtype)
        (self.parent, self.count, self.days, self.depth) = (parent, count, days, depth)
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("localIdentifier", localIdentifier)
            json.field("title", title)
            json.field("type", type)
            json.field("subtype", subtype)
            json.field("parent", parent)
            json.field("count", count)
        }
    }

    package var isList: Bool { type == "folder" || type == "momentList" }
    package var isMoment: Bool { type == "moment" || type == "momentList" }

    /// `2023-07-03 – 2023-07-09`, or one day.
    package var daysText: String {
        guard let days else { return "" }
        return days.lowerBound == days.upperBound ? days.lowerBound.text : "\(days.lowerBound.text) – \(days.upperBound.text)"
    }
}

extension CollectionDescription {
    package init(_ record: CollectionRecord, parent: String?, depth: Int) {
        let isFolder = record.kind == .folder
        self.init(
            localIdentifier: isFolder ? LocalIdentifier.folder(record.uuid) : LocalIdentifier.album(record.uuid), title: record.title,
            type: isFolder ? "folder" : "album",
            subtype: record.type.name,
            parent: parent, count: record.count, depth: depth)
        if let start = record.startDate, let end = record.endDate, start <= end { days = CivilDate(start)...CivilDate(end) }
    }
}
