import PhotoModel

/// An asset whose thumbnail and preview are to be made.
package struct PictureToMake: Sendable, Equatable {
    package var assetID: Int64
    /// Seconds since 2001: when it was taken, or else came in.
    package var date: Double
    /// What the import's user knows its file by; `nil` where nobody waits to hear of it.
    package var path: String?

    package init(assetID: Int64, date: Double, path: String? = nil) { (self.assetID, self.date, self.path) = (assetID, date, path) }
}

extension CatalogReader {
    /// The newest of those that were not tried in vain.
    /// - Parameter last: gives those that come after it.
    package func picturesToMake(after last: PictureToMake? = nil, limit: Int) throws -> [PictureToMake] {
        let (date, id) = (last?.date ?? .infinity, last?.assetID ?? .max)
        return try db.all(
            """
            SELECT assetID, date, path FROM picture_to_make WHERE tried = 0 AND date <= ?1 AND (date < ?1 OR assetID < ?2)
            ORDER BY date DESC, assetID DESC LIMIT ?3
            """, [.double(date), .int(id), SQLValue(limit)]
        ) { PictureToMake(assetID: $0.int64(0), date: $0.double(1), path: $0.optionalText(2)) }
    }

    package func pictureToMake(assetID: Int64) throws -> PictureToMake? {
        try db.first("SELECT assetID, date, path FROM picture_to_make WHERE assetID = ?", [.int(assetID)]) {
            PictureToMake(assetID: $0.int64(0), date: $0.double(1), path: $0.optionalText(2))
        }
    }

    /// How many there are, those that were tried in vain among them.
    package func countOfPicturesToMake() throws -> Int { try db.first("SELECT count(*) FROM picture_to_make") { $0.int(0) } ?? 0 }

    /// How many there are of assets that no other machine has heard of.
    package func countOfUntoldPictures() throws -> Int {
        try db.first(
            """
            SELECT count(*) FROM picture_to_make JOIN asset ON asset.id = picture_to_make.assetID
            WHERE NOT EXISTS (SELECT 1 FROM sync_state WHERE kind = ? AND sync_state.uuid = asset.uuid)
            """, [SQLValue(SyncKind.asset.rawValue)], cached: false
        ) { $0.int(0) } ?? 0
    }

    /// Whether there are any that were not tried in vain.
    package func hasPicturesToMake() throws -> Bool { try db.first("SELECT 1 FROM picture_to_make WHERE tried = 0 LIMIT 1") { _ in true } ?? false }
}
