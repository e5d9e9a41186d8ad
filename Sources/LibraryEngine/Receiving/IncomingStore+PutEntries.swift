import Foundation
import Originals

/// What is listed of files that were put.
extension IncomingStore {
    /// All of a folder, by their names.
    package func entries(in folder: PutFolder) -> [PutEntry] {
        let (now, limits) = (now, limits)
        return state.withLock { state in state.batches.puts.batches(of: folder).flatMap { state.batches[$0]?.entries(now, limits) ?? [] } }.sorted { $0.name < $1.name }
    }

    /// The same by their keys, for folders of which nobody knows how much they have.
    package func keys(in folder: PutFolder) -> [PutKey] {
        let (now, limits) = (now, limits)
        return state.withLock { state in state.batches.puts.batches(of: folder).flatMap { state.batches[$0]?.putKeys(now, limits) ?? [] } }.sorted { $0.name < $1.name }
    }

    /// Those of a list that are still there, in its order: an album's also where they came in since it was begun.
    package func entries(_ keys: some Sequence<PutKey>) -> [PutEntry] {
        let (now, limits) = (now, limits)
        return state.withLock { state in keys.compactMap { state.batches[$0.batch]?.entry($0.number, now, limits, isBegun: true) } }
    }

    /// The one that a name means, whatever its form in Unicode.
    package func entry(named name: String, in folder: PutFolder) -> PutEntry? {
        let (now, limits, key) = (now, limits, PutFolder.key(name))
        return state.withLock { state in
            // Of several batches the one that is open may have what took the place of another one's.
            let found = state.batches.puts.batches(listing: key, in: folder).compactMap { state.batches[$0]?.entry(listing: key, now, limits) }
            return found.first { $0.state == .waiting } ?? found.first
        }
    }

    /// Those that wait for albums and have a name, in the order of the albums' identifiers.
    package func albumEntries(named name: String) -> [PutEntry] {
        let (now, limits, key) = (now, limits, PutFolder.key(name))
        return state.withLock { state in state.batches.puts.albumBatches(listing: key).compactMap { state.batches[$0]?.entry(listing: key, now, limits) } }
            .sorted { $0.folder.order < $1.folder.order }
    }

    /// Folders that list something, and those into which something is being put.
    package func putFolders() -> Set<PutFolder> {
        let (now, limits) = (now, limits)
        return state.withLock { state in
            state.batches.expirePuts(at: now, after: limits.putListing)
            return Set(state.batches.puts.listing)
        }
    }

    /// Whether a path is one of these folders of what comes in, or one of them is below it.
    package func hasPutFolder(_ path: String) -> Bool { tree { $0.contains(path) } }

    /// Names of folders right in one of what comes in.
    package func putFolders(in path: String) -> [String] { tree { $0.names(in: path) } }

    /// Whether a folder right in one of what comes in has a name, whatever its case.
    package func hasPutFolder(like name: String, in path: String) -> Bool { tree { $0.hasName(like: name, in: path) } }

    private func tree<T: Sendable>(_ body: (FolderTree) -> T) -> T {
        let (now, limits) = (now, limits)
        return state.withLock { state in
            state.batches.expirePuts(at: now, after: limits.putListing)
            return body(state.batches.puts.tree)
        }
    }

    /// Batches that were looked at since the store was opened, by whatever was asked: so a test sees that a question does not look at all of them.
    package var visitedBatches: Int { state.withLock { $0.batches.visited } }

    /// Is another number when something was decided of files that were put: whoever looks at the library first, and then here, may find a file in neither.
    package var putDecisions: Int { state.withLock { $0.putDecisions } }

    /// What can't come in, folder by folder.
    /// - Parameter most: how many are told.
    /// - Returns: these, and how many there are.
    package func refusedPuts(atMost most: Int) -> (told: [PutEntry], count: Int) {
        let (now, limits) = (now, limits)
        return state.withLock { state in
            let batches = state.batches.values.filter { $0.put != nil && !$0.refused.isEmpty && !$0.isGivenUp }
            var told: [PutEntry] = []
            for batch in batches.sorted(by: { ($0.put ?? "", $0.id.uuidString) < ($1.put ?? "", $1.id.uuidString) }) where told.count < most {
                told += batch.refusedEntries(now, limits).prefix(most - told.count)
            }
            return (told: told.sorted { ($0.folder.path, $0.name) < ($1.folder.path, $1.name) }, count: batches.reduce(0) { $0 + $1.refused.count })
        }
    }

    /// The bytes of a file that is not in the library.
    /// - Throws: an `OriginalsError` where it is by now.
    package func open(_ entry: PutEntry) throws -> OpenFile {
        guard let folder = state.withLock({ $0.batches[entry.batch]?.folder }) else { throw IncomingError.missingBatch }
        return try folder.read(entry.number)
    }
}
