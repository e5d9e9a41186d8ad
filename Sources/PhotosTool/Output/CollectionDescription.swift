import Catalog
import PhotoModel
import PhotosServer

/// An album, a smart album, a folder, a moment or a year of moments, as `albums` shows it.
struct CollectionDescription: Equatable {
    var localIdentifier: String
    var title: String?
    /// `album`, `smartAlbum`, `folder`, `moment` or `momentList`.
    var type: String
    /// The Swift case name of the API.
    var subtype: String
    /// Local identifier of the folder or year that contains it.
    var parent: String?
    var count: Int
    /// Of its oldest and newest asset.
    var days: ClosedRange<CivilDate>?
    /// Folders above it.
    var depth = 0

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("localIdentifier", localIdentifier)
            json.field("title", title)
            json.field("type", type)
            json.field("subtype", subtype)
            json.field("parent", parent)
            json.field("count", count)
        }
    }

    var isList: Bool { type == "folder" || type == "momentList" }
    var isMoment: Bool { type == "moment" || type == "momentList" }

    /// Of what is stored: computed collections are named by what they are.
    var shortIdentifier: String { type == "album" || type == "folder" ? String(localIdentifier.prefix(8)) : "–" }

    /// `2023-07-03 – 2023-07-09`, or one day.
    var daysText: String {
        guard let days else { return "" }
        return days.lowerBound == days.upperBound ? Self.text(days.lowerBound) : "\(Self.text(days.lowerBound)) – \(Self.text(days.upperBound))"
    }

    private static func text(_ day: CivilDate) -> String {
        func padded(_ number: Int, _ width: Int) -> String { String(repeating: "0", count: max(0, width - String(number).count)) + String(number) }
        return "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
    }
}

extension CollectionDescription {
    init(_ record: CollectionRecord, parent: String?, depth: Int) {
        let isFolder = record.kind == .folder
        self.init(
            localIdentifier: isFolder ? LocalIdentifier.folder(record.uuid) : LocalIdentifier.album(record.uuid), title: record.title,
            type: isFolder ? "folder" : "album",
            subtype: record.type.name,
            parent: parent, count: record.count, depth: depth)
        if let start = record.startDate, let end = record.endDate, start <= end { days = CivilDate(start)...CivilDate(end) }
    }
}
