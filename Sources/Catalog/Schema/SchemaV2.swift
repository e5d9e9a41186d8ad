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
}
