import Foundation
import LibraryEngine
import PhotoModel

/// The changes between a token and the time they were fetched, oldest first; read in pages while they are looped over.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phpersistentchangefetchresult>.
public class PHPersistentChangeFetchResult: NSObject, Sequence {
    public typealias Element = PHPersistentChange

    let session: LibrarySession
    let start: HistoryToken
    let end: ChangePosition

    init(session: LibrarySession, start: HistoryToken, end: ChangePosition) { (self.session, self.start, self.end) = (session, start, end) }

    /// Calls the block with each change, oldest first, on the calling thread. Setting the flag ends it.
    public func enumerateChanges(_ block: @escaping (PHPersistentChange, UnsafeMutablePointer<ObjCBool>) -> Void) {
        var stop: ObjCBool = false
        for change in self {
            block(change, &stop)
            if stop.boolValue { return }
        }
    }

    public func makeIterator() -> Iterator { Iterator(fetchResult: self) }

    /// One way through the changes, in the memory of one page. Used by one thread at a time.
    public final class Iterator: IteratorProtocol {
        public typealias Element = PHPersistentChange

        private let result: PHPersistentChangeFetchResult
        private var page: ArraySlice<HistoryEntry> = []
        private var last: ChangePosition
        private var isDone = false

        /// Begins before the first change.
        public init(fetchResult: PHPersistentChangeFetchResult) { (result, last) = (fetchResult, fetchResult.start.position) }

        /// `nil` at the end, and where the changes that come next were forgotten meanwhile: the token of the last one is expired then.
        public func next() -> PHPersistentChange? {
            if page.isEmpty { readPage() }
            guard let entry = page.popFirst() else { return nil }
            last = entry.position
            return PHPersistentChange(entry, library: result.start.library, session: result.session)
        }

        private func readPage() {
            guard !isDone, last < result.end else { return }
            let read = result.session.read { try $0.history(after: last, through: result.end) }
            // What went wrong is in the log; asking again would skip nothing but tell the same.
            page = ArraySlice((try? read.get()) ?? [])
            isDone = page.isEmpty
        }
    }
}
