/// What the catalogue knows about itself.
package struct LibraryInfo: Sendable, Equatable {
    /// Number of the last migration applied.
    package var schemaVersion: Int
    /// Seconds since 2001-01-01T00:00:00Z.
    package var createdDate: Double
    /// Assets that are alive, hidden ones and all frames of bursts included.
    package var assetCount: Int
    package var trashedCount: Int
    package var collectionCount: Int
    package var resourceCount: Int
    /// Bytes of the database file, without what still lies in its write-ahead log.
    package var fileSize: Int64
}
