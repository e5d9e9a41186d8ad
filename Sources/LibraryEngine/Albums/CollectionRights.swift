import PhotoModel

/// What may be done to which kind of collection. The table in `Docs/CanPerform.md` says the same, and a test compares them.
package enum CollectionRights: String, Sendable, CaseIterable {
    case regularAlbum, importedAlbum, syncedEvent, syncedFaces, syncedAlbum, photoStream, cloudSharedAlbum
    case smartAlbum, moment, transientAlbum
    case folder, rootFolder, smartFolderEvents, smartFolderFaces, momentCluster, momentYear, transientFolder

    /// With the raw values of `PHCollectionEditOperation`.
    package enum Operation: Int, Sendable, CaseIterable {
        case deleteContent = 1, removeContent, addContent, createContent, rearrangeContent, delete, rename
    }

    package init(_ type: CollectionType) {
        self =
            switch type {
            case .album(.albumRegular): .regularAlbum
            case .album(.albumSyncedEvent): .syncedEvent
            case .album(.albumSyncedFaces): .syncedFaces
            case .album(.albumImported): .importedAlbum
            case .album(.albumMyPhotoStream): .photoStream
            case .album(.albumCloudShared): .cloudSharedAlbum
            // A stored album of any other subtype is somebody else's.
            case .album(let subtype): subtype.isSmart ? .smartAlbum : .syncedAlbum
            case .folder(.momentListCluster): .momentCluster
            case .folder(.momentListYear): .momentYear
            case .folder(.rootFolder): .rootFolder
            case .folder(.smartFolderEvents): .smartFolderEvents
            case .folder(.smartFolderFaces): .smartFolderFaces
            case .folder: .folder
            }
    }

    package func allows(_ operation: Operation) -> Bool { allowed.contains(operation) }

    private var allowed: Set<Operation> {
        switch self {
        case .regularAlbum, .folder: Set(Operation.allCases)
        // What a camera brought is a record of that: it may shrink and go, but takes nothing else in.
        case .importedAlbum: [.deleteContent, .removeContent, .delete]
        // Taken out of the top level, an album would be nowhere.
        case .rootFolder: [.deleteContent, .addContent, .createContent, .rearrangeContent]
        // Who belongs to them is worked out; only the assets themselves can go.
        case .smartAlbum, .moment: [.deleteContent]
        // Kept by another computer or service, or by nobody.
        case .syncedEvent, .syncedFaces, .syncedAlbum, .photoStream, .cloudSharedAlbum, .smartFolderEvents, .smartFolderFaces: []
        case .momentCluster, .momentYear, .transientAlbum, .transientFolder: []
        }
    }
}
