import Foundation
import LibraryEngine
import PhotoModel

/// What one transaction did to the library. <https://developer.apple.com/documentation/photos/phpersistentchange>
public class PHPersistentChange: NSObject {
    /// The place in history behind this change.
    public let changeToken: PHPersistentChangeToken
    private let session: LibrarySession
    private let entry: HistoryEntry

    init(_ entry: HistoryEntry, library: UUID, session: LibrarySession) {
        (self.entry, self.session) = (entry, session)
        changeToken = PHPersistentChangeToken(HistoryToken(library: library, position: entry.position, date: entry.date))
    }

    /// Which objects of one type were inserted, updated and deleted; three empty sets where it did not touch any.
    /// - Throws: a `PHPhotosError` `.persistentChangeDetailsUnavailable` where a large change was forgotten since it was fetched.
    public func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails {
        if let items = entry.items { return PHPersistentObjectChangeDetails(objectType, items) }
        let items: [ChangeItem]?
        do { items = try session.read { try $0.historyItems(at: entry.position, objectType.entity) }.get() } catch { throw PHPhotosError(error) }
        guard let items else {
            throw PHPhotosError(
                .persistentChangeDetailsUnavailable, "What this change did is no longer kept. Fetch everything anew, and keep currentChangeToken.")
        }
        return PHPersistentObjectChangeDetails(objectType, items)
    }
}
