/// The seventh schema: links for people without an account. A token is kept as its hash only. What is shared is an album, or assets named by their UUIDs, one
/// after the other: those that are purged are passed over.
enum SchemaV7 {
    static let shares = """
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
            expires REAL,
            CHECK ((album IS NULL) <> (assets IS NULL))
        );
        """
}
