import Catalog
import Cloud
import Foundation
import Importing
import PhotoModel

extension PhotoLibrary {
    /// Tells the other machines that share this library's store what was changed here, and takes in what they changed. The first call makes the library one that
    /// several machines may share. Photos are told of when their files are in the store: upload first.
    ///
    /// Observers hear of others' changes as of any commit.
    /// - Throws: a `LibraryError`.
    package func synchronize(_ work: CloudWork = CloudWork()) throws -> SyncReport {
        do {
            return try waiting { try await self.syncRound(work) }
        } catch {
            throw LibraryError(cloud: error)
        }
    }

    /// Whether several machines share this library.
    package func isSynchronized() throws -> Bool {
        do { return try catalog.read { try $0.syncProgress() } != nil } catch { throw LibraryError(error) }
    }

    func syncRound(_ work: CloudWork) async throws -> SyncReport {
        try catalog.requireWritable()
        let (store, _) = try await connectedStore()
        if try catalog.read({ try $0.syncProgress() }) == nil {
            let machine = environment.makeUUID()
            try catalog.write(author: Self.syncAuthor) { writer in
                // Another process may have been faster.
                if try writer.syncProgress() == nil { try writer.setSyncProgress(SyncProgress(machine: machine)) }
            }
        }
        return try await SyncRound(library: self, store: store, work: work).run()
    }

    static let syncAuthor = "sync"
}

/// One exchange with the other machines.
private struct SyncRound: Sendable {
    let library: PhotoLibrary
    let store: any CloudStore
    let work: CloudWork

    private func progress() throws -> SyncProgress { try library.catalog.read { try Self.progress($0) } }

    private static func progress(_ reader: CatalogReader) throws -> SyncProgress {
        guard let progress = try reader.syncProgress() else { throw LibraryError(.invalid, "This library is not shared with other machines.") }
        return progress
    }

    func run() async throws -> SyncReport {
        var report = SyncReport()
        try await SyncOrder.check(library, store)
        var settled = try library.catalog.read { SyncSettled(start: try $0.position, applied: try Self.progress($0).applied) }
        try await receive(&report, &settled)
        if work.isCancelled() {
            report.isInterrupted = true
            return report
        }
        try endJoining()
        // Nothing is purged by itself that another machine has restored meanwhile.
        library.clearRecentlyDeleted(isInStep: true)
        let began = try library.catalog.read { [settled] reader in
            let progress = try Self.progress(reader), start = progress.position.map { ChangePosition(rawValue: $0) }
            return (progress: progress, outbox: try SyncOutbox(reader, since: start, but: settled.isWhole(upTo: progress.applied) ? settled : nil))
        }
        var outbox = began.outbox
        while !work.isCancelled() {
            let batch = try library.catalog.read { reader in
                var next = outbox
                let batch = try next.next(reader, limit: SyncSegment.mostObjects)
                return (objects: batch, outbox: next)
            }
            outbox = batch.outbox
            guard !batch.objects.isEmpty else {
                if outbox.isEmpty { break }
                continue
            }
            try await send(batch.objects, &report)
        }
        report.isInterrupted = work.isCancelled()
        report.waiting = outbox.waiting.count
        report.undrawn = try library.catalog.read { try $0.countOfUntoldPictures() }
        guard !report.isInterrupted else { return report }
        let position = outbox.position.rawValue
        try library.catalog.write(author: PhotoLibrary.syncAuthor) { writer in
            // Another process of this machine may have begun to tell all anew: that goes on.
            guard var progress = try writer.syncProgress(), progress.isStill(began.progress) else { return }
            guard progress.position != position || progress.isResending != nil else { return }
            (progress.position, progress.isResending) = (position, nil)
            try writer.setSyncProgress(progress)
        }
        // All is told and taken in by now: what is in the way of this is no reason to say otherwise.
        do { report.joined = try await SyncSnapshotWriter(library: library, store: store, work: work).run() } catch {
            report.problem = LibraryError(cloud: error).message
        }
        return report
    }

