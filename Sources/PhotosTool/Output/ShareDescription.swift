import Descriptions
import LibraryEngine
import PhotoModel

/// A link as its owner sees it, for a person and for a program.
struct ShareDescription {
    private let share: ShareRecord
    private let album: CollectionRecord?
    private let count: Int
    private let sent: ShareRecord.Sent
    private let isOver: Bool

    /// - Parameter now: seconds since 2001-01-01T00:00:00Z.
    init(_ share: ShareRecord, _ now: Double, _ reader: LibraryReader) throws {
        (self.share, isOver) = (share, share.hasExpired(now))
        album = if case .album(let uuid) = share.scope { try reader.collection(uuid: uuid) } else { nil }
        count = try reader.assetIDs(sharedBy: share).count
        sent = try share.quota == nil ? ShareRecord.Sent() : reader.sent(byShare: share.uuid) ?? ShareRecord.Sent()
    }

    /// - Parameter width: columns of the terminal; `nil` where the lines don't go to one.
    static func table(_ shares: [ShareDescription], width: Int? = nil) -> [String] {
        var table = Table(
            [
                .init(title: "Link"), .init(title: "Title", limit: 60, mayShrink: true), .init(title: "Photos", isNumber: true), .init(title: "Until"),
                .init(title: "Allows", limit: 60, mayShrink: true, mayBeLeftOut: true),
            ], width: width)
        return table.lines(shares.map(\.row))
    }

    private var row: [String] {
        var allows: [String] = []
        if share.passwordHash != nil { allows.append(say("password")) }
        if let quota = share.quota { allows.append(say("uploads up to \(Quantity.bytes(quota.bytes))")) }
        if share.rules.contains(.downloads) { allows.append(say("downloads")) }
        if share.rules.contains(.places) { allows.append(say("places")) }
        let end = share.expires.map { Timestamp.wallClock($0, offset: nil) } ?? "–"
        return [
            IdentifierText.short(share.uuid), share.title ?? album?.title ?? "–", Quantity.grouped(count), isOver ? say("over") : end,
            allows.isEmpty ? "–" : allows.joined(separator: ", "),
        ]
    }

    /// - Parameter url: where it was made just now.
    func json(url: String? = nil) -> String {
        var json = JSONWriter()
        json.object { json in
            if let url { json.field("url", url) }
            share.write(to: &json, album: album.map { LocalIdentifier.album($0.uuid) }, titled: album?.title, count: count, isOver: isOver, sent: sent)
        }
        return json.text
    }
}
