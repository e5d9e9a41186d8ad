import PhotoModel

/// What of the library is to be asked for anew, by what happened to it. A pure fold over the change log.
struct NotifiedChanges: Equatable {
    /// Changed in any way, and there before.
    var updatedAssets: Set<UUID> = []
    /// Whether assets came or went, or were hidden or are shown again.
    var hasOtherAssets = false
    var insertedAlbums: Set<UUID> = [], updatedAlbums: Set<UUID> = [], deletedAlbums: Set<UUID> = []
    /// Those that others shared, which are groups only to a program that wants them. Not among the other deleted ones.
    var deletedSharedAlbums: Set<UUID> = []

    /// - Parameter albums: those of assets that went to Recently Deleted or came back, or were hidden or are shown again.
    init(_ items: [ChangeItem], albums: Set<UUID>) {
        updatedAlbums = albums
        var insertedAssets: Set<UUID> = []
        for item in items {
            switch (item.entity, item.kind) {
            case (.asset, .inserted):
                insertedAssets.insert(item.uuid)
                hasOtherAssets = true
            case (.asset, .deleted):
                updatedAssets.remove(item.uuid)
                hasOtherAssets = true
            case (.asset, .updated) where item.aspects.contains(.trashed): hasOtherAssets = true
            case (.asset, .updated):
                // What is hidden leaves its groups, and is an asset all the same.
                if item.aspects.contains(.visibility) { hasOtherAssets = true }
                if !insertedAssets.contains(item.uuid) { updatedAssets.insert(item.uuid) }
            case (.collection, .inserted): insertedAlbums.insert(item.uuid)
            case (.collection, .updated): updatedAlbums.insert(item.uuid)
            case (.collection, .deleted):
                // A project never was a group.
                guard insertedAlbums.remove(item.uuid) == nil, !item.aspects.contains(.project) else { break }
                if item.aspects.contains(.sharedAlbum) { deletedSharedAlbums.insert(item.uuid) } else { deletedAlbums.insert(item.uuid) }
            case (.list, _), (.access, _): break
            }
        }
        updatedAlbums.subtract(insertedAlbums.union(deletedAlbums))
    }
}
