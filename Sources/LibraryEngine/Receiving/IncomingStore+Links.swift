import Foundation
import PhotoModel

/// What people send by a link: into its album, within its quota, and as long as it stands.
///
/// A batch names its link in its journal and counts for it as long as it is there; what came in it is added to the link's row before the batch goes. So the count holds
/// through restarts, and a process that dies at any moment counts nothing too little.
extension IncomingStore {
    /// Begins a batch of files that come by a link, into its album.
    /// - Throws: an `IncomingError`, `.gone` where the link takes nothing any more, `.full` where nothing more fits, or too many batches are begun.
    package func begin(by link: UUID) throws -> UUID {
        sweep()
        let album = try open(link).album
        let count = state.withLock { state in state.batches.values.count { $0.link == link } }
        guard count < limits.linkBatches else { throw IncomingError(.quota, "Too many people send by this link at once. Go on in a while.") }
        return try make(album: album, link: link)
    }

    /// - Parameters:
    ///   - link: of whoever asks; `nil` is the library's owner.
    ///   - isReading: whether it is only looked at, or given up: the owner may do that with what comes by links as well.
    /// - Throws: an `IncomingError`, `.missing` for a batch that is somebody else's: that there is one is nobody's business.
    package func require(_ id: UUID, by link: UUID?, isReading: Bool = false) throws(IncomingError) {
        guard let batch = state.withLock({ $0.batches[id] }), batch.put == nil, batch.link == link || (isReading && link == nil) else { throw .missingBatch }
    }

    /// What came by a link, and is to come of what was announced.
    package func sent(by link: UUID) throws -> ShareRecord.Sent {
        // What was announced and never sent is given up in time, also where nobody begins anything because all seems taken.
        sweep()
        try learnSent(by: link)
        return state.withLock { $0.total(by: link) }
    }

    /// Ends what comes by links that take nothing any more: what is whole comes into the library, all else is given up.
    package func endClosedLinks() {
        let open = state.withLock { state in
            state.batches.values.filter { batch in !batch.isGivenUp && (!batch.isClosed || batch.files.contains { $0.state == .waiting }) }.compactMap { batch in
                batch.link.map { (id: batch.id, link: $0) }
            }
        }
        guard !open.isEmpty else { return }
        let now = library.environment.now().timeIntervalSinceReferenceDate
        do {
            let links = Set(open.map { $0.link }), standing = try library.read { reader in try links.filter { try reader.openUploads(ofShare: $0, now) != nil } }
            for batch in open where !standing.contains(batch.link) { try endLink(batch.id) }
        } catch {
            library.environment.log(.warning, "\(error)")
        }
        importReady()
    }

    private func endLink(_ id: UUID) throws {
        guard let batch = state.withLock({ $0.batches[id] }) else { return }
        if batch.files.isEmpty { return try cancel(id) }
        try giveUpRest(of: id, IncomingOutcome(.withdrawn, code: "link", message: "The link took nothing any more before all of it was here."))
        guard !batch.isClosed else { return }
        try batch.folder.append([IncomingLine.closed.text])
        touch(id) { $0.isClosed = true }
    }

    /// What a link may take in all.
    func quota(of link: UUID) throws -> ShareRecord.Quota {
        let quota = try open(link).quota
        try learnSent(by: link)
        return quota
    }

    private func open(_ link: UUID) throws -> (album: UUID, quota: ShareRecord.Quota) {
        let now = library.environment.now().timeIntervalSinceReferenceDate
        guard let found = try library.read({ try $0.openUploads(ofShare: link, now) }) else { throw IncomingError.linkOver }
        return found
    }

    /// Reads once what came by a link in batches that were gone before this process: from then on what is in memory is right, as nobody else counts.
    func learnSent(by link: UUID) throws {
        guard state.withLock({ $0.sent[link] }) == nil else { return }
        let sent = try library.read { try $0.sent(byShare: link) } ?? ShareRecord.Sent()
        state.withLock { if $0.sent[link] == nil { $0.sent[link] = sent } }
    }

    /// Writes down what came in a batch that goes.
    func count(_ batch: IncomingBatch) throws {
        let came = batch.came
        guard let link = batch.link, came.files > 0 else { return }
        try library.performChanges(author: Self.author) { try $0.count(came, byShare: link) }
    }
}

extension IncomingStore.State {
    fileprivate func total(by link: UUID) -> ShareRecord.Sent {
        batches.values.reduce(sent[link] ?? ShareRecord.Sent()) { $1.link == link ? $0 + $1.sent : $0 }
    }

    /// - Parameter most: files of the link's batches at a time: what failed or was given up takes nothing of its quota, but memory as long as its batch is there.
    /// - Throws: `.full` where files do not fit into what a link may still take.
    func require(_ files: some Sequence<AnnouncedFile>, by link: UUID, within quota: ShareRecord.Quota, entries most: Int) throws(IncomingError) {
        let sent = total(by: link), more = files.reduce(into: ShareRecord.Sent()) { $0 = $0 + ShareRecord.Sent(bytes: $1.size, files: 1) }, all = sent + more
        guard all.bytes <= quota.bytes, all.files <= quota.files else {
            let (bytes, files) = (max(0, quota.bytes - sent.bytes), max(0, quota.files - sent.files))
            throw IncomingError(.full, "\(more.bytes) bytes in \(more.files) files are to come, and this link takes \(bytes) bytes in \(files) files more. Choose less.")
        }
        let entries = batches.values.reduce(0) { $1.link == link ? $0 + $1.files.count : $0 }
        guard entries + more.files <= most else {
            throw IncomingError(.full, "\(entries) files were announced by this link, failed or given up ones among them, and \(most) may be at a time. Go on tomorrow.")
        }
    }
}
