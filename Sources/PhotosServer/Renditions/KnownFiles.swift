import HTTPTypes
import LibraryEngine
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
        var files: [String: (file: File, lastUse: UInt64)] = [:]
        var uses: UInt64 = 0
        var changes: UInt64 = 0
    }

    /// Files that stay open at a time.
    private static let most = 64

    private let state = Mutex(State())

    /// How often everything was forgotten: for `note`.
    var changes: UInt64 { state.withLock { $0.changes } }

    /// - Parameter target: path and query.
    func file(at target: String) -> File? {
        state.withLock { state in
            guard let file = state.files[target]?.file else { return nil }
            state.uses += 1
            state.files[target]?.lastUse = state.uses
            return file
        }
    }

    /// - Parameter changes: what `changes` was before the file was looked up: what changed meanwhile may have made it another one.
    func note(_ file: File, at target: String, since changes: UInt64) {
        state.withLock { state in
            guard state.changes == changes else { return }
            if state.files.count >= Self.most, let oldest = state.files.min(by: { $0.value.lastUse < $1.value.lastUse }) { state.files[oldest.key] = nil }
            state.uses += 1
            state.files[target] = (file, state.uses)
        }
    }

    func forget() {
        // Closed outside the lock.
        let forgotten = state.withLock { state in
            defer { state.files = [:] }
            state.changes += 1
            return state.files
        }
        withExtendedLifetime(forgotten) {}
    }
}
