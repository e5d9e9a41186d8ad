/// The eighth schema: what is known of the copies of files in a store elsewhere. A row is named by the file's place in the library, which is the object's key.
/// It outlives the file: one that was purged leaves a row whose object has to go as well.
enum SchemaV8 {
    static let cloud = """
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
        CREATE INDEX cloud_file_by_attempt ON cloud_file(nextAttempt) WHERE nextAttempt IS NOT NULL;
        """
}
