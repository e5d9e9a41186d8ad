import Foundation
import PhotoModel

/// An album that an application makes something of, such as a book or a slideshow, with what the application keeps about it.
///
/// Album fetches give projects among the albums. Mirrors <https://developer.apple.com/documentation/photos/phproject>.
open class PHProject: PHAssetCollection, @unchecked Sendable {
    // Guarded by being immutable.
    override init(record: CollectionRecord, session: LibrarySession) { super.init(record: record, session: session) }

    private var row: Int64 {
        if case .album(let record) = content { record.id } else { 0 }
    }

    /// What the application keeps, at most 1 MB; read when asked for. Empty where the project is gone.
    open var projectExtensionData: Data { (try? session.read { try $0.projectExtensionData(collectionID: row) }.get()) ?? Data() }

    /// Whether a preview was set; looked up when asked for.
    open var hasProjectPreview: Bool { (try? session.read { try $0.hasProjectPreview(collectionID: row) }.get()) ?? false }

    /// The preview that was set; `nil` without one. Addition: Apple shows previews in its own application only.
    open var projectPreviewImage: UIImage? {
        let data = try? session.read { try $0.projectPreview(collectionID: row) }.get()
        return data.flatMap { UIImage(data: $0) }
    }
}

extension PHAssetCollection {
    /// A stored album, as the project it may be.
    static func album(_ record: CollectionRecord, _ session: LibrarySession) -> PHAssetCollection {
        record.isProject ? PHProject(record: record, session: session) : PHAssetCollection(record: record, session: session)
    }
}
