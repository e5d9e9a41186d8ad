import Catalog
import Foundation
import Importing
import Originals
import PhotoModel
import Synchronization

/// What may be under way, and for how long.
package struct IncomingLimits: Sendable {
    /// Bytes of files that were begun and are not in the library, at most; `nil` is bounded by the disk alone.
    package var bytes: Int64?
    /// Bytes that stay free on the library's disk.
    package var reserve: Int64 = 256 << 20
    /// Seconds until what nobody goes on sending is given up: a week.
    package var age: TimeInterval = 7 * 86_400
    /// The same of what comes by a link, whose quota it takes from others: a day.
    package var linkAge: TimeInterval = 86_400
    /// Batches that come by one link at a time, at most.
    package var linkBatches = 1_000
    /// Files that were announced by one link and are remembered, whatever became of them: so many at most, or four times those of its quota where that is more.
    package var linkEntries = 1_000
    /// Files of one batch, at most.
    package var files = 100_000
    /// Seconds in which nothing is put into a folder until what is there comes in.
    package var quiet: TimeInterval = 10
    /// Files that were put into a folder, until those of other names are a further batch.
    package var putFiles = 1_000
    /// Seconds for which what came in of a folder is listed there: a day.
    package var putListing: TimeInterval = 86_400
    /// Files that were put and are on their way, wait or can't come in, at most: some 700 bytes of each are in memory.
    package var putWaiting = 250_000
    /// Files that were put and came in, or were withdrawn, and are remembered: so many at most and a few more, those that were decided last.
    package var putRemembered = 100_000

    package init() {}

    func life(of batch: IncomingBatch) -> TimeInterval { batch.link == nil ? age : min(age, linkAge) }

    func entries(within quota: ShareRecord.Quota) -> Int { max(linkEntries, 4 * quota.files) }
}

