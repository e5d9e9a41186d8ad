import Foundation
import Originals

/// What is listed of files that were put.
extension IncomingStore {
    /// All of a folder, by their names.
    package func entries(in folder: PutFolder) -> [PutEntry] {
        let (now, limits) = (now, limits)
        return state.withLock { state in state.batches.values.filter { $0.putFolder == folder && !$0.isGivenUp }.flatMap { $0.entries(now, limits) } }.sorted { $0.name < $1.name }
    }

    /// The one that a name means, whatever its form in Unicode.
    package func entry(named name: String, in folder: PutFolder) -> PutEntry? {
        let (now, limits, key) = (now, limits, PutFolder.key(name))
        return state.withLock { state in
            // Of several batches the one that is open may have what took the place of another one's.
            let found = state.batches.values.filter { $0.putFolder == folder && !$0.isGivenUp }.compactMap { batch in batch.listed[key].flatMap { batch.entry($0, now, limits) } }
            return found.first { $0.state == .waiting } ?? found.first
        }
    }

    /// Folders that list something, and those into which something is being put.
    package func putFolders() -> Set<PutFolder> {
        let (now, limits) = (now, limits)
        return state.withLock { state in
            let active = Set(state.putKeys.keys.map(\.batch))
            return Set(state.batches.values.filter { active.contains($0.id) || $0.hasEntries(now, limits) }.compactMap(\.putFolder))
        }
    }

    /// Is another number when something was decided of files that were put: whoever looks at the library first, and then here, may find a file in neither.
    package var putDecisions: Int { state.withLock { $0.putDecisions } }

    /// What can't come in, folder by folder.
    package func refusedPuts() -> [PutEntry] {
        let (now, limits) = (now, limits)
        return state.withLock { state in
            state.batches.values.filter { $0.put != nil && !$0.refused.isEmpty }.flatMap { $0.refusedEntries(now, limits) }
        }.sorted { ($0.folder.path, $0.name) < ($1.folder.path, $1.name) }
    }

    /// The bytes of a file that is not in the library.
    /// - Throws: an `OriginalsError` where it is by now.
    package func open(_ entry: PutEntry) throws -> OpenFile {
        guard let folder = state.withLock({ $0.batches[entry.batch]?.folder }) else { throw IncomingError.missingBatch }
        return try folder.read(entry.number)
    }
}
