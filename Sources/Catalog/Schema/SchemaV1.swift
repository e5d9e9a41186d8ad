import Support

/// The first schema. Never edit it once a release has shipped: add a migration.
enum SchemaV1 {
    /// Row ids never come back (AUTOINCREMENT), so a list of ids that was fetched earlier can't suddenly name another asset.
    /// The generated columns spell a rule once: `visible` is what fetches show by default, `listed` is `visible` in the user's own library.
    static let assets = """
        CREATE TABLE asset (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
            mediaType INTEGER NOT NULL,
            mediaSubtypes INTEGER NOT NULL,
            playbackStyle INTEGER NOT NULL,
            sourceType INTEGER NOT NULL,
            creationDate REAL,
            creationOffset INTEGER,
            modificationDate REAL,
            addedDate REAL NOT NULL,
            pixelWidth INTEGER NOT NULL,
            pixelHeight INTEGER NOT NULL,
            duration REAL NOT NULL,
            latitude REAL,
            longitude REAL,
            altitude REAL,
            horizontalAccuracy REAL,
            direction REAL,
            speed REAL,
            favorite INTEGER NOT NULL,
            hidden INTEGER NOT NULL,
            trashedDate REAL,
            adjustmentFormatIdentifier TEXT,
            adjustmentFormatVersion TEXT,
            adjustmentTimestamp REAL,
            burstIdentifier TEXT,
            burstSelectionTypes INTEGER NOT NULL,
            representsBurst INTEGER NOT NULL,
            contentIdentifier TEXT,
            title TEXT,
            caption TEXT,
            rating INTEGER NOT NULL,
            cameraMake TEXT,
            cameraModel TEXT,
            lens TEXT,
            frontFacing INTEGER NOT NULL,
            filename TEXT NOT NULL,
            uniformType TEXT NOT NULL,
            fileSize INTEGER NOT NULL,
            damage TEXT,
            revision INTEGER NOT NULL,
            keywordCount INTEGER NOT NULL DEFAULT 0,
            raw INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER GENERATED ALWAYS AS (trashedDate IS NOT NULL) STORED,
            inBurst INTEGER GENERATED ALWAYS AS (burstIdentifier IS NOT NULL) STORED,
            burstVisible INTEGER GENERATED ALWAYS AS
                (burstIdentifier IS NULL OR representsBurst <> 0 OR (burstSelectionTypes & 2) <> 0) STORED,
            visible INTEGER GENERATED ALWAYS AS (trashedDate IS NULL AND hidden = 0
                AND (burstIdentifier IS NULL OR representsBurst <> 0 OR (burstSelectionTypes & 2) <> 0)) STORED,
            listed INTEGER GENERATED ALWAYS AS (trashedDate IS NULL AND hidden = 0 AND (sourceType & 1) <> 0
                AND (burstIdentifier IS NULL OR representsBurst <> 0 OR (burstSelectionTypes & 2) <> 0)) STORED
        );

        -- An index ends with the row id, so each of these gives its fetch in order without touching a row.
        CREATE INDEX asset_listed ON asset(creationDate) WHERE listed = 1;
        CREATE INDEX asset_listed_by_type ON asset(mediaType, creationDate) WHERE listed = 1;
        CREATE INDEX asset_listed_by_added ON asset(addedDate) WHERE listed = 1;
        CREATE INDEX asset_favorites ON asset(creationDate) WHERE listed = 1 AND favorite = 1;
        \(subtypeIndexes)
        CREATE INDEX asset_front_facing ON asset(creationDate) WHERE listed = 1 AND frontFacing = 1;
        CREATE INDEX asset_raw ON asset(creationDate) WHERE listed = 1 AND raw = 1;
        CREATE INDEX asset_shown_bursts ON asset(creationDate) WHERE listed = 1 AND inBurst = 1;
        CREATE INDEX asset_animated ON asset(creationDate) WHERE listed = 1 AND playbackStyle = 2;
        -- The row id stands before what is only tested, so that the order needs no sorting.
        CREATE INDEX asset_alive ON asset(creationDate, id, hidden, burstVisible, sourceType) WHERE trashed = 0;
        CREATE INDEX asset_hidden ON asset(creationDate) WHERE hidden = 1;
        CREATE INDEX asset_trashed ON asset(creationDate) WHERE trashed = 1;
        CREATE INDEX asset_bursts ON asset(burstIdentifier, creationDate) WHERE burstIdentifier IS NOT NULL;
        CREATE INDEX asset_content_identifiers ON asset(contentIdentifier) WHERE contentIdentifier IS NOT NULL;

        CREATE TABLE keyword (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE
        );
        CREATE TABLE asset_keyword (
            assetID INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            keywordID INTEGER NOT NULL REFERENCES keyword(id),
            PRIMARY KEY (assetID, position)
        ) WITHOUT ROWID;
        CREATE INDEX asset_keyword_by_keyword ON asset_keyword(keywordID, assetID);
        """

