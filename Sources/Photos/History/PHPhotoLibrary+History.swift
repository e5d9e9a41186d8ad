import Foundation
import LibraryEngine

extension PHPhotoLibrary {
    /// Where the library's history stands. Without access to the library it is a token that every library takes for expired.
    ///
    /// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrary/currentchangetoken>.
    public var currentChangeToken: PHPersistentChangeToken {
        let token = try? session.read { try session.library().historyToken($0) }.get()
        return PHPersistentChangeToken(token ?? HistoryToken(library: Self.noLibrary, position: .start, date: 0))
    }

    /// What happened to assets, albums and folders since a token, oldest first. What happens after this call is not in it.
    ///
    /// Changes are kept for 90 days. A token may come from this process or, archived, from another.
    /// - Throws: a `PHPhotosError`: `.persistentChangeTokenExpired` for a token that is older or of another library.
    public func fetchPersistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
        do {
            let library = try session.library()
            // An expired token is an answer, and no fault of the fetch that would be logged.
            let end = try session.read { reader in
                Result {
                    try library.checkHistory(since: token.token, reader)
                    return try reader.historyPosition
                }
            }.get()
            return PHPersistentChangeFetchResult(session: session, start: token.token, end: try end.get())
        } catch {
            throw PHPhotosError(error)
        }
    }

    private static let noLibrary = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
