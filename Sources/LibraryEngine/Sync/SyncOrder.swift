import Catalog
import Cloud
import Foundation
import PhotoModel

/// Whether a store still has the order of changes that this machine has read.
///
/// Segments are only ever added. A store that has fewer of them, or another one where this machine has been, was set back: restored from a backup, or its versions
/// rolled back. Whoever went on writing there would hide from others what they already have, so nothing is written before a person has chosen.
enum SyncOrder {
    /// Asks for the last segment that was taken in: one request, which brings no bytes unless the object is another one.
    /// - Throws: where the store was set back; a `CloudError`.
    static func check(_ library: PhotoLibrary, _ store: any CloudStore) async throws {
        guard let progress = try library.catalog.read({ try $0.syncProgress() }), progress.applied > 0 else { return }
        do throws(CloudError) {
            if let etag = progress.etag, try await store.head(SyncSegment.key(progress.applied)).etag == etag { return }
        } catch {
            guard error.code == .objectMissing else { throw error }
            throw wasSetBack(store, progress.applied, isThere: false)
        }
        guard let found = try await SyncEntry.read(progress.applied, of: library.uuid, in: store) else { throw wasSetBack(store, progress.applied, isThere: false) }
        guard progress.sum == nil || progress.sum == found.sum else { throw wasSetBack(store, progress.applied, isThere: true) }
        try library.catalog.write(author: PhotoLibrary.syncAuthor) { writer in
            guard var now = try writer.syncProgress(), now.applied == progress.applied else { return }
            (now.sum, now.etag) = (found.sum, found.etag)
            try writer.setSyncProgress(now)
        }
    }

    /// Whether a machine has taken in all that the store has, so that what it has may hold against that.
    /// - Throws: where it has not; a `CloudError`.
    static func requireAll(_ progress: SyncProgress, _ library: UUID, _ store: any CloudStore) async throws {
        // It had all of it when it began.
        guard progress.isResending != true else { return }
        if !progress.isJoining {
            if progress.applied > 0 {
                // Where the store was set back, what is behind that is of another order.
                guard let last = try await SyncEntry.read(progress.applied, of: library, in: store), progress.sum == nil || progress.sum == last.sum else { return }
            }
            guard case .joined? = try await SyncEntry.read(progress.applied + 1, of: library, in: store)?.entry else { return }
        }
        let advice = try await whoHasAll(library, store)
        throw LibraryError(.invalid, "\(store.name.capitalizedSentence) has changes that this machine has not taken in, so it can't tell all. \(advice)")
    }

    private static func whoHasAll(_ library: UUID, _ store: any CloudStore) async throws -> String {
        var last: Int64 = 0
        for try await object in store.objects(prefix: SyncSegment.prefix) { last = max(last, SyncSegment.number(of: object.key, behind: SyncSegment.prefix) ?? 0) }
        // Whoever adds a segment has taken in all before it.
        guard last > 0, case .segment(let segment)? = try await SyncEntry.read(last, of: library, in: store)?.entry else {
            return "Run 'photos cloud sync --resend' on a machine that has them, and then 'photos cloud sync' here."
        }
        let name = segment.machine.uuidString
        return
            "Run 'photos cloud sync --resend' on the machine \(name), which has them, and then 'photos cloud sync' here; 'photos cloud status --json' shows the name of a machine."
    }

    static func wasSetBack(_ store: any CloudStore, _ number: Int64, isThere: Bool) -> LibraryError {
        let what = isThere ? "its step \(number) of the changes that machines share is another one by now" : "it has no step \(number) of the changes that machines share"
        return LibraryError(
            .invalid,
            "\(store.name.capitalizedSentence) was set back to an older state: \(what), and this machine has read it. Nothing was written. Put the newer state back; or go on from the older one with 'photos cloud sync --resend', which tells it all that this machine has."
        )
    }
}

extension PhotoLibrary {
    /// Goes on with a store that was set back to an older state: forgets how far this machine was in its order, so that the next rounds upload what the store lost
    /// and tell it all that this machine has, which holds against what the store says.
    ///
    /// Every other machine that has read what was lost has to do the same.
    /// One that has not taken in all that the store has is refused, with the name of one that has.
    /// - Returns: what is only in the store by this machine's account, and is no longer there. It comes back from another machine that has it, or a backup.
    /// - Throws: a `LibraryError`.
    package func resendToStore(_ work: CloudWork = CloudWork()) throws -> ResendReport {
        do {
            return try waiting { try await self.resend(work) }
        } catch {
            throw LibraryError(cloud: error)
        }
    }

    private func resend(_ work: CloudWork) async throws -> ResendReport {
        try catalog.requireWritable()
        let (store, _) = try await connectedStore()
        guard let progress = try catalog.read({ try $0.syncProgress() }) else {
            throw LibraryError(.invalid, "This library is not shared with other machines. 'photos cloud upload' sends what the store does not have.")
        }
        try await SyncOrder.requireAll(progress, uuid, store)
        var report = ResendReport(), there: Set<String> = []
        for prefix in ["originals/", "renders/"] {
            for try await object in store.objects(prefix: prefix) {
                if work.isCancelled() { return ResendReport(isInterrupted: true) }
                there.insert(object.key)
            }
        }
        var last: Int64 = 0
        while case let page = try catalog.read({ try $0.resources(afterID: last, limit: 1_000) }), let end = page.last {
            let lost = page.filter { resource in
                guard case .managed(let path) = resource.location else { return false }
                return resource.isInCloud && !there.contains(path)
            }
            let names = Set(lost.filter { !$0.isLocal && !$0.isEmbedded }.map(\.id))
            report.files += lost.count { $0.isLocal && !$0.isEmbedded }
            report.lost += lost.filter { names.contains($0.id) }.map {
                CloudFailure(
                    path: $0.location.path, filename: $0.filename, code: "missing",
                    message: "\($0.filename) is neither here nor in \(store.name). Import it again, or take it from a backup.")
            }
            try catalog.write(author: "cloud") { writer in
                for resource in lost where resource.isLocal && !resource.isEmbedded {
                    try writer.update(resourceID: resource.id) { $0.isInCloud = false }
                    try writer.deleteCloudFile(path: resource.location.path)
                }
            }
            last = end.id
        }
        try catalog.write(author: Self.syncAuthor) { writer in
            guard var progress = try writer.syncProgress() else { return }
            try writer.forgetSyncStates(keepingGoneAs: { SyncBase($0).bytes })
            // The record and the thumbnails there are older ones, too.
            try writer.forgetCloudFilesOfRecord()
            progress.forgetOrder()
            (progress.isJoining, progress.isResending) = (false, true)
            try writer.setSyncProgress(progress)
        }
        return report
    }
}

/// What was found where a store had been set back.
package struct ResendReport: Sendable, Equatable {
    /// Files here that the store has lost, and that are uploaded again.
    package var files = 0
    /// Those that are nowhere any more, as far as this machine knows.
    package var lost: [CloudFailure] = []
    package var isInterrupted = false

    package init(isInterrupted: Bool = false) { self.isInterrupted = isInterrupted }
}
