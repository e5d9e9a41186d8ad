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

extension CatalogReader {
    /// The key that keeps the library's `library.json` in the catalogue.
    package static let manifestKey = "manifest"

    /// The key that says when and from what the catalogue was recovered.
    package static let recoveredKey = "recovered"

    package func moment() throws -> CatalogMoment {
        let position = try position, info = try libraryInfo()
        return CatalogMoment(
            position: position, date: try changeDate(at: position), created: try value(forKey: "created"), manifest: try value(forKey: Self.manifestKey),
            assetCount: info.assetCount, schemaVersion: info.schemaVersion)
    }
}
