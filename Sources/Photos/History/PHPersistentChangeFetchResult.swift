import Foundation
import LibraryEngine
import PhotoModel

/// The changes between a token and the time they were fetched, oldest first; read in pages while they are looped over.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phpersistentchangefetchresult>.
open class PHPersistentChangeFetchResult: NSObject, Sequence {
    public typealias Element = PHPersistentChange

    let session: LibrarySession
    let start: HistoryToken
    let end: ChangePosition

    /// No changes: for test doubles.
    public override init() { (session, start, end) = (.none, PHPersistentChangeToken().token, .start) }

    init(session: LibrarySession, start: HistoryToken, end: ChangePosition) { (self.session, self.start, self.end) = (session, start, end) }

    /// Calls the block with each change, oldest first, on the calling thread. Setting the flag ends it.
    open func enumerateChanges(_ block: @escaping (PHPersistentChange, UnsafeMutablePointer<ObjCBool>) -> Void) {
        var stop: ObjCBool = false
        let changes = Iterator(reading: self)
        while !stop.boolValue, let change = changes.next() { block(change, &stop) }
    }

    open func makeIterator() -> Iterator { Iterator(fetchResult: self) }

    /// One way through the changes, in the memory of one page. Used by one thread at a time.
    public final class Iterator: IteratorProtocol {
        public typealias Element = PHPersistentChange

        private let result: PHPersistentChangeFetchResult
        private var page: ArraySlice<HistoryEntry> = []
        private var last: ChangePosition
        private var isDone = false
        private var told: ArraySlice<PHPersistentChange> = []

        /// Begins before the first change.
        public convenience init(fetchResult: PHPersistentChangeFetchResult) {
            self.init(reading: fetchResult)
            guard fetchResult.session.isNone else { return }
            // What a test double tells it tells by the one method that Objective-C has.
            fetchResult.enumerateChanges { change, _ in self.told.append(change) }
        }

        init(reading fetchResult: PHPersistentChangeFetchResult) { (result, last) = (fetchResult, fetchResult.start.position) }

        /// `nil` at the end, and where the changes that come next were forgotten meanwhile: the token of the last one is expired then.
        public func next() -> PHPersistentChange? {
            if let change = told.popFirst() { return change }
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