    /// Takes in all that there is.
    private func receive(_ report: inout SyncReport, _ settled: inout SyncSettled) async throws {
        while !work.isCancelled() {
            let progress = try progress()
            if progress.applied == 0, try await receiveSnapshot(progress, &report) { continue }
            guard let found = try await SyncEntry.read(progress.applied + 1, of: library.uuid, in: store) else { return }
            switch found.entry {
            case .joined:
                if try await receiveSnapshot(progress, &report) { continue }
                // The snapshots are lost. Whoever tells all that it has anyway can go on behind them.
                guard progress.isResending == true else { throw SyncSnapshot.isLost(progress.applied + 1, store) }
                try passOver(found, progress)
            case .segment(let segment):
                guard segment.previous == nil || progress.sum == nil || segment.previous == progress.sum else {
                    throw SyncOrder.wasSetBack(store, progress.applied, isThere: true)
                }
                if segment.machine == progress.machine, progress.isResending != true {
                    // It was told by a process that died before it noted that. What was changed since stays.
                    try noteSent(segment, found.sum, etag: found.etag, bytes: found.size)
                    continue
                }
                guard let merged = try apply(segment, found, progress) else { continue }
                settled.add(merged, of: segment.number)
                report.received += segment.objects.count
                if let pack = segment.pack { await bringPictures(pack, merged.shownAnew) }
                tell(report)
            }
        }
    }

    /// How often a list of snapshots is read again since another machine changed it meanwhile.
    private static let mostLists = 8

    /// Takes in the newest snapshot that can be read.
    /// - Returns: false where none reaches further than this machine.
    private func receiveSnapshot(_ progress: SyncProgress, _ report: inout SyncReport) async throws -> Bool {
        var numbers = try await SyncSnapshot.inventory(of: store).numbers
        searching: for _ in 0..<Self.mostLists {
            for number in numbers where number > progress.applied {
                var reason = "\(SyncSnapshot.key(number)) in \(store.name) is gone."
                do {
                    if let snapshot = try await SyncSnapshot.read(number, of: library.uuid, in: store) { return try await apply(snapshot, progress, &report) }
                } catch let error where SyncSnapshot.isBroken(error) {
                    reason = LibraryError(cloud: error).message
                }
                // Another machine may have let go of it for a newer one, which a new list says.
                let now = try await SyncSnapshot.inventory(of: store).numbers
                if now != numbers {
                    numbers = now
                    continue searching
                }
                library.environment.log(.warning, "A snapshot was passed over for an older one: \(reason)")
            }
            return false
        }
        return false
    }

    /// Assets part by part, so that memory and locks are held for a part at a time: who dies in between takes the rest in later, since what is taken in already is
    /// what this says. Albums and folders at the end, all at once.
    /// - Returns: false where it was cancelled.
    private func apply(_ snapshot: SyncSnapshot, _ before: SyncProgress, _ report: inout SyncReport) async throws -> Bool {
        // What was joined has to be in the order that the store has now.
        guard try await SyncEntry.read(snapshot.number, of: library.uuid, in: store)?.sum == snapshot.last else {
            throw LibraryError(.damaged, "\(SyncSnapshot.key(snapshot.number)) in \(store.name) is of other changes than those that are there. Remove it.")
        }
        var collections: [SyncObject] = []
        for part in snapshot.parts {
            if work.isCancelled() { return true }
            let objects = try await snapshot.objects(of: part, library: library.uuid, in: store)
            collections += objects.filter { $0.kind == .collection }
            let assets = objects.filter { $0.kind == .asset }
            guard !assets.isEmpty else { continue }
            guard let shownAnew = try apply(snapshot, assets, before, isLast: false) else { return true }
            report.received += assets.count
            for (pack, assets) in Dictionary(grouping: assets.filter { shownAnew.contains($0.uuid) }, by: \.pack) {
                if let pack { await bringPictures(pack, Set(assets.map(\.uuid))) }
            }
            tell(report)
        }
        guard try apply(snapshot, collections, before, isLast: true) != nil else { return true }
        report.received += collections.count
        tell(report)
        return true
    }

