import Foundation
import PhotoModel

extension CatalogWriter {
    /// Makes a project of an album.
    package func makeProject(collectionID id: Int64, extensionData: Data) throws {
        let album = try collection(id: id)
        guard let album, album.kind == .album else { throw unknown("album of row \(id)") }
        try db.run("INSERT INTO project (collectionID, extensionData) VALUES (?, ?)", [.int(id), .blob(extensionData)])
        try note(album, .metadata)
    }

    package func setProjectExtensionData(_ data: Data, collectionID id: Int64) throws {
        try updateProject(id, "extensionData = ?", data, .metadata)
    }

    /// - Parameter preview: a picture file.
    package func setProjectPreview(_ preview: Data, collectionID id: Int64) throws {
        try updateProject(id, "preview = ?", preview, .content)
    }

    private func updateProject(_ id: Int64, _ assignment: String, _ data: Data, _ aspect: ChangeItem.Aspects) throws {
        guard let album = try collection(id: id), try projectExtensionData(collectionID: id) != nil else { throw unknown("project of row \(id)") }
        try db.run("UPDATE project SET \(assignment) WHERE collectionID = ?", [.blob(data), .int(id)])
        try note(album, aspect)
    }
}
