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

    private func progress() throws -> SyncProgress {
        guard let progress = try library.catalog.read({ try $0.syncProgress() }) else { throw LibraryError(.invalid, "This library is not shared with other machines.") }
        return progress
    }

    func run() async throws -> SyncReport {
        var report = SyncReport()
        try await receive(&report)
        if work.isCancelled() {
            report.isInterrupted = true
            return report
        }
        try endJoining()
        // Nothing is purged by itself that another machine has restored meanwhile.
        library.clearRecentlyDeleted(isInStep: true)
        let start = try progress().position.map { ChangePosition(rawValue: $0) }
        var outbox = try library.catalog.read { try SyncOutbox($0, since: start) }
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
        if !report.isInterrupted {
            let position = outbox.position.rawValue
            try library.catalog.write(author: PhotoLibrary.syncAuthor) { writer in
                guard var progress = try writer.syncProgress(), progress.position != position else { return }
                progress.position = position
                try writer.setSyncProgress(progress)
            }
        }
        return report
    }

    /// Takes in all that there is.
    private func receive(_ report: inout SyncReport) async throws {
        while !work.isCancelled() {
            let progress = try progress()
            guard let segment = try await SyncSegment.read(progress.applied + 1, of: library.uuid, in: store) else { return }
            if segment.machine == progress.machine {
                // It was told by a process that died before it noted that. What was changed since stays.
                try noteSent(segment)
                continue
            }
            let shownAnew = try apply(segment, progress)
            report.received += segment.objects.count
            await bringPictures(segment, shownAnew)
            tell(report)
        }
    }

    /// Adds a segment behind all that others have added meanwhile.
    private func send(_ objects: [SyncObject], _ report: inout SyncReport) async throws {
        var objects = objects
        while true {
            let progress = try progress(), number = progress.applied + 1
            var segment = SyncSegment(number: number, machine: progress.machine, objects: objects)
            segment.pack = try await sendPictures(of: objects, number)
            let bytes = try segment.encoded(library: library.uuid, date: library.environment.now())
            do throws(CloudError) { _ = try await store.put(SyncSegment.key(number), bytes, condition: .ifAbsent) } catch {
                // After any other error the segment may be there all the same.
                guard error.code == .preconditionFailed else { throw error }
                if let pack = segment.pack { try? await store.delete(pack) }
                // What was to be told may be another by now.
                try await receive(&report)
                if work.isCancelled() { return }
                guard try self.progress().applied >= number else { throw error }
                objects = try anew(objects)
                if objects.isEmpty { return }
                continue
            }
            try noteSent(segment)
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

    private func noteSent(_ segment: SyncSegment) throws {
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
            progress.applied = segment.number
            try writer.setSyncProgress(progress)
        }
    }

    /// - Returns: the assets whose thumbnails are others now.
    private func apply(_ segment: SyncSegment, _ before: SyncProgress) throws -> Set<UUID> {
        try library.performChanges(author: PhotoLibrary.syncAuthor) { transaction in
            // Another process of this machine may have taken it in.
            guard var progress = try transaction.catalog.syncProgress(), progress.applied == before.applied else { return [] }
            var merge = try SyncMerge(library, transaction.executor, isJoining: progress.isJoining)
            try merge.apply(segment)
            progress.applied = segment.number
            try transaction.catalog.setSyncProgress(progress)
            return merge.shownAnew
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
    private func bringPictures(_ segment: SyncSegment, _ shownAnew: Set<UUID>) async {
        guard let pack = segment.pack, !shownAnew.isEmpty else { return }
        do {
            let bytes = try await store.bytes(of: pack, limit: ThumbnailUpload.packLimit).bytes
            _ = try ThumbnailUpload.restore(library, bytes, pack, store.name, ofAnyRevision: shownAnew)
        } catch {
            library.environment.log(.info, "The thumbnails of \(pack) could not be fetched from \(store.name): \(error)")
        }
    }
}