    /// - Returns: the assets whose thumbnails are others now; `nil` where another process of this machine has taken in more meanwhile.
    private func apply(_ snapshot: SyncSnapshot, _ objects: [SyncObject], _ before: SyncProgress, isLast: Bool) throws -> Set<UUID>? {
        try library.performChanges(author: PhotoLibrary.syncAuthor) { transaction in
            guard var progress = try transaction.catalog.syncProgress(), progress.applied == before.applied else { return nil }
            var merge = try SyncMerge(library, transaction.executor, progress)
            try merge.apply(whole: objects)
            guard isLast else { return merge.outcome.shownAnew }
            progress.reach(snapshot.number, snapshot.last, etag: nil, bytes: 0)
            progress.know(snapshot, bytes: progress.bytesSince ?? 0)
            try transaction.catalog.setSyncProgress(progress)
            return merge.outcome.shownAnew
        }
    }

    private func passOver(_ found: SyncEntry.Found, _ before: SyncProgress) throws {
        try library.catalog.write(author: PhotoLibrary.syncAuthor) { writer in
            guard var progress = try writer.syncProgress(), progress.applied == before.applied else { return }
            progress.reach(before.applied + 1, found.sum, etag: found.etag, bytes: 0)
            progress.lost = progress.applied
            try writer.setSyncProgress(progress)
        }
    }

    /// Adds a segment behind all that others have added meanwhile.
    private func send(_ objects: [SyncObject], _ report: inout SyncReport) async throws {
        var objects = objects
        while true {
            let progress = try progress(), number = progress.applied + 1
            var segment = SyncSegment(number: number, machine: progress.machine, previous: progress.sum, objects: objects)
            segment.pack = try await sendPictures(of: objects, number)
            let bytes = try segment.encoded(library: library.uuid, date: library.environment.now())
            let facts: ObjectFacts
            do throws(CloudError) { facts = try await store.put(SyncSegment.key(number), bytes, condition: .ifAbsent) } catch {
                // After any other error the segment may be there all the same.
                guard error.code == .preconditionFailed else { throw error }
                if let pack = segment.pack { try? await store.delete(pack) }
                // What was to be told may be another by now. What comes in is looked at in the next round.
                var settled = SyncSettled(start: ChangePosition(rawValue: 0), applied: progress.applied)
                try await receive(&report, &settled)
                if work.isCancelled() { return }
                guard try self.progress().applied >= number else { throw error }
                objects = try anew(objects)
                if objects.isEmpty { return }
                continue
            }
            try noteSent(segment, try SyncSum(of: bytes), etag: facts.etag, bytes: bytes.count)
            report.sent += objects.count
            tell(report)
            return
        }
    }

    /// What of these objects is still to be told, as it is now.
    private func anew(_ objects: [SyncObject]) throws -> [SyncObject] {
        try library.catalog.read { reader in
            let source = SyncSource(reader: reader)
            let names = Dictionary(grouping: objects.filter { !$0.isRemoved }, by: \.kind).mapValues { Set($0.map(\.uuid)) }
            func isTold(_ kind: SyncKind, _ uuid: UUID) throws -> Bool { try names[kind]?.contains(uuid) == true || source.isKnown(kind, uuid) }
            return try objects.compactMap { object in
                guard let (base, isKnown) = try source.base(object.kind, object.uuid) else { return nil }
                let local = object.kind == .asset ? try source.asset(object.uuid) : try source.collection(object.uuid, isTold: isTold)
                guard let local else {
                    let isGone = try object.kind == .collection || reader.assetID(uuid: object.uuid) == nil
                    return isKnown && isGone ? .removed(object.kind, object.uuid) : nil
                }
                return local.isInStore ? source.changes(of: local.object, since: base, isKnown: isKnown) : nil
            }
        }
    }

