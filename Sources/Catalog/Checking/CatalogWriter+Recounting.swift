import PhotoModel

extension CatalogWriter {
    /// Makes every index again from its table.
    package func rebuildIndexes() throws { try db.run("REINDEX", cached: false) }

    /// Counts again what is kept beside the rows it was counted from, and makes the words that searches look through again.
    package func recount() throws {
        let columns = SchemaV1.countedColumns.joined(separator: ", ")
        for statement in [
            // Setting a field to what it is computes what is stored of it.
            "UPDATE asset SET trashedDate = trashedDate, hidden = hidden",
            "UPDATE membership SET (visible, trashed, creationDate) = (SELECT visible, trashed, creationDate FROM asset WHERE asset.id = membership.assetID)",
            "UPDATE asset SET keywordCount = (SELECT count(*) FROM asset_keyword WHERE assetID = asset.id)",
            """
            UPDATE collection SET (count, startDate, endDate) =
                (SELECT count(*), min(creationDate), max(creationDate) FROM membership WHERE collectionID = collection.id AND visible = 1)
                WHERE \(CollectionRecord.Kind.album.condition)
            """,
            """
            UPDATE collection SET count = (SELECT count(*) FROM collection AS child WHERE child.parentID = collection.id)
                WHERE \(CollectionRecord.Kind.folder.condition)
            """,
            "DELETE FROM asset_census",
            "INSERT INTO asset_census (\(columns), count) SELECT \(columns), count(*) FROM asset GROUP BY \(columns)",
            "DELETE FROM added_census",
            "INSERT INTO added_census SELECT (CAST(addedDate / 86400 AS INTEGER) - (addedDate < 0)), count(*) FROM asset WHERE listed = 1 GROUP BY 1",
            "DELETE FROM variation_census",
            "INSERT INTO variation_census SELECT playbackVariation, count(*) FROM asset WHERE listed = 1 AND playbackVariation <> 0 GROUP BY 1",
        ] { try db.run(statement, cached: false) }
        try WordIndex.rebuild(db)
    }
}
