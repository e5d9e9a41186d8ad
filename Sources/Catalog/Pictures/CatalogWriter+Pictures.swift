import PhotoModel

/// What is to be made is no part of what the library holds: its changes are not in the change log, nor in the library's record.
extension CatalogWriter {
    package func insert(_ picture: PictureToMake) throws {
        try db.run(
            "INSERT OR REPLACE INTO picture_to_make (assetID, date, tried, path) VALUES (?, ?, 0, ?)", [.int(picture.assetID), .double(picture.date), SQLValue(picture.path)])
    }

    /// They are made, or can't be for good.
    package func deletePictureToMake(assetID: Int64) throws { try db.run("DELETE FROM picture_to_make WHERE assetID = ?", [.int(assetID)]) }

    /// Has whoever brings thumbnails elsewhere look at an asset again: nothing of it is another, but it has its thumbnail now.
    package func noteThumbnail(assetID id: Int64) throws { changes.note(.asset, try uuid(ofAsset: id), .updated, .metadata, row: id) }

    /// They could not be made, for a reason that may pass.
    package func noteTriedPicture(assetID: Int64) throws { try db.run("UPDATE picture_to_make SET tried = 1 WHERE assetID = ?", [.int(assetID)]) }

    /// They can be made after all.
    package func retryPicture(assetID: Int64) throws { try db.run("UPDATE picture_to_make SET tried = 0 WHERE assetID = ? AND tried = 1", [.int(assetID)]) }

    /// Those that could not be made are tried again.
    package func retryPictures() throws { try db.run("UPDATE picture_to_make SET tried = 0 WHERE tried = 1") }
}