    private func noteSent(_ segment: SyncSegment, _ sum: SyncSum, etag: String, bytes: Int) throws {
        try library.catalog.write(author: PhotoLibrary.syncAuthor) { writer in
            guard var progress = try writer.syncProgress(), progress.applied == segment.number - 1 else { return }
            for object in segment.objects {
                if object.isRemoved {
                    try writer.setSyncState(object.kind, object.uuid, .removed)
                } else if var base = try SyncSource(reader: writer).base(object.kind, object.uuid)?.base {
                    base.adopt(object)
                    try writer.setSyncState(object.kind, object.uuid, .known(base.bytes))
                }
            }
            progress.reach(segment.number, sum, etag: etag, bytes: bytes)
            try writer.setSyncProgress(progress)
        }
    }

    /// - Returns: `nil` where another process of this machine has taken it in.
    private func apply(_ segment: SyncSegment, _ found: SyncEntry.Found, _ before: SyncProgress) throws -> SyncMerge.Outcome? {
        try library.performChanges(author: PhotoLibrary.syncAuthor) { transaction in
            guard var progress = try transaction.catalog.syncProgress(), progress.applied == before.applied else { return nil }
            var merge = try SyncMerge(library, transaction.executor, progress)
            try merge.apply(segment.objects)
            progress.reach(segment.number, found.sum, etag: found.etag, bytes: found.size)
            try transaction.catalog.setSyncProgress(progress)
            return merge.outcome
        }
    }

    /// What the record said and nobody has told is not this machine's to tell: whoever has it tells of it.
    private func endJoining() throws {
        guard try progress().isJoining else { return }
        try library.performChanges(author: PhotoLibrary.syncAuthor) { transaction in
            guard var progress = try transaction.catalog.syncProgress(), progress.isJoining else { return }
            let source = SyncSource(reader: transaction.catalog)
            var last: Int64 = 0
            while case let page = try transaction.catalog.everyAssetID(after: last, limit: 5_000), let end = page.last {
                let unknown = try zip(page, transaction.catalog.uuids(assetIDs: page)).filter { _, uuid in try uuid.map { try !source.isKnown(.asset, $0) } ?? false }
                try transaction.purge(unknown.map(\.0))
                last = end
            }
            for id in try transaction.catalog.everyCollectionID() {
                guard let record = try transaction.catalog.collection(id: id), try !source.isKnown(.collection, record.uuid) else { continue }
                try transaction.deleteCollection(id: id)
            }
            progress.isJoining = false
            try transaction.catalog.setSyncProgress(progress)
        }
    }

    private func tell(_ report: SyncReport) {
        var progress = CloudProgress()
        progress.files = report.sent + report.received
        work.progress(progress)
    }

    // MARK: Pictures

    private func sendPictures(of objects: [SyncObject], _ number: Int64) async throws -> String? {
        let shown = objects.filter { $0.kind == .asset && $0.groups[SyncObject.content] != nil }.map(\.uuid)
        guard !shown.isEmpty, let pack = try ThumbnailUpload.pack(of: shown, library) else { return nil }
        let key = "\(SyncSegment.key(number).dropLast(".jsonl.gz".count))-\(library.environment.makeUUID().uuidString).pack"
        _ = try await store.put(key, pack)
        return key
    }

    /// They can be made from the originals: that they can't be had now is no reason to take nothing in.
    private func bringPictures(_ pack: String, _ shownAnew: Set<UUID>) async {
        guard !shownAnew.isEmpty else { return }
        do {
            let bytes = try await store.bytes(of: pack, limit: ThumbnailUpload.packLimit).bytes
            _ = try ThumbnailUpload.restore(library, bytes, pack, store.name, ofAnyRevision: shownAnew)
        } catch {
            library.environment.log(.info, "The thumbnails of \(pack) could not be fetched from \(store.name): \(error)")
        }
    }
}
