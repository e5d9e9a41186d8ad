import Descriptions
import PhotoModel

/// Assets in columns for a person.
struct AssetTable {
    private var table: Table

    /// - Parameter width: columns of the terminal; `nil` where the lines don't go to one.
    init(width: Int? = nil) {
        // A name is cut by the terminal alone, so its column is as wide as the terminal leaves it.
        table = Table(
            [
                .init(title: "ID"), .init(title: "Taken", minimum: 20), .init(title: "Kind", minimum: 7, mayBeLeftOut: true),
                .init(title: "Pixels", isNumber: true, minimum: 9, mayBeLeftOut: true), .init(title: "Size", isNumber: true, minimum: 9, mayBeLeftOut: true),
                .init(title: "Name", minimum: width ?? 0, limit: width ?? 40, mayShrink: true),
            ], width: width)
    }

    mutating func lines(_ batch: [AssetRecord]) -> [String] { table.lines(batch.map(cells)) }

    private func cells(_ asset: AssetRecord) -> [String] {
        [
            IdentifierText.short(asset.uuid),
            asset.creationDate.map { Timestamp.taken($0, offset: asset.creationOffset) } ?? "–",
            KindWords.word(asset.mediaType.name) + (asset.isFavorite ? " ♥" : ""),
            asset.pixelWidth > 0 ? "\(asset.pixelWidth)×\(asset.pixelHeight)" : "–",
            Quantity.bytes(asset.fileSize),
            asset.filename + (asset.damage == nil ? "" : " " + say("(damaged)")),
        ]
    }
}