    /// One for each bit of `PHAssetMediaSubtype`, whose assets are few: an index that holds just them beats any that must test the bit.
    private static let subtypeIndexes = [1, 2, 4, 8, 16, 64, 1_024, 65_536, 131_072, 262_144, 524_288, 2_097_152].map { bit in
        "CREATE INDEX asset_subtype_\(bit) ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & \(bit)) <> 0;"
    }.separated(by: "\n")

    /// A managed resource has a path and no root, a referenced one both.
    static let resources = """
        CREATE TABLE reference_root (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
            path TEXT NOT NULL
        );
        CREATE TABLE resource (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            assetID INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            type INTEGER NOT NULL,
            filename TEXT NOT NULL,
            uniformType TEXT NOT NULL,
            size INTEGER NOT NULL,
            sha256 BLOB NOT NULL,
            rootID INTEGER REFERENCES reference_root(id),
            path TEXT NOT NULL,
            modified REAL,
            isLocal INTEGER NOT NULL,
            isInCloud INTEGER NOT NULL,
            damage TEXT
        );
        CREATE INDEX resource_by_asset ON resource(assetID);
        CREATE INDEX resource_by_content ON resource(sha256);
        CREATE INDEX resource_by_path ON resource(path);
        """

    /// A membership repeats what an album's fetch needs of its asset (kept by triggers), so that the album costs one covering pass
    /// and no look-up per member. Positions have gaps: a member moves without renumbering the others.
    static let collections = """
        CREATE TABLE collection (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
            kind INTEGER NOT NULL,
            subtype INTEGER NOT NULL,
            title TEXT,
            parentID INTEGER REFERENCES collection(id),
            position INTEGER NOT NULL,
            count INTEGER NOT NULL DEFAULT 0,
            startDate REAL,
            endDate REAL
        );
        CREATE INDEX collection_by_parent ON collection(parentID, position);
        CREATE TABLE membership (
            collectionID INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            assetID INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            visible INTEGER NOT NULL,
            trashed INTEGER NOT NULL,
            creationDate REAL,
            PRIMARY KEY (collectionID, position)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX membership_by_asset ON membership(assetID, collectionID);
        CREATE INDEX membership_by_date ON membership(collectionID, creationDate, assetID) WHERE visible = 1;

        CREATE TRIGGER membership_inserted AFTER INSERT ON membership WHEN NEW.visible = 1 BEGIN
            UPDATE collection SET count = count + 1, \(dates("NEW.collectionID")) WHERE id = NEW.collectionID;
        END;
        CREATE TRIGGER membership_deleted AFTER DELETE ON membership WHEN OLD.visible = 1 BEGIN
            UPDATE collection SET count = count - 1, \(dates("OLD.collectionID")) WHERE id = OLD.collectionID;
        END;
        CREATE TRIGGER membership_updated AFTER UPDATE OF visible, creationDate ON membership
        WHEN OLD.visible <> NEW.visible OR OLD.creationDate IS NOT NEW.creationDate BEGIN
            UPDATE collection SET count = count + NEW.visible - OLD.visible, \(dates("NEW.collectionID"))
            WHERE id = NEW.collectionID;
        END;
        CREATE TRIGGER asset_updates_memberships
        AFTER UPDATE OF creationDate, hidden, trashedDate, burstIdentifier, burstSelectionTypes, representsBurst ON asset
        WHEN OLD.visible <> NEW.visible OR OLD.trashed <> NEW.trashed OR OLD.creationDate IS NOT NEW.creationDate BEGIN
            UPDATE membership SET visible = NEW.visible, trashed = NEW.trashed, creationDate = NEW.creationDate
            WHERE assetID = NEW.id;
        END;
        """

