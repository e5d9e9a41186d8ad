import Foundation

/// A project is an album with data of the application that makes something of it. Who was given single assets knows of none.
extension CatalogReader {
    /// What its application keeps with a project; `nil` for any other album.
    package func projectExtensionData(collectionID id: Int64) throws -> Data? {
        guard selection == nil else { return nil }
        return try db.first("SELECT extensionData FROM project WHERE collectionID = ?", [.int(id)]) { $0.data(0) }
    }

    /// A picture file that shows the project; `nil` where none was set.
    package func projectPreview(collectionID id: Int64) throws -> Data? {
        guard selection == nil else { return nil }
        return try db.first("SELECT preview FROM project WHERE collectionID = ? AND preview IS NOT NULL", [.int(id)]) { $0.data(0) }
    }

    /// Without reading it.
    package func hasProjectPreview(collectionID id: Int64) throws -> Bool {
        guard selection == nil else { return false }
        return try db.first("SELECT preview IS NOT NULL FROM project WHERE collectionID = ?", [.int(id)]) { $0.bool(0) } ?? false
    }
}
