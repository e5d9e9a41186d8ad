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

    package init(
        schemaVersion: Int, createdDate: Double, assetCount: Int, trashedCount: Int, collectionCount: Int, resourceCount: Int, fileSize: Int64
    ) {
        (self.schemaVersion, self.createdDate, self.fileSize) = (schemaVersion, createdDate, fileSize)
        (self.assetCount, self.trashedCount, self.collectionCount, self.resourceCount) = (assetCount, trashedCount, collectionCount, resourceCount)
    }
}

/// What a catalogue that lies in a file holds, and up to when.
package struct CatalogMoment: Sendable, Equatable {
    /// The newest change that it contains.
    package var position: ChangePosition
    /// When that was made, in seconds since 2001-01-01T00:00:00Z; `nil` where no change is kept.
    package var date: Double?
    /// When the catalogue was made, as it says itself: what tells copies of one catalogue from another's.
    package var created: String?
    /// The library's `library.json`, where the catalogue keeps it.
    package var manifest: String?
    /// Assets that are alive.
    package var assetCount: Int
    package var schemaVersion: Int

    package init(position: ChangePosition, date: Double?, created: String?, manifest: String?, assetCount: Int, schemaVersion: Int) {
        (self.position, self.date, self.created, self.manifest) = (position, date, created, manifest)
        (self.assetCount, self.schemaVersion) = (assetCount, schemaVersion)
    }
}
