import Foundation
import PhotoModel

extension PhotoLibrary {
    /// Where the history stands in this snapshot.
    package func historyToken(_ reader: LibraryReader) throws -> HistoryToken {
        let position = try reader.historyPosition
        return HistoryToken(library: uuid, position: position, date: try reader.catalog.changeDate(at: position) ?? 0)
    }

    /// - Throws: a `LibraryError` `.expired` where the changes since the token can't be told any more.
    package func checkHistory(since token: HistoryToken, _ reader: LibraryReader) throws {
        guard token.library == uuid else { throw expired("the token is of another library") }
        guard token.position <= (try reader.position) else { throw expired("the library was set back to an earlier state") }
        guard token.position >= (try reader.oldestPosition) else { throw expired("changes are kept for \(HistoryRetention.days) days") }
        if let date = try reader.catalog.changeDate(at: token.position), date != token.date {
            throw expired("the library was set back to an earlier state")
        }
    }

    private func expired(_ reason: String) -> LibraryError {
        LibraryError(.expired, "The history of \(url.path) can't be told from this token on: \(reason). Fetch everything anew, and keep the current token.")
    }
}

extension ChangeItem {
    /// The identifier as the API spells it.
    package var localIdentifier: String {
        switch entity {
        case .asset: LocalIdentifier.asset(uuid)
        case .collection: LocalIdentifier.album(uuid)
        case .list: LocalIdentifier.folder(uuid)
        // An application, which is no object of the library.
        case .access: uuid.uuidString
        }
    }
}
