/// What may be done to which kind of collection. The table in `Docs/CanPerform.md` says the same, and a test compares them.
package enum CollectionRights: String, Sendable, CaseIterable {
    case regularAlbum, importedAlbum, syncedEvent, syncedFaces, syncedAlbum, photoStream, cloudSharedAlbum
    case smartAlbum, moment, transientAlbum
    case folder, rootFolder, smartFolderEvents, smartFolderFaces, momentCluster, momentYear, transientFolder

    /// With the raw values of `PHCollectionEditOperation`.
    package enum Operation: Int, Sendable, CaseIterable {
        case deleteContent = 1, removeContent, addContent, createContent, rearrangeContent, delete, rename
    }

    /// - Parameter subtype: raw value of `PHAssetCollectionSubtype`; a stored album of any other is somebody else's.
    package init(album subtype: Int) {
        self = switch subtype {
        case 2: .regularAlbum
        case 3: .syncedEvent
        case 4: .syncedFaces
        case 6: .importedAlbum
        case 100: .photoStream
        case 101: .cloudSharedAlbum
        case 200...: .smartAlbum
        default: .syncedAlbum
        }
    }

    /// - Parameter subtype: raw value of `PHCollectionListSubtype`.
    package init(folder subtype: Int) {
        self = switch subtype {
        case 1: .momentCluster
        case 2: .momentYear
        case 101: .rootFolder
        case 200: .smartFolderEvents
        case 201: .smartFolderFaces
        default: .folder
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
