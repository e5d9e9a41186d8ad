import Catalog
import Foundation
import Originals
import PhotoModel
import Pixels

/// A new asset whose files are staged, hashed and looked into: only its rows and names are missing.
///
/// Until it is inserted in a transaction it takes room in `staging/`; its last owner clears that up.
package final class PreparedAsset: Sendable {
    /// What the record will say; the caller's own wishes are applied in `insert`.
    package let record: AssetRecord
    package let resources: [ResourceRecord]
    let session: StagingSession
    let publishes: [(file: StagedFile, path: String)]
    let preview: EncodedImage?
    let thumbnail: EncodedImage?
    let moved: [MovedSource]

    init(
        record: AssetRecord, resources: [ResourceRecord], session: StagingSession, publishes: [(file: StagedFile, path: String)],
        preview: EncodedImage?, thumbnail: EncodedImage?, moved: [MovedSource]
    ) {
        (self.record, self.resources, self.session, self.publishes) = (record, resources, session, publishes)
        (self.preview, self.thumbnail, self.moved) = (preview, thumbnail, moved)
    }

    /// Inside the transaction: writes the rows and gives the files their names. Call `keep` after the commit, `takeBack` after a failure.
    package func insert(into writer: CatalogWriter, _ change: (inout AssetRecord) throws -> Void) throws -> Int64 {
        var record = record
        try change(&record)
        let id = try writer.insert(record, resources: resources)
        try session.publish(publishes)
        return id
    }

    /// After the commit.
    package func keep(assetID: Int64, context: ImportContext) {
        // The asset is safe; what can be left over is a journal, a derivative that is made again, or a file that should have been moved.
        func attempt(_ step: () throws -> Void) { do { try step() } catch { context.warn("\(error)") } }
        attempt { try session.retire() }
        if let thumbnail {
            attempt { try context.derivatives.storeThumbnail(thumbnail, assetID: assetID, uuid: record.uuid, revision: record.revision) }
        }
        if let preview { attempt { try context.derivatives.storePreview(preview, uuid: record.uuid, revision: record.revision) } }
        for source in moved { attempt { try source.remove() } }
        session.finish()
    }

    /// After a commit of which nobody knows whether it happened. The asset can't be inserted again.
    package func abandon() { session.abandon() }

    /// After a transaction that failed.
    package func takeBack() throws { try session.unpublish() }
}
