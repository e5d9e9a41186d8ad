import Catalog
import PhotosServer

/// Assets in columns for a person.
struct AssetTable {
    private var table = Table([
        .init(title: "ID"), .init(title: "Taken", minimum: 20), .init(title: "Kind", minimum: 7), .init(title: "Pixels", isNumber: true, minimum: 9),
        .init(title: "Size", isNumber: true, minimum: 9), .init(title: "Name"),
    ])

    mutating func lines(_ batch: [AssetRecord]) -> [String] { table.lines(batch.map(cells)) }

    private func cells(_ asset: AssetRecord) -> [String] {
        [
            IdentifierText.short(asset.uuid),
            asset.creationDate.map { Timestamp.taken($0, offset: asset.creationOffset) } ?? "–",
            EnumerationNames.mediaType(asset.mediaType) + (asset.isFavorite ? " ♥" : ""),
            asset.pixelWidth > 0 ? "\(asset.pixelWidth)×\(asset.pixelHeight)" : "–",
            Quantity.bytes(asset.fileSize),
            asset.filename + (asset.damage == nil ? "" : " (damaged)"),
        ]
    }
}
