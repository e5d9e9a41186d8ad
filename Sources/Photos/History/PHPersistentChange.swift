import Foundation
import LibraryEngine
import PhotoModel

/// What one transaction did to the library. <https://developer.apple.com/documentation/photos/phpersistentchange>
open class PHPersistentChange: NSObject {
    private let token: PHPersistentChangeToken
    private let session: LibrarySession
    /// `nil` of a change that no library made.
    private let entry: HistoryEntry?

    /// The place in history behind this change.
    open var changeToken: PHPersistentChangeToken { token }

    /// A change of no library, which did nothing: for test doubles.
    public override init() { (token, session, entry) = (PHPersistentChangeToken(), .none, nil) }

    init(_ entry: HistoryEntry, library: UUID, session: LibrarySession) {
        (self.entry, self.session) = (entry, session)
        token = PHPersistentChangeToken(HistoryToken(library: library, position: entry.position, date: entry.date))
    }

    /// Which objects of one type were inserted, updated and deleted; three empty sets where it did not touch any.
    /// - Throws: a `PHPhotosError` `.persistentChangeDetailsUnavailable` where a large change was forgotten since it was fetched.
    open func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails {
        guard let entry else { return PHPersistentObjectChangeDetails(objectType, []) }
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
