import GRDB

/// The catalogue's schema and its history.
enum Schema {
    /// "oPhK", so that `file` and we ourselves know a catalogue from any other SQLite database.
    static let applicationID: Int32 = 0x6F50_684B

    /// Append-only. `user_version` is the number of the last one applied.
    static let migrations: [(name: String, body: @Sendable (Database) throws -> Void)] = [
        (
            "v1",
            { db in
                // In the transaction of the first migration, so that a file is a catalogue entirely or not at all.
                try db.execute(sql: "PRAGMA application_id = \(applicationID)")
                for part in [SchemaV1.assets, SchemaV1.resources, SchemaV1.collections, SchemaV1.changes, SchemaV1.counts] {
                    try db.execute(sql: part)
                }
            }
        ),
        (
            "v2",
            { db in
                for part in [SchemaV2.changes, SchemaV2.assets, SchemaV2.collections, SchemaV2.access, SchemaV2.counts] { try db.execute(sql: part) }
            }
        ),
        ("v3", { db in try db.execute(sql: SchemaV3.resources) }),
        ("v4", { db in try db.execute(sql: SchemaV4.resources) }),
        ("v5", { db in try db.execute(sql: SchemaV5.uploads) }),
        ("v6", { db in try db.execute(sql: SchemaV6.resources) }),
        ("v7", { db in try db.execute(sql: SchemaV7.shares) }),
        ("v8", { db in try db.execute(sql: SchemaV8.cloud) }),
        (
            "v9",
            { db in
                try db.execute(sql: SchemaV9.words)
                try WordIndex.rebuild(db)
            }
        ),
        ("v10", { db in try db.execute(sql: SchemaV10.sync) }),
        ("v11", { db in try db.execute(sql: SchemaV11.pictures) }),
        ("v12", { db in try db.execute(sql: SchemaV12.shares) }),
    ]

    /// Where the triggers of a catalogue of any version stand, word for word: SQLite keeps them as they were written.
    static let textsWithTriggers = [SchemaV1.collections, SchemaV1.counts, SchemaV2.counts]

    static var version: Int { migrations.count }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, migration) in migrations.enumerated() {
            migrator.registerMigration(migration.name) { db in
                try migration.body(db)
                try db.execute(sql: "PRAGMA user_version = \(index + 1)")
            }
        }
        return migrator
    }
}
