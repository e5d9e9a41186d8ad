/// The second schema: access by grant, key assets and modification dates of albums, projects, row ids in the change log.
enum SchemaV2 {
    /// A change names its object's row as well: what was deleted is in no other table, and the columns beside the catalogue know no UUIDs.
    /// Changes made before have none.
    static let changes = "ALTER TABLE change_item ADD COLUMN rowID INTEGER;"

    static let assets = """
        ALTER TABLE asset ADD COLUMN originalChoice INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE asset ADD COLUMN playbackVariation INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE asset ADD COLUMN livePhotoPlayback INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE asset ADD COLUMN adjustmentEditor TEXT;
        CREATE INDEX asset_long_exposures ON asset(creationDate) WHERE listed = 1 AND playbackVariation = 3;
        """

    /// The key asset is one that a person chose; without one the album's first stands for it.
    static let collections = """
        ALTER TABLE collection ADD COLUMN modificationDate REAL;
        ALTER TABLE collection ADD COLUMN keyAssetID INTEGER REFERENCES asset(id) ON DELETE SET NULL;
        CREATE INDEX collection_by_key_asset ON collection(keyAssetID) WHERE keyAssetID IS NOT NULL;
        CREATE TABLE project (
            collectionID INTEGER PRIMARY KEY REFERENCES collection(id) ON DELETE CASCADE,
            extensionData BLOB NOT NULL,
            preview BLOB
        );
        """

    /// Who may see what. An application is what `PHOTOS_APP_ID` names; levels and statuses are raw values of `PHAccessLevel` and
    /// `PHAuthorizationStatus`.
    static let access = """
        CREATE TABLE access_grant (
            application TEXT NOT NULL,
            level INTEGER NOT NULL,
            status INTEGER NOT NULL,
            date REAL NOT NULL,
            PRIMARY KEY (application, level)
        ) WITHOUT ROWID;
        CREATE TABLE access_selection (
            application TEXT NOT NULL,
            assetID INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            PRIMARY KEY (application, assetID)
        ) WITHOUT ROWID;
        CREATE INDEX access_selection_by_asset ON access_selection(assetID);
        """

    /// How many listed assets were added on each day, and how many play in each special way (0, which is none, is not counted). Kept by triggers
    /// in the writing transaction: a count since any date is a sum over days.
    static let counts = """
        CREATE TABLE added_census (
            day INTEGER PRIMARY KEY,
            count INTEGER NOT NULL
        );
        \(triggers("added", "day", by: day, of: "addedDate"))
        \(fillAddedCounts)
        CREATE TABLE variation_census (
            variation INTEGER PRIMARY KEY,
            count INTEGER NOT NULL
        );
        \(triggers("variation", "variation", by: { "\($0).playbackVariation" }, of: "playbackVariation", where: { "\($0).playbackVariation <> 0" }))
        """

    static var fillAddedCounts: String { "INSERT INTO added_census SELECT \(day("asset")), count(*) FROM asset WHERE listed = 1 GROUP BY 1;" }

    /// The migration needs none: whatever was there before it plays in no special way.
    static let fillVariationCounts = """
        INSERT INTO variation_census SELECT playbackVariation, count(*) FROM asset WHERE listed = 1 AND playbackVariation <> 0 GROUP BY 1;
        """

    /// - Parameter isCounted: of a row, besides that it is listed.
    private static func triggers(
        _ table: String, _ number: String, by key: (String) -> String, of column: String, where isCounted: (String) -> String = { _ in "TRUE" }
    ) -> String {
        func add(_ count: String) -> String {
            "INSERT INTO \(table)_census (\(number), count) VALUES (\(key("NEW")), \(count)) ON CONFLICT DO UPDATE SET count = count + \(count);"
        }
        func remove(_ count: String) -> String { "UPDATE \(table)_census SET count = count - \(count) WHERE \(number) = \(key("OLD"));" }
        func tidy(_ row: String) -> String { "DELETE FROM \(table)_census WHERE \(number) = \(key(row)) AND (count = 0 OR NOT (\(isCounted(row))));" }
        return """
            CREATE TRIGGER \(table)_asset_inserted AFTER INSERT ON asset WHEN NEW.listed = 1 AND \(isCounted("NEW")) BEGIN
                \(add("1"))
            END;
            CREATE TRIGGER \(table)_asset_deleted AFTER DELETE ON asset WHEN OLD.listed = 1 AND \(isCounted("OLD")) BEGIN
                \(remove("1"))
                \(tidy("OLD"))
            END;
            CREATE TRIGGER \(table)_asset_updated
            AFTER UPDATE OF \(column), trashedDate, hidden, sourceType, burstIdentifier, burstSelectionTypes, representsBurst ON asset
            WHEN (OLD.listed <> NEW.listed OR \(key("OLD")) <> \(key("NEW"))) AND (\(isCounted("OLD")) OR \(isCounted("NEW"))) BEGIN
                \(add("NEW.listed"))
                \(remove("OLD.listed"))
                \(tidy("OLD"))
                \(tidy("NEW"))
            END;
            """
    }

    /// Whole days since 2001; those before have numbers below 0, whatever SQLite rounds to.
    private static func day(_ row: String) -> String { "(CAST(\(row).addedDate / 86400 AS INTEGER) - (\(row).addedDate < 0))" }
}
