import Foundation

extension IncomingStore {
    /// What is told of a batch.
    package struct Summary: Sendable {
        package let id: UUID
        package let album: UUID?
        /// The link that it comes by; `nil` for the owner's own.
        package let link: UUID?
        package let isClosed: Bool
        /// Seconds since 1970.
        package let expires: Double
        /// Counts changes of the batch and its files.
        package let revision: Int
        /// Files, those of which something was decided, and those of these that could not come in.
        package let files: Int, done: Int, failed: Int
        /// Bytes of files that may still come in, and how many of these are here.
        package let bytes: Int64, received: Int64
        /// Whether somebody sends one of its files at this moment.
        package let isActive: Bool
        package let trouble: String?
    }

    /// What is told of a file.
    package struct FileStatus: Sendable {
        package let number: Int
        package let announced: AnnouncedFile
        package let offset: Int64
        package let isWhole: Bool
        /// `nil` until something was decided.
        package let outcome: IncomingOutcome?
    }

    /// All batches, the one that something happened to last first. What was put into folders is no page's to complete or give up.
    package func batches() -> [Summary] {
        sweep()
        return state.withLock { state in
            state.batches.values.filter { !$0.isGivenUp && $0.put == nil }.sorted { ($0.lastActivity, $0.id.uuidString) > ($1.lastActivity, $1.id.uuidString) }.map {
                summary($0, state)
            }
        }
    }

    /// One batch, and those of its files that changed since a revision of it.
    package func status(of id: UUID, since revision: Int = 0) throws -> (Summary, [FileStatus]) {
        let result = try state.withLock { state throws(IncomingError) in
            guard let batch = state.batches[id] else { throw .missingBatch }
            let receiving = state.receptions.filter { $0.key.batch == id }
            let files = batch.files.enumerated().compactMap { index, file -> FileStatus? in
                let reception = receiving[FileKey(batch: id, number: index + 1)]
                guard file.changed > revision || reception != nil else { return nil }
                return FileStatus(
                    number: index + 1, announced: file.announced, offset: reception?.offset ?? file.offset,
                    isWhole: file.state != .waiting && file.outcome?.kind != .withdrawn, outcome: file.outcome)
            }
            return (summary(batch, state), files)
        }
        // What could not come in for the moment is tried again while somebody looks.
        importReady()
        return result
    }

    private func summary(_ batch: IncomingBatch, _ state: State) -> Summary {
        let open = batch.files.filter { $0.outcome == nil }
        let receiving = state.receptions.filter { $0.key.batch == batch.id }
        let received =
            open.reduce(Int64(0)) { $0 + $1.offset }
            + receiving.reduce(Int64(0)) { sum, one in
                // What is not announced yet has no number.
                sum + (batch[one.key.number].map { one.value.offset - $0.offset } ?? 0)
            }
        return Summary(
            id: batch.id, album: batch.album, link: batch.link, isClosed: batch.isClosed, expires: batch.lastActivity + limits.life(of: batch), revision: batch.revision,
            files: batch.files.count, done: batch.files.count - open.count, failed: batch.files.count { $0.outcome?.kind == .failed },
            bytes: open.reduce(0) { $0 + $1.announced.size }, received: received,
            isActive: !receiving.isEmpty, trouble: batch.trouble)
    }
}