    private static func dates(_ collection: String) -> String {
        """
        startDate = (SELECT min(creationDate) FROM membership WHERE collectionID = \(collection) AND visible = 1),
                endDate = (SELECT max(creationDate) FROM membership WHERE collectionID = \(collection) AND visible = 1)
        """
    }

    static let changes = """
        CREATE TABLE change (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            date REAL NOT NULL,
            author TEXT NOT NULL
        );
        CREATE TABLE change_item (
            position INTEGER NOT NULL REFERENCES change(position) ON DELETE CASCADE,
            entity INTEGER NOT NULL,
            uuid BLOB NOT NULL,
            kind INTEGER NOT NULL,
            aspects INTEGER NOT NULL,
            PRIMARY KEY (position, entity, uuid)
        ) WITHOUT ROWID;
        CREATE TABLE library (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID;
        """

    /// What the kept counts tell assets apart by; each is a column of `asset` under the same name.
    static let countedColumns = [
        "listed", "trashed", "hidden", "burstVisible", "sourceType", "mediaType", "mediaSubtypes", "playbackStyle", "favorite",
        "inBurst", "representsBurst", "burstSelectionTypes", "frontFacing", "raw",
    ]

    /// How many assets there are of each combination, kept by triggers in the writing transaction: every smart album's and media type's
    /// count is a sum over a few rows.
    static let counts: String = {
        let columns = countedColumns.separated(by: ", ")
        func values(_ row: String) -> String { countedColumns.map { "\(row).\($0)" }.separated(by: ", ") }
        func match(_ row: String) -> String { countedColumns.map { "\($0) = \(row).\($0)" }.separated(by: " AND ") }
        let differs = countedColumns.map { "OLD.\($0) <> NEW.\($0)" }.separated(by: " OR ")
        let add = "INSERT INTO asset_census (\(columns), count) VALUES (\(values("NEW")), 1) ON CONFLICT DO UPDATE SET count = count + 1;"
        let remove = """
            UPDATE asset_census SET count = count - 1 WHERE \(match("OLD"));
                DELETE FROM asset_census WHERE \(match("OLD")) AND count = 0;
            """
        // A generated column is never named in a SET list: what it is made of stands here in its place.
        let watched =
            "trashedDate, burstIdentifier, "
            + countedColumns
            .filter { !["listed", "trashed", "burstVisible", "inBurst"].contains($0) }.separated(by: ", ")
        return """
            CREATE TABLE asset_census (
                \(countedColumns.map { "\($0) INTEGER NOT NULL" }.separated(by: ",\n    ")),
                count INTEGER NOT NULL,
                PRIMARY KEY (\(columns))
            ) WITHOUT ROWID;
            CREATE TRIGGER census_asset_inserted AFTER INSERT ON asset BEGIN
                \(add)
            END;
            CREATE TRIGGER census_asset_deleted AFTER DELETE ON asset BEGIN
                \(remove)
            END;
            CREATE TRIGGER census_asset_updated AFTER UPDATE OF \(watched) ON asset WHEN \(differs) BEGIN
                \(remove)
                \(add)
            END;
            """
    }()
}
