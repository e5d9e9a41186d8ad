import Pixels

extension DerivativeStore {
    /// Keeps each image once and gives it to many assets as their thumbnail, with its placeholder: for libraries that are generated.
    ///
    /// - Parameter assets: each with the index of its image.
    package func shareThumbnails(_ images: [EncodedImage], among assets: [(version: Version, image: Int)]) throws(ImagingError) {
        let rows = assets.map { (row: $0.version.assetID, tag: Self.tag($0.version.uuid, $0.version.revision), blob: $0.image) }.sorted { $0.row < $1.row }
        try thumbnails.share(images.map(Self.blob), among: rows)
        var run: [UInt8] = []
        var start: Int64 = 0
        for (row, tag, image) in rows {
            guard let quarters = images[image].quarters else { continue }
            let next = start + Int64(run.count / PlaceholderTable.slotSize)
            if next != row || run.count >= 1 << 20 {
                if !run.isEmpty { try placeholders.store(run, from: start) }
                (run, start) = ([], row)
            }
            run += PlaceholderTable.slot(quarters, tag)
        }
        if !run.isEmpty { try placeholders.store(run, from: start) }
    }
}
