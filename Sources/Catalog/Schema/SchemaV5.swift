/// The fifth schema: files that applications have sent somewhere. A job names its asset and file by their rows and doesn't keep them: where they are purged, it
/// fails.
enum SchemaV5 {
    static let uploads = """
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
        CREATE INDEX upload_job_by_application ON upload_job(application, state);
        """
}
