import GRDB
import PhotoModel

extension CatalogReader {
    /// Compares what the catalogue keeps twice, so that a count or an album is a look-up, with the rows it was counted from; and its schema with the one
    /// that this version makes. Each is a pass over the rows.
    /// - Returns: what is wrong, a line each.
    package func consistencyProblems() throws -> [String] {
        var problems = try schemaProblems()
        for check in Self.consistencyChecks {
            let count = try db.first("SELECT count(*) FROM (\(check.query))", cached: false) { $0.int(0) } ?? 0
            if count > 0 { problems.append("\(check.what) (\(count))") }
        }
        let blocks = try WordIndex.differences(db)
        if blocks > 0 { problems.append("words for searches that are not what the assets say (\(blocks))") }
        return problems
    }

    /// The rows that a query finds are wrong.
    private static let consistencyChecks: [(what: String, query: String)] = {
        let burstVisible = "(burstIdentifier IS NULL OR representsBurst <> 0 OR (burstSelectionTypes & \(BurstSelectionTypes.userPick.rawValue)) <> 0)"
        let visible = "(trashedDate IS NULL AND hidden = 0 AND \(burstVisible))"
        let day = "(CAST(addedDate / 86400 AS INTEGER) - (addedDate < 0))"
        let columns = SchemaV1.countedColumns.joined(separator: ", ")
        func differ(_ kept: String, _ counted: String) -> String {
            "SELECT * FROM (SELECT * FROM (\(kept)) EXCEPT SELECT * FROM (\(counted))) UNION ALL SELECT * FROM (SELECT * FROM (\(counted)) EXCEPT SELECT * FROM (\(kept)))"
        }
        return [
            (
                "assets whose stored flags are not what their fields say",
                """
                SELECT id FROM asset NOT INDEXED WHERE trashed <> (trashedDate IS NOT NULL) OR inBurst <> (burstIdentifier IS NOT NULL)
                    OR burstVisible <> \(burstVisible) OR visible <> \(visible) OR listed <> (\(visible) AND (sourceType & \(SourceTypes.userLibrary.rawValue)) <> 0)
                """
            ),
            (
                "counts of assets that are not the assets there are",
                differ(
                    "SELECT \(columns), count FROM asset_census", "SELECT \(columns), count(*) FROM asset NOT INDEXED GROUP BY \(columns)")
            ),
            (
                "counts of added assets that are not the assets there are",
                differ(
                    "SELECT day, count FROM added_census", "SELECT \(day), count(*) FROM asset NOT INDEXED WHERE listed = 1 GROUP BY 1")
            ),
            (
                "counts of loops and other effects that are not the assets there are",
                differ(
                    "SELECT variation, count FROM variation_census",
                    "SELECT playbackVariation, count(*) FROM asset NOT INDEXED WHERE listed = 1 AND playbackVariation <> 0 GROUP BY 1")
            ),
            (
                "albums' members that are not what their assets say",
                """
                SELECT 1 FROM membership JOIN asset ON asset.id = membership.assetID WHERE membership.visible <> asset.visible
                    OR membership.trashed <> asset.trashed OR membership.creationDate IS NOT asset.creationDate
                """
            ),
            (
                "albums whose count or dates are not their members'",
                """
                SELECT id FROM collection WHERE \(CollectionRecord.Kind.album.condition) AND (count, startDate, endDate) IS NOT
                    (SELECT count(*), min(creationDate), max(creationDate) FROM membership WHERE collectionID = collection.id AND visible = 1)
                """
            ),
            (
                "folders whose count is not their children's",
                """
                SELECT id FROM collection WHERE \(CollectionRecord.Kind.folder.condition)
                    AND count <> (SELECT count(*) FROM collection AS child WHERE child.parentID = collection.id)
                """
            ),
            (
                "assets whose count of keywords is not their keywords'",
                """
                SELECT id FROM asset WHERE keywordCount <> (SELECT count(*) FROM asset_keyword WHERE assetID = asset.id)
                """
            ),
        ]
    }()

    private func schemaProblems() throws -> [String] {
        let selection = "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1"
        func schema(_ db: Database) throws -> [String: String] {
            Dictionary(try db.all(selection, cached: false) { ($0.text(0), $0.text(1)) }, uniquingKeysWith: { first, _ in first })
        }
        let version = try db.first("PRAGMA user_version", cached: false) { $0.int(0) } ?? 0
        guard version == Schema.version else { return ["its version is \(version) and should be \(Schema.version)"] }
        let empty = try DatabaseQueue()
        try Schema.migrator.migrate(empty)
        let (ours, fresh) = (try schema(db), try empty.read(schema))
        return Set(ours.keys).union(fresh.keys).sorted().filter { ours[$0] != fresh[$0] }.map { "its \($0) is not the one that this version makes" }
    }
}
