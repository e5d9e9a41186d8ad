PRAGMA application_id = 1867540555;
PRAGMA user_version = 12;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
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
, originalChoice INTEGER NOT NULL DEFAULT 0, playbackVariation INTEGER NOT NULL DEFAULT 0, livePhotoPlayback INTEGER NOT NULL DEFAULT 1, adjustmentEditor TEXT);
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
, inode INTEGER, modifiedNanoseconds INTEGER, changedNanoseconds INTEGER, fileOffset INTEGER, sha1 BLOB CHECK (sha1 IS NULL OR length(sha1) = 20));
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
, modificationDate REAL, keyAssetID INTEGER REFERENCES asset(id) ON DELETE SET NULL);
CREATE TABLE membership (
    collectionID INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    assetID INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    visible INTEGER NOT NULL,
    trashed INTEGER NOT NULL,
    creationDate REAL,
    PRIMARY KEY (collectionID, position)
) WITHOUT ROWID;
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
    aspects INTEGER NOT NULL, rowID INTEGER,
    PRIMARY KEY (position, entity, uuid)
) WITHOUT ROWID;
CREATE TABLE library (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE asset_census (
    listed INTEGER NOT NULL,
    trashed INTEGER NOT NULL,
    hidden INTEGER NOT NULL,
    burstVisible INTEGER NOT NULL,
    sourceType INTEGER NOT NULL,
    mediaType INTEGER NOT NULL,
    mediaSubtypes INTEGER NOT NULL,
    playbackStyle INTEGER NOT NULL,
    favorite INTEGER NOT NULL,
    inBurst INTEGER NOT NULL,
    representsBurst INTEGER NOT NULL,
    burstSelectionTypes INTEGER NOT NULL,
    frontFacing INTEGER NOT NULL,
    raw INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (listed, trashed, hidden, burstVisible, sourceType, mediaType, mediaSubtypes, playbackStyle, favorite, inBurst, representsBurst, burstSelectionTypes, frontFacing, raw)
) WITHOUT ROWID;
CREATE TABLE project (
    collectionID INTEGER PRIMARY KEY REFERENCES collection(id) ON DELETE CASCADE,
    extensionData BLOB NOT NULL,
    preview BLOB
);
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
CREATE TABLE added_census (
    day INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
);
CREATE TABLE variation_census (
    variation INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
);
CREATE TABLE upload_job (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
    application TEXT NOT NULL,
    assetID INTEGER NOT NULL,
    resourceID INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    state INTEGER NOT NULL,
    destination BLOB,
    retried INTEGER NOT NULL DEFAULT 0,
    failureCode INTEGER,
    failureMessage TEXT,
    response BLOB
);
CREATE TABLE share (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
    token BLOB NOT NULL UNIQUE CHECK (length(token) = 32),
    album BLOB CHECK (album IS NULL OR length(album) = 16),
    assets BLOB CHECK (assets IS NULL OR length(assets) % 16 = 0),
    title TEXT,
    rules INTEGER NOT NULL DEFAULT 0,
    password TEXT,
    created REAL NOT NULL,
    expires REAL, quotaBytes INTEGER CHECK (quotaBytes IS NULL OR quotaBytes > 0), quotaFiles INTEGER CHECK (quotaFiles IS NULL OR quotaFiles > 0), sentBytes INTEGER NOT NULL DEFAULT 0, sentFiles INTEGER NOT NULL DEFAULT 0,
    CHECK ((album IS NULL) <> (assets IS NULL))
);
CREATE TABLE cloud_file (
    path TEXT PRIMARY KEY,
    etag TEXT,
    verified REAL,
    used REAL,
    upload BLOB,
    attempts INTEGER NOT NULL DEFAULT 0,
    nextAttempt REAL,
    failure TEXT
) WITHOUT ROWID;
CREATE TABLE asset_words (
    block INTEGER PRIMARY KEY,
    words BLOB NOT NULL
);
CREATE TABLE sync_state (
    kind INTEGER NOT NULL,
    uuid BLOB NOT NULL CHECK (length(uuid) = 16),
    state BLOB,
    PRIMARY KEY (kind, uuid)
) WITHOUT ROWID;
CREATE TABLE picture_to_make (
    assetID INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
    date REAL NOT NULL,
    tried INTEGER NOT NULL DEFAULT 0,
    path TEXT
);
INSERT INTO grdb_migrations (identifier) VALUES ('v1');
INSERT INTO grdb_migrations (identifier) VALUES ('v2');
INSERT INTO grdb_migrations (identifier) VALUES ('v3');
INSERT INTO grdb_migrations (identifier) VALUES ('v4');
INSERT INTO grdb_migrations (identifier) VALUES ('v5');
INSERT INTO grdb_migrations (identifier) VALUES ('v6');
INSERT INTO grdb_migrations (identifier) VALUES ('v7');
INSERT INTO grdb_migrations (identifier) VALUES ('v8');
INSERT INTO grdb_migrations (identifier) VALUES ('v9');
INSERT INTO grdb_migrations (identifier) VALUES ('v10');
INSERT INTO grdb_migrations (identifier) VALUES ('v11');
INSERT INTO grdb_migrations (identifier) VALUES ('v12');
INSERT INTO asset (id, uuid, mediaType, mediaSubtypes, playbackStyle, sourceType, creationDate, creationOffset, modificationDate, addedDate, pixelWidth, pixelHeight, duration, latitude, longitude, altitude, horizontalAccuracy, direction, speed, favorite, hidden, trashedDate, adjustmentFormatIdentifier, adjustmentFormatVersion, adjustmentTimestamp, burstIdentifier, burstSelectionTypes, representsBurst, contentIdentifier, title, caption, rating, cameraMake, cameraModel, lens, frontFacing, filename, uniformType, fileSize, damage, revision, keywordCount, raw, originalChoice, playbackVariation, livePhotoPlayback, adjustmentEditor) VALUES (1, X'0102030405064708890A0B0C00000001', 2, 131080, 4, 1, -6.31139040001234588638e+10, -12600, 3.00000000000000044408e-01, 0.1, 7, 8, 9.25, -89.999999, 179.123456789, 1.5, 2.5, 3.5, 4.5, 1, 0, NULL, 'org.example', '1.2', 6.0, 'B', 3, 1, 'C', '', 'Ümläut 🏔', 4, 'M', 'N', 'L', 1, 'a.MOV', 'com.apple.quicktime-movie', 1099511627776, 'cut short', 12, 3, 1, 1, 2, 0, 'com.apple.camera');
INSERT INTO asset (id, uuid, mediaType, mediaSubtypes, playbackStyle, sourceType, creationDate, creationOffset, modificationDate, addedDate, pixelWidth, pixelHeight, duration, latitude, longitude, altitude, horizontalAccuracy, direction, speed, favorite, hidden, trashedDate, adjustmentFormatIdentifier, adjustmentFormatVersion, adjustmentTimestamp, burstIdentifier, burstSelectionTypes, representsBurst, contentIdentifier, title, caption, rating, cameraMake, cameraModel, lens, frontFacing, filename, uniformType, fileSize, damage, revision, keywordCount, raw, originalChoice, playbackVariation, livePhotoPlayback, adjustmentEditor) VALUES (2, X'0102030405064708890A0B0C00000002', 1, 0, 1, 1, 500000002.0, NULL, NULL, 600000002.0, 0, 0, 0.0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 700000000.0, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, 0, 'IMG_2.JPG', 'public.jpeg', 0, NULL, 1, 0, 0, 0, 0, 1, NULL);
INSERT INTO asset (id, uuid, mediaType, mediaSubtypes, playbackStyle, sourceType, creationDate, creationOffset, modificationDate, addedDate, pixelWidth, pixelHeight, duration, latitude, longitude, altitude, horizontalAccuracy, direction, speed, favorite, hidden, trashedDate, adjustmentFormatIdentifier, adjustmentFormatVersion, adjustmentTimestamp, burstIdentifier, burstSelectionTypes, representsBurst, contentIdentifier, title, caption, rating, cameraMake, cameraModel, lens, frontFacing, filename, uniformType, fileSize, damage, revision, keywordCount, raw, originalChoice, playbackVariation, livePhotoPlayback, adjustmentEditor) VALUES (3, X'0102030405064708890A0B0C00000003', 1, 0, 1, 1, 500000003.0, NULL, NULL, 600000003.0, 0, 0, 0.0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, 0, 'IMG_3.JPG', 'public.jpeg', 0, NULL, 1, 0, 0, 0, 0, 1, NULL);
INSERT INTO keyword (id, name) VALUES (1, 'sea');
INSERT INTO keyword (id, name) VALUES (2, 'é');
INSERT INTO keyword (id, name) VALUES (3, 'é');
INSERT INTO asset_keyword (assetID, position, keywordID) VALUES (1, 0, 1);
INSERT INTO asset_keyword (assetID, position, keywordID) VALUES (1, 1, 2);
INSERT INTO asset_keyword (assetID, position, keywordID) VALUES (1, 2, 3);
INSERT INTO reference_root (id, uuid, path) VALUES (1, X'0102030405064708890A0B0C00000032', '/disk');
INSERT INTO resource (id, assetID, type, filename, uniformType, size, sha256, rootID, path, modified, isLocal, isInCloud, damage, inode, modifiedNanoseconds, changedNanoseconds, fileOffset, sha1) VALUES (1, 1, 1, 'a.MOV', 'public.jpeg', 10, X'0202020202020202020202020202020202020202020202020202020202020202', NULL, 'originals/0/a.mov', NULL, 1, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO resource (id, assetID, type, filename, uniformType, size, sha256, rootID, path, modified, isLocal, isInCloud, damage, inode, modifiedNanoseconds, changedNanoseconds, fileOffset, sha1) VALUES (2, 1, 1, 'r.MOV', 'com.adobe.raw-image', 10, X'0303030303030303030303030303030303030303030303030303030303030303', 1, 'r.MOV', 1.5, 1, 0, NULL, -7, 1500000000, 1600000000000000001, NULL, NULL);
INSERT INTO resource (id, assetID, type, filename, uniformType, size, sha256, rootID, path, modified, isLocal, isInCloud, damage, inode, modifiedNanoseconds, changedNanoseconds, fileOffset, sha1) VALUES (3, 1, 1, 'a.mp4', 'public.jpeg', 10, X'0404040404040404040404040404040404040404040404040404040404040404', NULL, 'originals/0/a.mov', NULL, 1, 0, NULL, NULL, NULL, NULL, 5000000000, X'0102030405060708090A0B0C0D0E0F1011121314');
INSERT INTO resource (id, assetID, type, filename, uniformType, size, sha256, rootID, path, modified, isLocal, isInCloud, damage, inode, modifiedNanoseconds, changedNanoseconds, fileOffset, sha1) VALUES (4, 2, 1, 'b.JPG', 'public.jpeg', 10, X'0000000000000000000000000000000000000000000000000000000000000000', NULL, 'originals/0/b.jpg', NULL, 1, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO collection (id, uuid, kind, subtype, title, parentID, position, count, startDate, endDate, modificationDate, keyAssetID) VALUES (1, X'0102030405064708890A0B0C00000064', 2, 100, 'Folder', NULL, 0, 1, NULL, NULL, 700000000.0, NULL);
INSERT INTO collection (id, uuid, kind, subtype, title, parentID, position, count, startDate, endDate, modificationDate, keyAssetID) VALUES (2, X'0102030405064708890A0B0C00000065', 1, 2, 'Älbum', 1, 0, 2, -6.31139040001234588638e+10, 500000003.0, 700000000.0, NULL);
INSERT INTO membership (collectionID, position, assetID, visible, trashed, creationDate) VALUES (2, 1048576, 3, 1, 0, 500000003.0);
INSERT INTO membership (collectionID, position, assetID, visible, trashed, creationDate) VALUES (2, 2097152, 1, 1, 0, -6.31139040001234588638e+10);
INSERT INTO membership (collectionID, position, assetID, visible, trashed, creationDate) VALUES (2, 3145728, 2, 0, 1, 500000002.0);
INSERT INTO change (position, date, author) VALUES (1, 700000000.0, 'tests');
INSERT INTO change_item (position, entity, uuid, kind, aspects, rowID) VALUES (1, 1, X'0102030405064708890A0B0C00000001', 1, 3, 1);
INSERT INTO change_item (position, entity, uuid, kind, aspects, rowID) VALUES (1, 1, X'0102030405064708890A0B0C00000002', 1, 11, 2);
INSERT INTO change_item (position, entity, uuid, kind, aspects, rowID) VALUES (1, 1, X'0102030405064708890A0B0C00000003', 1, 3, 3);
INSERT INTO change_item (position, entity, uuid, kind, aspects, rowID) VALUES (1, 2, X'0102030405064708890A0B0C00000065', 1, 6, 2);
INSERT INTO change_item (position, entity, uuid, kind, aspects, rowID) VALUES (1, 3, X'0102030405064708890A0B0C00000064', 1, 6, 1);
INSERT INTO change_item (position, entity, uuid, kind, aspects, rowID) VALUES (1, 4, X'0102030405064708890A0B0C00000046', 2, 2, NULL);
INSERT INTO change_item (position, entity, uuid, kind, aspects, rowID) VALUES (1, 4, X'0102030405064708890A0B0C00000047', 2, 2, NULL);
INSERT INTO change_item (position, entity, uuid, kind, aspects, rowID) VALUES (1, 4, X'0102030405064708890A0B0C00000048', 2, 2, NULL);
INSERT INTO library (key, value) VALUES ('created', '700000000.0');
INSERT INTO library (key, value) VALUES ('setting', 'kept');
INSERT INTO asset_census (listed, trashed, hidden, burstVisible, sourceType, mediaType, mediaSubtypes, playbackStyle, favorite, inBurst, representsBurst, burstSelectionTypes, frontFacing, raw, count) VALUES (0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1);
INSERT INTO asset_census (listed, trashed, hidden, burstVisible, sourceType, mediaType, mediaSubtypes, playbackStyle, favorite, inBurst, representsBurst, burstSelectionTypes, frontFacing, raw, count) VALUES (1, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1);
INSERT INTO asset_census (listed, trashed, hidden, burstVisible, sourceType, mediaType, mediaSubtypes, playbackStyle, favorite, inBurst, representsBurst, burstSelectionTypes, frontFacing, raw, count) VALUES (1, 0, 0, 1, 1, 2, 131080, 4, 1, 1, 1, 3, 1, 1, 1);
INSERT INTO added_census (day, count) VALUES (0, 1);
INSERT INTO added_census (day, count) VALUES (6944, 1);
INSERT INTO variation_census (variation, count) VALUES (2, 1);
INSERT INTO upload_job (id, uuid, application, assetID, resourceID, kind, state, destination, retried, failureCode, failureMessage, response) VALUES (1, X'0102030405064708890A0B0C0000003C', 'app', 1, 2, 0, 3, X'746F', 1, 3169, 'no', X'73616964');
INSERT INTO share (id, uuid, token, album, assets, title, rules, password, created, expires, quotaBytes, quotaFiles, sentBytes, sentFiles) VALUES (1, X'0102030405064708890A0B0C00000046', X'0707070707070707070707070707070707070707070707070707070707070707', X'0102030405064708890A0B0C00000065', NULL, 'Für alle', 3, 'scrypt', 5.0, 6.5, NULL, NULL, 0, 0);
INSERT INTO share (id, uuid, token, album, assets, title, rules, password, created, expires, quotaBytes, quotaFiles, sentBytes, sentFiles) VALUES (2, X'0102030405064708890A0B0C00000047', X'0808080808080808080808080808080808080808080808080808080808080808', NULL, X'0102030405064708890A0B0C000000030102030405064708890A0B0C00000001', NULL, 0, NULL, 7.0, NULL, NULL, NULL, 0, 0);
INSERT INTO share (id, uuid, token, album, assets, title, rules, password, created, expires, quotaBytes, quotaFiles, sentBytes, sentFiles) VALUES (3, X'0102030405064708890A0B0C00000048', X'0909090909090909090909090909090909090909090909090909090909090909', X'0102030405064708890A0B0C00000065', NULL, NULL, 0, NULL, 8.0, NULL, 1099511627776, 12, 5000000000, 3);
INSERT INTO cloud_file (path, etag, verified, used, upload, attempts, nextAttempt, failure) VALUES ('originals/0/a.mov', 'mark', 1.5, 2.5, X'7061727473', 2, 9.5, 'no');
INSERT INTO asset_words (block, words) VALUES (0, X'0000000000000000130000001D00000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000270000002700000027000000000001010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000C0000004DFF4EFF4CFFFEFFFEFFFEFFF5612E6D6F76F6F7756D6C61757420F09F8F94F5696D675F322E6A7067F5696D675F332E6A7067');
INSERT INTO picture_to_make (assetID, date, tried, path) VALUES (1, 7.5, 0, '/there/a.MOV');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('reference_root', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('asset', 4);
INSERT INTO sqlite_sequence (name, seq) VALUES ('keyword', 3);
INSERT INTO sqlite_sequence (name, seq) VALUES ('resource', 4);
INSERT INTO sqlite_sequence (name, seq) VALUES ('collection', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('upload_job', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('share', 3);
INSERT INTO sqlite_sequence (name, seq) VALUES ('change', 1);
CREATE INDEX asset_listed ON asset(creationDate) WHERE listed = 1;
CREATE INDEX asset_listed_by_type ON asset(mediaType, creationDate) WHERE listed = 1;
CREATE INDEX asset_listed_by_added ON asset(addedDate) WHERE listed = 1;
CREATE INDEX asset_favorites ON asset(creationDate) WHERE listed = 1 AND favorite = 1;
CREATE INDEX asset_subtype_1 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 1) <> 0;
CREATE INDEX asset_subtype_2 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 2) <> 0;
CREATE INDEX asset_subtype_4 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 4) <> 0;
CREATE INDEX asset_subtype_8 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 8) <> 0;
CREATE INDEX asset_subtype_16 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 16) <> 0;
CREATE INDEX asset_subtype_64 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 64) <> 0;
CREATE INDEX asset_subtype_1024 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 1024) <> 0;
CREATE INDEX asset_subtype_65536 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 65536) <> 0;
CREATE INDEX asset_subtype_131072 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 131072) <> 0;
CREATE INDEX asset_subtype_262144 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 262144) <> 0;
CREATE INDEX asset_subtype_524288 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 524288) <> 0;
CREATE INDEX asset_subtype_2097152 ON asset(creationDate) WHERE listed = 1 AND (mediaSubtypes & 2097152) <> 0;
CREATE INDEX asset_front_facing ON asset(creationDate) WHERE listed = 1 AND frontFacing = 1;
CREATE INDEX asset_raw ON asset(creationDate) WHERE listed = 1 AND raw = 1;
CREATE INDEX asset_shown_bursts ON asset(creationDate) WHERE listed = 1 AND inBurst = 1;
CREATE INDEX asset_animated ON asset(creationDate) WHERE listed = 1 AND playbackStyle = 2;
CREATE INDEX asset_alive ON asset(creationDate, id, hidden, burstVisible, sourceType) WHERE trashed = 0;
CREATE INDEX asset_hidden ON asset(creationDate) WHERE hidden = 1;
CREATE INDEX asset_trashed ON asset(creationDate) WHERE trashed = 1;
CREATE INDEX asset_bursts ON asset(burstIdentifier, creationDate) WHERE burstIdentifier IS NOT NULL;
CREATE INDEX asset_content_identifiers ON asset(contentIdentifier) WHERE contentIdentifier IS NOT NULL;
CREATE INDEX asset_keyword_by_keyword ON asset_keyword(keywordID, assetID);
CREATE INDEX resource_by_asset ON resource(assetID);
CREATE INDEX resource_by_content ON resource(sha256);
CREATE INDEX resource_by_path ON resource(path);
CREATE INDEX collection_by_parent ON collection(parentID, position);
CREATE UNIQUE INDEX membership_by_asset ON membership(assetID, collectionID);
CREATE INDEX membership_by_date ON membership(collectionID, creationDate, assetID) WHERE visible = 1;
CREATE TRIGGER membership_inserted AFTER INSERT ON membership WHEN NEW.visible = 1 BEGIN
    UPDATE collection SET count = count + 1, startDate = (SELECT min(creationDate) FROM membership WHERE collectionID = NEW.collectionID AND visible = 1),
        endDate = (SELECT max(creationDate) FROM membership WHERE collectionID = NEW.collectionID AND visible = 1) WHERE id = NEW.collectionID;
