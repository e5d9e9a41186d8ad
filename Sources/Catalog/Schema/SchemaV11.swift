/// The eleventh schema: the assets whose thumbnail and preview an import left for later, and which are made newest first. A row goes when they are made, or can't be
/// for good. `path` is what the import's user knows the file by. `tried`: they could not be made for a reason that may pass.
enum SchemaV11 {
    static let pictures = """
        CREATE TABLE picture_to_make (
            assetID INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
            date REAL NOT NULL,
            tried INTEGER NOT NULL DEFAULT 0,
            path TEXT
        );
        CREATE INDEX picture_to_make_by_date ON picture_to_make(tried, date);
        """
}
