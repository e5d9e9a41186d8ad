import HTTPTypes
import LibraryEngine
import Support
import Synchronization

/// Files that the owner asked for lately, still open, so that the next part of one takes neither the catalogue nor its path: a video is played in many.
///
/// What is known is forgotten with every change of the library. It says nothing of who may see the asset: that is asked of the session, at every piece.
final class KnownFiles: Sendable {
    /// One file as an address leads to it.
    final class File: Sendable {
        let row: Int64
        let file: OpenFile
        let size: Int64
        let tag: String
        /// What every answer with it says of it, as it is written.
        let fields: String
        /// Whose threads read what is not in memory.
        let location: BlockingWork.FileLocation

        init(row: Int64, _ file: OpenFile, size: Int64, tag: String, _ headers: HTTPFields, _ location: BlockingWork.FileLocation) {
            (self.row, self.file, self.size, self.tag, self.location) = (row, file, size, tag, location)
            fields = headers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined() + CommonHeaders.text
        }
    }

    private struct State {
        var files = RecentValues<String, File>(budget: KnownFiles.most)
        var changes: UInt64 = 0
    }

    /// Files that stay open at a time.
    private static let most = 64

    private let state = Mutex(State())

    /// How often everything was forgotten: for `note`.
    var changes: UInt64 { state.withLock { $0.changes } }

    /// - Parameter target: path and query.
    func file(at target: String) -> File? {
        state.withLock { $0.files.use(target) }
    }

    /// - Parameter changes: what `changes` was before the file was looked up: what changed meanwhile may have made it another one.
    func note(_ file: File, at target: String, since changes: UInt64) {
        // Closed outside the lock.
        let released = state.withLock { state -> [File] in
            guard state.changes == changes else { return [] }
            return state.files.insert(file, for: target, cost: 1)
        }
        withExtendedLifetime(released) {}
    }

    func forget() {
        // Closed outside the lock.
        let forgotten = state.withLock { state in
            let files = state.files.values
            state.files.removeAll()
            state.changes += 1
            return files
        }
        withExtendedLifetime(forgotten) {}
    }
}