END;
CREATE TRIGGER membership_deleted AFTER DELETE ON membership WHEN OLD.visible = 1 BEGIN
    UPDATE collection SET count = count - 1, startDate = (SELECT min(creationDate) FROM membership WHERE collectionID = OLD.collectionID AND visible = 1),
        endDate = (SELECT max(creationDate) FROM membership WHERE collectionID = OLD.collectionID AND visible = 1) WHERE id = OLD.collectionID;
END;
CREATE TRIGGER membership_updated AFTER UPDATE OF visible, creationDate ON membership
WHEN OLD.visible <> NEW.visible OR OLD.creationDate IS NOT NEW.creationDate BEGIN
    UPDATE collection SET count = count + NEW.visible - OLD.visible, startDate = (SELECT min(creationDate) FROM membership WHERE collectionID = NEW.collectionID AND visible = 1),
        endDate = (SELECT max(creationDate) FROM membership WHERE collectionID = NEW.collectionID AND visible = 1)
    WHERE id = NEW.collectionID;
END;
CREATE TRIGGER asset_updates_memberships
AFTER UPDATE OF creationDate, hidden, trashedDate, burstIdentifier, burstSelectionTypes, representsBurst ON asset
WHEN OLD.visible <> NEW.visible OR OLD.trashed <> NEW.trashed OR OLD.creationDate IS NOT NEW.creationDate BEGIN
    UPDATE membership SET visible = NEW.visible, trashed = NEW.trashed, creationDate = NEW.creationDate
    WHERE assetID = NEW.id;
