import Foundation
import LibraryEngine

extension PHPhotoLibrary {
    func newestToken() -> PHPersistentChangeToken {
        let token = try? session.read { try session.library().historyToken($0) }.get()
        return token.map { PHPersistentChangeToken($0) } ?? PHPersistentChangeToken()
    }

    func history(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
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
}
