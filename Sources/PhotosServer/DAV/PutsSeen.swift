import LibraryEngine
import Synchronization

/// What was found of files that were put, while one question is looked up: however often that is, and whatever is decided of them meanwhile.
///
/// A photo that comes in is in the library first, and then among what waits no more. Looked for the other way round, in a snapshot that is older, it is in neither; looked up
/// once more, in a snapshot that is newer than what is known here, it is in one of them.
final class PutsSeen: Sendable {
    private struct Name: Hashable {
        let name: String
        let folder: PutFolder
    }

    private struct State {
        var entries: [Name: PutEntry?] = [:]
        var folders: [PutFolder: [PutKey]] = [:]
        var isNew = false
    }

    private let state = Mutex(State())

    /// Forgets everything, for the next question.
    func reset() { state.withLock { $0 = State() } }

    /// Whether something was looked up since this was asked last.
    func takeNew() -> Bool {
        state.withLock { state in
            defer { state.isNew = false }
            return state.isNew
        }
    }

    func entry(named name: String, in folder: PutFolder, _ look: () throws -> PutEntry?) rethrows -> PutEntry? {
        let key = Name(name: name, folder: folder)
        if let known = state.withLock({ $0.entries[key] }) { return known }
        let found = try look()
        state.withLock { state in
            state.entries.updateValue(found, forKey: key)
            state.isNew = true
        }
        return found
    }

    func keys(in folder: PutFolder, _ look: () throws -> [PutKey]) rethrows -> [PutKey] {
        if let known = state.withLock({ $0.folders[folder] }) { return known }
        let found = try look()
        state.withLock { state in
            state.folders[folder] = found
            state.isNew = true
        }
        return found
    }
}
