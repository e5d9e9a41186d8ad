import PhotoModel

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
