/// The tenth schema: what the machines that share a store agree on of each object, as this one knows it. A state without bytes is of an object that is gone for good.
enum SchemaV10 {
    static let sync = """
        CREATE TABLE sync_state (
            kind INTEGER NOT NULL,
            uuid BLOB NOT NULL CHECK (length(uuid) = 16),
            state BLOB,
            PRIMARY KEY (kind, uuid)
        ) WITHOUT ROWID;
        """
}
