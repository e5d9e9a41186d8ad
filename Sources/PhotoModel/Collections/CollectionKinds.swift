/// Albums by where they came from, smart albums by what is in them: `PHAssetCollectionSubtype`.
package struct AlbumSubtype: Kind, Comparable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let albumRegular = AlbumSubtype(rawValue: 2)
    package static let albumSyncedEvent = AlbumSubtype(rawValue: 3)
    package static let albumSyncedFaces = AlbumSubtype(rawValue: 4)
    package static let albumSyncedAlbum = AlbumSubtype(rawValue: 5)
    package static let albumImported = AlbumSubtype(rawValue: 6)
    package static let albumMyPhotoStream = AlbumSubtype(rawValue: 100)
    package static let albumCloudShared = AlbumSubtype(rawValue: 101)

    /// The smart albums' names stand in their own table.
    package static let table: KeyValuePairs = [
        albumRegular: "albumRegular", albumSyncedEvent: "albumSyncedEvent", albumSyncedFaces: "albumSyncedFaces", albumSyncedAlbum: "albumSyncedAlbum",
        albumImported: "albumImported", albumMyPhotoStream: "albumMyPhotoStream", albumCloudShared: "albumCloudShared",
    ]

    package var name: String { Self.table.first { $0.key == self }?.value ?? SmartAlbum.with(self)?.name ?? String(rawValue) }

    /// Whether membership is computed. Stored albums never are.
    package var isSmart: Bool { rawValue >= 200 }

    package static func < (a: AlbumSubtype, b: AlbumSubtype) -> Bool { a.rawValue < b.rawValue }
}

/// Folders by what is in them: `PHCollectionListSubtype`.
package struct FolderSubtype: Kind {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let momentListCluster = FolderSubtype(rawValue: 1)
    package static let momentListYear = FolderSubtype(rawValue: 2)
    package static let regularFolder = FolderSubtype(rawValue: 100)
    package static let rootFolder = FolderSubtype(rawValue: 101)
    package static let smartFolderEvents = FolderSubtype(rawValue: 200)
    package static let smartFolderFaces = FolderSubtype(rawValue: 201)

    package static let table: KeyValuePairs = [
        momentListCluster: "momentListCluster", momentListYear: "momentListYear", regularFolder: "regularFolder", rootFolder: "rootFolder",
        smartFolderEvents: "smartFolderEvents", smartFolderFaces: "smartFolderFaces",
    ]

    /// Whether another computer keeps it.
    package var isSynced: Bool { self == .smartFolderEvents || self == .smartFolderFaces }
}

/// What a stored collection is: an album or a folder, each of its own subtypes.
package enum CollectionType: Sendable, Hashable {
    case album(AlbumSubtype)
    case folder(FolderSubtype)

    package var isFolder: Bool { if case .folder = self { true } else { false } }

    /// The name of the subtype's Swift case.
    package var name: String {
        switch self {
        case .album(let subtype): subtype.name
        case .folder(let subtype): subtype.name
        }
    }
}