END;
CREATE TRIGGER census_asset_inserted AFTER INSERT ON asset BEGIN
    INSERT INTO asset_census (listed, trashed, hidden, burstVisible, sourceType, mediaType, mediaSubtypes, playbackStyle, favorite, inBurst, representsBurst, burstSelectionTypes, frontFacing, raw, count) VALUES (NEW.listed, NEW.trashed, NEW.hidden, NEW.burstVisible, NEW.sourceType, NEW.mediaType, NEW.mediaSubtypes, NEW.playbackStyle, NEW.favorite, NEW.inBurst, NEW.representsBurst, NEW.burstSelectionTypes, NEW.frontFacing, NEW.raw, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER census_asset_deleted AFTER DELETE ON asset BEGIN
    UPDATE asset_census SET count = count - 1 WHERE listed = OLD.listed AND trashed = OLD.trashed AND hidden = OLD.hidden AND burstVisible = OLD.burstVisible AND sourceType = OLD.sourceType AND mediaType = OLD.mediaType AND mediaSubtypes = OLD.mediaSubtypes AND playbackStyle = OLD.playbackStyle AND favorite = OLD.favorite AND inBurst = OLD.inBurst AND representsBurst = OLD.representsBurst AND burstSelectionTypes = OLD.burstSelectionTypes AND frontFacing = OLD.frontFacing AND raw = OLD.raw;
    DELETE FROM asset_census WHERE listed = OLD.listed AND trashed = OLD.trashed AND hidden = OLD.hidden AND burstVisible = OLD.burstVisible AND sourceType = OLD.sourceType AND mediaType = OLD.mediaType AND mediaSubtypes = OLD.mediaSubtypes AND playbackStyle = OLD.playbackStyle AND favorite = OLD.favorite AND inBurst = OLD.inBurst AND representsBurst = OLD.representsBurst AND burstSelectionTypes = OLD.burstSelectionTypes AND frontFacing = OLD.frontFacing AND raw = OLD.raw AND count = 0;
END;
CREATE TRIGGER census_asset_updated AFTER UPDATE OF trashedDate, burstIdentifier, hidden, sourceType, mediaType, mediaSubtypes, playbackStyle, favorite, representsBurst, burstSelectionTypes, frontFacing, raw ON asset WHEN OLD.listed <> NEW.listed OR OLD.trashed <> NEW.trashed OR OLD.hidden <> NEW.hidden OR OLD.burstVisible <> NEW.burstVisible OR OLD.sourceType <> NEW.sourceType OR OLD.mediaType <> NEW.mediaType OR OLD.mediaSubtypes <> NEW.mediaSubtypes OR OLD.playbackStyle <> NEW.playbackStyle OR OLD.favorite <> NEW.favorite OR OLD.inBurst <> NEW.inBurst OR OLD.representsBurst <> NEW.representsBurst OR OLD.burstSelectionTypes <> NEW.burstSelectionTypes OR OLD.frontFacing <> NEW.frontFacing OR OLD.raw <> NEW.raw BEGIN
    UPDATE asset_census SET count = count - 1 WHERE listed = OLD.listed AND trashed = OLD.trashed AND hidden = OLD.hidden AND burstVisible = OLD.burstVisible AND sourceType = OLD.sourceType AND mediaType = OLD.mediaType AND mediaSubtypes = OLD.mediaSubtypes AND playbackStyle = OLD.playbackStyle AND favorite = OLD.favorite AND inBurst = OLD.inBurst AND representsBurst = OLD.representsBurst AND burstSelectionTypes = OLD.burstSelectionTypes AND frontFacing = OLD.frontFacing AND raw = OLD.raw;
    DELETE FROM asset_census WHERE listed = OLD.listed AND trashed = OLD.trashed AND hidden = OLD.hidden AND burstVisible = OLD.burstVisible AND sourceType = OLD.sourceType AND mediaType = OLD.mediaType AND mediaSubtypes = OLD.mediaSubtypes AND playbackStyle = OLD.playbackStyle AND favorite = OLD.favorite AND inBurst = OLD.inBurst AND representsBurst = OLD.representsBurst AND burstSelectionTypes = OLD.burstSelectionTypes AND frontFacing = OLD.frontFacing AND raw = OLD.raw AND count = 0;
    INSERT INTO asset_census (listed, trashed, hidden, burstVisible, sourceType, mediaType, mediaSubtypes, playbackStyle, favorite, inBurst, representsBurst, burstSelectionTypes, frontFacing, raw, count) VALUES (NEW.listed, NEW.trashed, NEW.hidden, NEW.burstVisible, NEW.sourceType, NEW.mediaType, NEW.mediaSubtypes, NEW.playbackStyle, NEW.favorite, NEW.inBurst, NEW.representsBurst, NEW.burstSelectionTypes, NEW.frontFacing, NEW.raw, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE INDEX asset_long_exposures ON asset(creationDate) WHERE listed = 1 AND playbackVariation = 3;
CREATE INDEX collection_by_key_asset ON collection(keyAssetID) WHERE keyAssetID IS NOT NULL;
CREATE INDEX access_selection_by_asset ON access_selection(assetID);
CREATE TRIGGER added_asset_inserted AFTER INSERT ON asset WHEN NEW.listed = 1 AND TRUE BEGIN
    INSERT INTO added_census (day, count) VALUES ((CAST(NEW.addedDate / 86400 AS INTEGER) - (NEW.addedDate < 0)), 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER added_asset_deleted AFTER DELETE ON asset WHEN OLD.listed = 1 AND TRUE BEGIN
    UPDATE added_census SET count = count - 1 WHERE day = (CAST(OLD.addedDate / 86400 AS INTEGER) - (OLD.addedDate < 0));
    DELETE FROM added_census WHERE day = (CAST(OLD.addedDate / 86400 AS INTEGER) - (OLD.addedDate < 0)) AND (count = 0 OR NOT (TRUE));
END;
CREATE TRIGGER added_asset_updated
AFTER UPDATE OF addedDate, trashedDate, hidden, sourceType, burstIdentifier, burstSelectionTypes, representsBurst ON asset
WHEN (OLD.listed <> NEW.listed OR (CAST(OLD.addedDate / 86400 AS INTEGER) - (OLD.addedDate < 0)) <> (CAST(NEW.addedDate / 86400 AS INTEGER) - (NEW.addedDate < 0))) AND (TRUE OR TRUE) BEGIN
    INSERT INTO added_census (day, count) VALUES ((CAST(NEW.addedDate / 86400 AS INTEGER) - (NEW.addedDate < 0)), NEW.listed) ON CONFLICT DO UPDATE SET count = count + NEW.listed;
    UPDATE added_census SET count = count - OLD.listed WHERE day = (CAST(OLD.addedDate / 86400 AS INTEGER) - (OLD.addedDate < 0));
    DELETE FROM added_census WHERE day = (CAST(OLD.addedDate / 86400 AS INTEGER) - (OLD.addedDate < 0)) AND (count = 0 OR NOT (TRUE));
    DELETE FROM added_census WHERE day = (CAST(NEW.addedDate / 86400 AS INTEGER) - (NEW.addedDate < 0)) AND (count = 0 OR NOT (TRUE));
END;
CREATE TRIGGER variation_asset_inserted AFTER INSERT ON asset WHEN NEW.listed = 1 AND NEW.playbackVariation <> 0 BEGIN
    INSERT INTO variation_census (variation, count) VALUES (NEW.playbackVariation, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER variation_asset_deleted AFTER DELETE ON asset WHEN OLD.listed = 1 AND OLD.playbackVariation <> 0 BEGIN
    UPDATE variation_census SET count = count - 1 WHERE variation = OLD.playbackVariation;
    DELETE FROM variation_census WHERE variation = OLD.playbackVariation AND (count = 0 OR NOT (OLD.playbackVariation <> 0));
END;
CREATE TRIGGER variation_asset_updated
AFTER UPDATE OF playbackVariation, trashedDate, hidden, sourceType, burstIdentifier, burstSelectionTypes, representsBurst ON asset
WHEN (OLD.listed <> NEW.listed OR OLD.playbackVariation <> NEW.playbackVariation) AND (OLD.playbackVariation <> 0 OR NEW.playbackVariation <> 0) BEGIN
    INSERT INTO variation_census (variation, count) VALUES (NEW.playbackVariation, NEW.listed) ON CONFLICT DO UPDATE SET count = count + NEW.listed;
    UPDATE variation_census SET count = count - OLD.listed WHERE variation = OLD.playbackVariation;
    DELETE FROM variation_census WHERE variation = OLD.playbackVariation AND (count = 0 OR NOT (OLD.playbackVariation <> 0));
    DELETE FROM variation_census WHERE variation = NEW.playbackVariation AND (count = 0 OR NOT (NEW.playbackVariation <> 0));
END;
CREATE INDEX upload_job_by_application ON upload_job(application, state);
CREATE INDEX cloud_file_by_attempt ON cloud_file(nextAttempt) WHERE nextAttempt IS NOT NULL;
CREATE INDEX picture_to_make_by_date ON picture_to_make(tried, date);
