import Foundation

extension PHPhotoLibrary {
    /// The changes after a token, those that are still to come included, from this process and others. Addition.
    ///
    /// `for try await change in library.persistentChanges(since: token)` goes on until its task is cancelled. Nothing runs while nothing happens.
    public func persistentChanges(since token: PHPersistentChangeToken) -> PersistentChanges { PersistentChanges(library: self, token: token) }
}

/// Persistent changes, oldest first, without an end. Each loop over it begins at the token. Addition.
public struct PersistentChanges: AsyncSequence {
    let library: PHPhotoLibrary
    let token: PHPersistentChangeToken

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(library, token) }

    /// One way through the changes. Used by one task.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let library: PHPhotoLibrary
        private var token: PHPersistentChangeToken
        private var known: PHPersistentChangeFetchResult.Iterator?
        /// Held here and weakly by the library, so that it ends with this iterator.
        private let signal: Signal
        private var commits: AsyncStream<Void>.Iterator

        init(_ library: PHPhotoLibrary, _ token: PHPersistentChangeToken) {
            (self.library, self.token) = (library, token)
            let (stream, source) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            signal = Signal(source)
            commits = stream.makeAsyncIterator()
            // Before the first fetch: what is committed between the two is fetched or announced.
            library.register(signal)
        }

        /// The next change, waited for where there is none yet; `nil` when the task is cancelled.
        /// - Throws: a `PHPhotosError`, such as `.persistentChangeTokenExpired`.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> PHPersistentChange? {
            while true {
                if known == nil { known = try library.fetchPersistentChanges(since: token).makeIterator() }
                if let change = known?.next() {
                    token = change.changeToken
                    return change
                }
                known = nil
                guard await commits.next(isolation: actor) != nil else { return nil }
            }
        }
    }

    private final class Signal: NSObject, PHPhotoLibraryPersistentChangesObserver {
        private let source: AsyncStream<Void>.Continuation

        init(_ source: AsyncStream<Void>.Continuation) { self.source = source }

        func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) { source.yield() }
    }
}
