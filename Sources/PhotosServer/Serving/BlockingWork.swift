import LibraryEngine

/// Threads for work that waits for the disk: catalogue, files, renderings. It would hold up others on Swift's cooperative pool or an event loop.
///
/// Each kind of work has threads of its own, so that none waits for another: neither a short answer for a long search, nor a file for a disk that
/// does not answer. Within a kind those who ask take turns, so that one who asks for hundreds of things keeps nobody from one. The catalogue lends eight connections for reading; short answers and searches together need fewer.
package final class BlockingWork: Sendable {
    package enum Kind: Sendable {
        /// What is answered within milliseconds.
        case answer
        /// A search that may take seconds. A session that asks for many has two at a time and takes turns with the others.
        case search(Session)
        /// Opening a file and reading from it.
        case file(FileLocation)
        /// The same for an archive of many: whoever downloads thousands keeps nobody from one.
        case archive(FileLocation)
        /// Opening the store that originals are in, which waits for the network where its key has to be fetched.
        case store
        /// Making a picture's bytes.
        case picture
        /// Encoding a part of a video, which takes all cores. A session has two at a time and takes turns with the others.
        case film(Session)
        /// Comparing all photos with each other, which may take minutes. A session has one at a time.
        case comparison
        /// Keeping the next bytes of a file that is sent here.
        case upload
        /// A change of the library, which may wait for an import.
        case change
    }

    /// Where a file lies: one disk that is dead must not hold up what lies elsewhere.
    package enum FileLocation: Hashable, Sendable {
        case library
        /// Row id of a folder of the user's that originals are referenced in.
        case root(Int64)
    }

    /// Those who ask take turns; `nil` is the server itself.
    private let answers = WorkPool<Session?>(threads: 4, threadsPerQueue: 4)
    package let searches = WorkPool<Session>(threads: 3, threadsPerQueue: 2)
    package let files = WorkPool<FileLocation>(threads: 64, threadsPerQueue: 4, patience: .seconds(10))
    package let archives = WorkPool<FileLocation>(threads: 32, threadsPerQueue: 4, patience: .seconds(10))
    private let stores = WorkPool<Session?>(threads: 2, threadsPerQueue: 2)
    private let pictures = WorkPool<Session?>(threads: 2, threadsPerQueue: 2)
    package let films = WorkPool<Session>(threads: 3, threadsPerQueue: 2)
    private let comparisons = WorkPool<Session?>(threads: 2, threadsPerQueue: 1)
    private let uploads = WorkPool<Session?>(threads: 4, threadsPerQueue: 4)
    private let changes = WorkPool<Session?>(threads: 2, threadsPerQueue: 2)

    package init() {}

    /// The result of `body`, run on a thread for its kind, for whoever asked. Work that has not begun when the task is cancelled never does.
    package func run<T: Sendable>(_ kind: Kind, for asker: Session? = nil, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        switch kind {
        case .answer: return try await answers.run(in: asker?.client, body)
        case .search(let asker): return try await searches.run(in: asker.client, body)
        case .store: return try await stores.run(in: asker?.client, body)
        case .picture: return try await pictures.run(in: asker?.client, body)
        case .film(let asker): return try await films.run(in: asker.client, body)
        case .comparison: return try await comparisons.run(in: asker?.client, body)
        case .upload: return try await uploads.run(in: asker?.client, body)
        case .change: return try await changes.run(in: asker?.client, body)
        case .file(let location): return try await read(files, location, body)
        case .archive(let location): return try await read(archives, location, body)
        }
    }

    /// Returns as soon as the counts of short answers, stores, pictures, comparisons, uploads or changes are as wanted, for tests.
    package func wait(_ kind: Kind, until isWanted: @escaping @Sendable (WorkCounts) -> Bool) async {
        switch kind {
        case .answer: await answers.wait(until: isWanted)
        case .store: await stores.wait(until: isWanted)
        case .picture: await pictures.wait(until: isWanted)
        case .change: await changes.wait(until: isWanted)
        case .comparison: await comparisons.wait(until: isWanted)
        case .upload: await uploads.wait(until: isWanted)
        case .search, .file, .archive, .film: preconditionFailure("Their pools are there to be asked.")
        }
    }

    private func read<T: Sendable>(_ pool: WorkPool<FileLocation>, _ location: FileLocation, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        do {
            return try await pool.run(in: location, body)
        } catch is WorkPoolStuck {
            throw LibraryError(.offline, "The disk that the file is on does not answer. Check whether it is connected and its server is there, then try again.")
        }
    }
}

/// The same for one who asks.
struct SessionWork: Sendable {
    let work: BlockingWork
    let session: Session

    func run<T: Sendable>(_ kind: BlockingWork.Kind, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await work.run(kind, for: session, body)
    }
}
