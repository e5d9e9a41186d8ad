import Descriptions
import Foundation
import LibraryEngine
import PhotoModel
import Query

/// All collections in the order a person sees them: smart albums first, then folders with what they contain, then moments by year.
struct CollectionTree {
    let entries: [CollectionDescription]

    init(entries: [CollectionDescription]) { self.entries = entries }

    /// - Parameters:
    ///   - library: what `reader` reads of.
    ///   - zone: where assets were taken that don't say it.
    ///   - language: of the titles that are nobody's own.
    init(_ reader: LibraryReader, of library: PhotoLibrary, zone: TimeZone, language: ToolLanguage) throws {
        var entries: [CollectionDescription] = try SmartAlbum.offered.map { album in
            CollectionDescription(
                localIdentifier: SmartAlbums.localIdentifier(album), title: SmartAlbums.title(album, in: language), type: "smartAlbum",
                subtype: album.name, count: try reader.smartAlbumCount(album.subtype),
                days: try reader.smartAlbumDates(album.subtype).map { CivilDate($0.start)...CivilDate($0.end) })
        }
        entries += Self.nested(try reader.collections(CollectionQuery()))
        entries += Self.years(try reader.moments(in: zone), of: library, TitleLanguage([language.tag]))
        self.entries = entries
    }

    /// Depth first, each folder before what it contains, siblings by their position.
    static func nested(_ records: [CollectionRecord]) -> [CollectionDescription] {
        var children: [Int64?: [CollectionRecord]] = [:]
        for record in records { children[record.parentID, default: []].append(record) }
        var result: [CollectionDescription] = []
        // An own stack: folders may be nested deeper than calls can be.
        var waiting: [(record: CollectionRecord, parent: String?, depth: Int)] = []
        func add(childrenOf id: Int64?, parent: String?, depth: Int) {
            let sorted = (children.removeValue(forKey: id) ?? []).sorted { ($0.position, $0.id) < ($1.position, $1.id) }
            waiting += sorted.reversed().map { ($0, parent, depth) }
        }
        add(childrenOf: nil, parent: nil, depth: 0)
        while let (record, parent, depth) = waiting.popLast() {
            let entry = CollectionDescription(record, parent: parent, depth: depth)
            result.append(entry)
            if record.kind == .folder { add(childrenOf: record.id, parent: entry.localIdentifier, depth: depth + 1) }
        }
        return result
    }

    /// Each year before its moments.
    static func years(_ index: MomentIndex, of library: PhotoLibrary, _ language: TitleLanguage) -> [CollectionDescription] {
        index.years.flatMap { year in
            let identifier = LocalIdentifier.folder(MomentIdentity.list(.year, year.identity).uuid)
            let list = CollectionDescription(
                localIdentifier: identifier, title: MomentTitles.title(year, in: language), type: "momentList",
                subtype: FolderSubtype.momentListYear.name, count: year.moments.count,
                days: year.firstDay...year.lastDay)
            return [list]
                + index.moments[year.moments].map { moment in
                    CollectionDescription(
                        localIdentifier: LocalIdentifier.album(MomentIdentity.moment(moment.identity).uuid),
                        title: MomentTitles.title(moment, at: library.placeName(of: moment, in: language), in: language),
                        type: "moment", subtype: "any", parent: identifier, count: moment.count, days: moment.day...moment.day, depth: 1)
                }
        }
    }

    /// - Parameters:
    ///   - moments: all of them; else one line tells how many there are.
    ///   - empty: smart albums that hold nothing, too.
    ///   - width: columns of the terminal; `nil` where the lines don't go to one.
    func lines(moments: Bool, empty: Bool, width: Int? = nil) -> [String] {
        var shown = entries.filter { entry in
            entry.isMoment ? moments : empty || entry.count > 0 || entry.type != "smartAlbum"
        }
        if !moments, let summary { shown.append(summary) }
        var table = Table(
            [
                .init(title: "Album", limit: 60, mayShrink: true), .init(title: "Count", isNumber: true), .init(title: "Days", mayBeLeftOut: true), .init(title: "ID", limit: 44),
                .init(title: "Kind", mayShrink: true, mayBeLeftOut: true),
            ], width: width)
        let titles = Set(entries.filter { $0.type == "album" }.compactMap(\.title)), inside = Dictionary(grouping: entries.filter { $0.parent != nil }, by: \.parent)
        return table.lines(
            shown.map { entry in
                [
                    String(repeating: "  ", count: entry.depth) + (entry.title.flatMap { $0.isEmpty ? nil : $0 } ?? say("Untitled")) + (entry.isList ? "/" : ""),
                    Self.count(entry, inside[entry.localIdentifier] ?? []),
                    entry.daysText, Self.name(entry, taken: titles), entry.type == "moment" ? entry.type : entry.subtype,
                ]
            })
    }

    /// Assets in an album; in a folder or year what lies in it, which is something else.
    private static func count(_ entry: CollectionDescription, _ inside: [CollectionDescription]) -> String {
        guard entry.isList else { return Quantity.grouped(entry.count) }
        guard entry.type == "folder" else { return Quantity.counted(entry.count, "moment") }
        let folders = inside.count { $0.type == "folder" }, albums = inside.count - folders
        var parts: [String] = []
        if albums > 0 || folders == 0 { parts.append(Quantity.counted(albums, "album")) }
        if folders > 0 { parts.append(Quantity.counted(folders, "folder")) }
        return parts.joined(separator: say(", "))
    }

    /// As short as it is understood where a command asks for an album.
    /// - Parameter taken: titles of albums, which go before what the library itself calls so.
    private static func name(_ entry: CollectionDescription, taken: Set<String>) -> String {
        let names =
            switch entry.type {
            case "smartAlbum": SmartAlbums.names(ofSubtype: entry.subtype)
            case "moment": SmartAlbums.moment(meantBy: entry.localIdentifier).map { [SmartAlbums.name(ofMoment: $0)] } ?? []
            case "momentList": ["–"]
            default: [String(entry.localIdentifier.prefix(8))]
            }
        return names.first { !taken.contains($0) } ?? entry.localIdentifier
    }

    /// How to see what `lines` leaves out; `nil` where it is nothing.
    func hint(moments: Bool, empty: Bool) -> String? {
        var parts: [String] = []
        let count = empty ? 0 : entries.count { $0.type == "smartAlbum" && $0.count == 0 }
        if count > 0 { parts.append(count == 1 ? say("1 smart album holds nothing; --empty shows it.") : say("\(count) smart albums hold nothing; --empty shows them.")) }
        if !moments, summary != nil { parts.append(say("--moments lists the moments.")) }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private var summary: CollectionDescription? {
        let moments = entries.filter { $0.type == "moment" }
        guard let first = moments.first?.days?.lowerBound, let last = moments.last?.days?.upperBound else { return nil }
        return CollectionDescription(
            localIdentifier: "", title: say("Moments"), type: "momentList", subtype: "moments", count: moments.count, days: min(first, last)...max(first, last))
    }
}