/// Receives files in batches, keeps what has come through ends of connections and of this process, and imports what is whole.
///
/// A batch is what somebody chose together. Files of it that may be one picture's come into the library when all of them are here and no more will be announced; an
/// import's own rules say what they are. All calls may be made from any thread at once; all may wait for the disk, and none for an import.
package final class IncomingStore: Sendable {
    struct State {
        var batches = IncomingBatches()
        /// Who sends which file.
        var receptions: [FileKey: Reception] = [:]
        /// Bytes of files that were begun and are not in the library; of those that were put also what can't come in, as that stays on the disk.
        var begun: Int64 = 0
        /// By link, what came in batches that are gone, as far as that was asked for.
        var sent: [UUID: ShareRecord.Sent] = [:]
        /// Counts files that were put, those that were given up as well.
        var putCount = 0
        /// Counts how often something was decided of files that were put.
        var putDecisions = 0
        var isImporting = false
        var isStopping = false
        var lastSweep = -Double.infinity
    }

    struct FileKey: Hashable {
        let batch: UUID
        let number: Int
    }

    let library: PhotoLibrary
    let folder: IncomingFolder
    let limits: IncomingLimits
    let state = Mutex(State())
    /// Entered while an import runs.
    let importing = DispatchGroup()
    /// Held while something of what was put is decided and written down, so that a name is one file's, and no folder is completed between. Taken before `state`.
    let putting = Mutex(())

    /// Goes on with what was left here.
    /// - Throws: an `IncomingError` where the library is open for reading only, `.noSpace` where that is for want of room; an `OriginalsError`, `.locked` where
    ///   another process receives files for it.
    package init(_ library: PhotoLibrary, limits: IncomingLimits = IncomingLimits()) throws {
        if let reason = library.readOnlyReason {
            guard !reason.isDiskFull else { throw IncomingError(.noSpace, reason.refusal(library.url)) }
            throw IncomingError(.readOnly, "The library is open for reading only, so nothing can come in. Serve it where it can be written.")
        }
        (self.library, self.limits) = (library, limits)
        folder = try library.originals.openIncoming()
        let now = now
        for id in try folder.batches() {
            guard let batch = try IncomingBatch(reading: id, folder.open(id), now: now) else {
                try folder.remove(id)
                continue
            }
            state.withLock { state in
                state.begun += batch.files.reduce(0) { $0 + ($1.hasBegun ? $1.announced.size : 0) }
                state.batches.insert(batch)
            }
        }
        sweep()
        endClosedLinks()
        importReady()
    }

    /// Waits for an import under way, which ends with the files at hand. What is being sent is kept as far as it came.
    package func stop() {
        let receptions = state.withLock { state in
            state.isStopping = true
            return Array(state.receptions.values)
        }
        for reception in receptions { _ = reception.end() }
        importing.wait()
    }

    /// Returns when no import is under way.
    package func waitForImports() { importing.wait() }

    // MARK: Batches

    /// Begins a batch.
    /// - Parameter album: gets what becomes of it, as far as it is there by then.
    /// - Returns: its identifier.
    package func begin(album: UUID?) throws -> UUID {
        sweep()
        if let album, try library.read({ try $0.collection(uuid: album) }).map({ $0.type.isFolder }) ?? true {
            throw IncomingError(.invalid, "There is no such album. Choose another one, or none.")
        }
        return try make(album: album, link: nil)
    }

    /// - Parameter link: the one that it comes by.
    /// - Parameter put: of files that are put one by one, their folder.
    func make(album: UUID?, link: UUID?, put: String? = nil) throws -> UUID {
        let id = library.environment.makeUUID(), opened = try folder.make(id)
        try opened.append([IncomingLine.begun(album, link: link, put: put).text])
        let now = now
        state.withLock { $0.batches.insert(IncomingBatch(id: id, album: album, link: link, put: put, folder: opened, now: now)) }
        return id
    }

    /// Adds files to a batch. Those of which the library is known to have all that may be one picture's are done at once.
    /// - Parameter after: how many files the sender knows to be in the batch. What stands behind them is what it announced without hearing an answer: it gets the numbers
    ///   that it has. `nil` adds all.
    /// - Parameter areHere: whether their bytes are on the disk already.
    /// - Returns: their numbers.
    /// - Throws: an `IncomingError`, `.over` where the batch is complete, or has other files behind those that the sender knows.
    package func announce(_ files: [AnnouncedFile], in id: UUID, after: Int? = nil, areHere: Bool = false) throws -> [Int] {
        if let fault = files.lazy.compactMap(\.fault).first { throw IncomingError(.invalid, fault) }
        let link = state.withLock { $0.batches[id]?.link }, quota = try link.map { try self.quota(of: $0) }
        if let link, let quota {
            // Before the disk is asked, which may bring originals away to make room: whoever comes by a link neither learns of it nor changes it beyond the quota.
            try state.withLock { state throws(IncomingError) in
                guard let batch = state.batches[id] else { throw .missingBatch }
                let before = try batch.numbers(of: files, after: after)
                try state.require(files.dropFirst(before.count), by: link, within: quota, entries: limits.entries(within: quota))
            }
        }
        if let most = limits.bytes, let large = files.first(where: { $0.size > most }) {
            throw IncomingError(.tooLarge, "“\(large.name)” has \(large.size) bytes, and \(most) are all that may be under way here. `photos serve --upload-limit` sets that.")
        }
        // Whoever comes by a link does not hear what the library has: all of it has to be sent.
        let known: [IncomingOutcome?] = try link == nil ? self.known(files) : files.map { _ in nil }
        let needed = files.indices.reduce(Int64(0)) { known[$1] == nil ? $0 + files[$1].size : $0 }
        if !areHere { try requireSpace(for: needed) }
        let now = now
        let (before, numbers, folder, album) = try state.withLock { state throws(IncomingError) in
            // Looked at piece by piece: a copy of the batch that lasts would have all of its files copied as it is changed.
            guard let before = try state.batches[id]?.numbers(of: files, after: after),
                let (folder, album, isClosed, count) = state.batches[id].map({ ($0.folder, $0.album, $0.isClosed, $0.files.count) })
            else { throw .missingBatch }
            guard before.count < files.count else { return (before, [Int](), folder, album) }
            guard !isClosed else { throw IncomingError(.over, "The batch is complete: no more files can be added to it. Begin another one.") }
            let new = files.dropFirst(before.count)
            guard count + new.count <= limits.files else {
                throw IncomingError(.invalid, "A batch has at most \(limits.files) files. Begin another one for the rest.")
            }
            // Once more, as another batch may have announced files meanwhile.
            if let link, let quota { try state.require(new, by: link, within: quota, entries: limits.entries(within: quota)) }
            let numbers = state.batches.changing(id) { batch in
                batch.lastActivity = now
                return new.map { batch.add($0) }
            }
            return (before, numbers ?? [], folder, album)
        }
        let added = Array(files.dropFirst(before.count)), outcomes = Array(known.dropFirst(before.count))
        do {
            try folder.append(zip(numbers, added).map { IncomingLine.announced($0, $1).text })
        } catch {
            state.withLock { state in
                state.batches.change(id) { batch in for number in numbers { batch.change(number) { $0.state = .done(IncomingOutcome(.withdrawn)) } } }
            }
            throw error
        }
        let done = zip(numbers, outcomes).compactMap { number, outcome in outcome.map { (number, $0) } }
        if let album { try add(done.compactMap { $1.isInTrash == true ? nil : $1.asset }, to: album) }
        try finish(done, in: id)
        for (number, file) in zip(numbers, added) where file.size == 0 { try receiveNothing(number, in: id) }
        return before + numbers
    }

    /// No more files will be announced: what is whole comes in. A batch of which that was said before stays as it is.
    package func close(_ id: UUID) throws {
        guard let batch = state.withLock({ $0.batches[id] }) else { throw IncomingError.missingBatch }
        if !batch.isClosed {
            try batch.folder.append([IncomingLine.closed.text])
            touch(id) { $0.isClosed = true }
        }
        importReady()
    }

    /// Gives a batch up, with all that is not in the library. What comes in at this moment does, and then the batch goes.
    /// - Throws: what kept the library from counting what came by a link: then the batch stays as it is, and can be given up again.
    package func cancel(_ id: UUID) throws {
        if let link = state.withLock({ $0.batches[id]?.link }) { try learnSent(by: link) }
        let (batch, receptions, isImporting) = try state.withLock { state throws(IncomingError) in
            guard let batch = state.batches[id] else { throw .missingBatch }
            let isImporting = batch.files.contains { $0.state == .importing }
            if isImporting {
                state.batches.change(id) { ($0.isClosed, $0.isGivenUp) = (true, true) }
            } else {
                state.batches.remove(id)
                for file in batch.files where file.hasBegun { state.begun -= file.announced.size }
                // Under the same lock, so that nobody finds it in neither place.
                if let link = batch.link { state.sent[link, default: .init()] = state.sent[link, default: .init()] + batch.came }
            }
            let keys = state.receptions.keys.filter { $0.batch == id }
            return (batch, keys.compactMap { key in state.receptions.removeValue(forKey: key).map { (key.number, $0) } }, isImporting)
        }
        let offsets = receptions.map { number, reception in (number, reception.end()) }
        guard isImporting else {
            // Before the batch goes: a process that dies in between counts twice, and never takes too much.
            do {
                try count(batch)
            } catch {
                putBack(batch, offsets)
                throw error
            }
            return try folder.remove(batch.id)
        }
        try batch.folder.append([IncomingLine.closed.text])
        let rest = batch.files.indices.filter { batch.files[$0].state == .waiting || batch.files[$0].state == .whole }
        try finish(rest.map { ($0 + 1, IncomingOutcome(.withdrawn)) }, in: id)
        removeIfGivenUp(id)
    }

    /// Keeps a batch that could not be given up, which the next process would find all the same.
    /// - Parameter offsets: by their numbers, how far files are that were being sent.
    private func putBack(_ batch: IncomingBatch, _ offsets: [(Int, Int64)]) {
        state.withLock { state in
            var batch = batch
            for (number, offset) in offsets { batch.change(number) { $0.offset = offset } }
            for file in batch.files where file.hasBegun { state.begun += file.announced.size }
            if let link = batch.link, let sent = state.sent[link] {
                let came = batch.came
                state.sent[link] = ShareRecord.Sent(bytes: sent.bytes - came.bytes, files: sent.files - came.files)
            }
            state.batches.insert(batch)
        }
    }

    /// Removes a batch that was given up, once nothing of it comes in any more.
    func removeIfGivenUp(_ id: UUID) {
        let isOver = state.withLock { state in
            guard let batch = state.batches[id], batch.isGivenUp else { return false }
            return !batch.files.contains { $0.state == .importing }
        }
        guard isOver else { return }
        do {
            try cancel(id)
        } catch let error as IncomingError where error.code == .missing {
            // Whoever gave it up was faster.
        } catch {
            library.environment.log(.warning, "\(error)")
        }
    }

    // MARK: What the library has

    /// What is known of each file beforehand, by the content that its sender says it has.
    ///
    /// A file by itself is not enough: a picture that is there may get a movie or a text that is not, and then all of it has to be here.
    private func known(_ files: [AnnouncedFile]) throws -> [IncomingOutcome?] {
        guard files.contains(where: { $0.sha256 != nil }) else { return files.map { _ in nil } }
        let context = library.importContext
        let outcomes = try library.catalog.read { reader in
            try files.map { file -> IncomingOutcome? in
                guard let digest = file.digest else { return nil }
                let kept = try reader.resource(sha256: Data(digest)).filter { try !$0.isEmbedded && $0.size == file.size && context.keeps($0, reader) }
                let holders = try reader.assets(ids: kept.map(\.assetID)).compactMap { $0 }
                guard let holder = holders.first(where: { !$0.isTrashed }) ?? holders.first else { return nil }
                return IncomingOutcome(.duplicate, asset: holder.uuid, isInTrash: holder.isTrashed ? true : nil)
            }
        }
        let groups = Dictionary(grouping: files.indices) { IncomingBatch.GroupKey(files[$0]) }
        let whole = Set(groups.values.filter { $0.allSatisfy { outcomes[$0] != nil } }.joined())
        return files.indices.map { whole.contains($0) ? outcomes[$0] : nil }
    }

    private func add(_ assets: [UUID], to album: UUID) throws {
        guard !assets.isEmpty else { return }
        try library.performChanges(author: Self.author) { transaction in
            guard let row = try transaction.catalog.collection(uuid: album)?.id else { return }
            try transaction.addMembers(try assets.compactMap { try transaction.catalog.assetID(uuid: $0) }, to: row)
        }
    }

    static let author = "upload"

    // MARK: Time

    var now: Double { library.environment.now().timeIntervalSince1970 }

    func touch(_ id: UUID, _ change: (inout IncomingBatch) -> Void = { _ in }) {
        let now = now
        state.withLock { state in
            state.batches.change(id) { batch in
                batch.lastActivity = now
                change(&batch)
            }
        }
    }

    /// Gives up what nobody went on sending, at most once an hour. What came whole is imported all the same.
    package func sweep() {
        let (now, limits) = (now, limits)
        let old = state.withLock { state -> [UUID] in
            guard now - state.lastSweep > 3_600 || now < state.lastSweep else { return [] }
            state.lastSweep = now
            let active = Set(state.receptions.keys.map(\.batch))
            return state.batches.values.filter { batch in
                guard !active.contains(batch.id) else { return false }
                return batch.lastActivity + limits.life(of: batch) < now || (batch.put != nil && batch.isDone && !batch.hasEntries(now, limits))
            }.map(\.id)
        }
        for id in old {
            do { try expire(id) } catch { library.environment.log(.warning, "\(error)") }
        }
        if !old.isEmpty { importReady() }
    }

    private func expire(_ id: UUID) throws {
        guard let batch = state.withLock({ $0.batches[id] }) else { return }
        if batch.isDone || batch.files.isEmpty { return try cancel(id) }
        try giveUpWaiting(of: id, IncomingOutcome(.withdrawn, code: "expired", message: "Nothing more of it came for too long. Send it again."))
        guard !batch.isClosed else { return }
        try batch.folder.append([IncomingLine.closed.text])
        state.withLock { $0.batches.change(id) { $0.isClosed = true } }
    }
}
