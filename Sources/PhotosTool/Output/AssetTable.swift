import Catalog

/// Assets in columns for a person.
struct AssetTable {
    private var table = Table([
        .init(title: "ID"), .init(title: "Taken"), .init(title: "Kind"), .init(title: "Pixels", isNumber: true),
        .init(title: "Size", isNumber: true), .init(title: "Name"),
    ])

    mutating func lines(_ batch: [AssetRecord]) -> [String] { table.lines(batch.map(cells)) }

    private func cells(_ asset: AssetRecord) -> [String] {
        [
            IdentifierText.short(asset.uuid),
            asset.creationDate.map { Timestamp.wallClock($0, offset: asset.creationOffset) } ?? "–",
            EnumerationNames.mediaType(asset.mediaType) + (asset.isFavorite ? " ♥" : ""),
            asset.pixelWidth > 0 ? "\(asset.pixelWidth)×\(asset.pixelHeight)" : "–",
            Quantity.bytes(asset.fileSize),
            asset.filename + (asset.damage == nil ? "" : " (damaged)"),
        ]
    }
}
