extension CatalogReader {
    /// Assets that have been in Recently Deleted since a date or longer, through the index of what is there.
    /// - Parameter date: seconds since 2001-01-01T00:00:00Z.
    package func assetIDs(trashedBefore date: Double) throws -> [Int64] {
        try db.all("SELECT id FROM asset WHERE trashed = 1 AND trashedDate <= ? ORDER BY id", [.double(date)]) { $0.int64(0) }
    }
}
