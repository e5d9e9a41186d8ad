import Catalog
import Cloud
import Foundation
import Originals
import PhotoModel

extension PhotoLibrary {
    /// Uploads every file of the library's own that the store does not have, then the record. What was uploaded before it ends stays, and the next round goes on.
    ///
    /// A file that fails is told of, and tried again later; what stands in the way of all ends the round.
    /// - Throws: a `LibraryError`.
    package func upload(_ work: CloudWork = CloudWork()) throws -> UploadReport {
        do {
            let report = try waiting { try await self.uploadRound(work) }
            return report
        } catch {
            throw LibraryError(cloud: error)
        }
    }

    func uploadRound(_ work: CloudWork) async throws -> UploadReport {
        try catalog.requireWritable()
        let (store, settings) = try await connectedStore()
        try await SyncOrder.check(self, store)
        let counts = try catalog.read { try $0.cloudCounts() }
        let counter = TransferCounter(files: counts.local.files, bytes: counts.local.bytes, work.progress)
        let round = UploadRound(library: self, store: store, settings: settings, counter: counter, work: work)
        var report = try await round.run()
        if report.isInterrupted { return report }
        try await ThumbnailUpload(library: self, store: store).run(work.isCancelled)
        report.hasRecord = try await RecordUpload(library: self, store: store).run()
        // The record no longer tells of them. Of a library that is shared, another machine may still need what this one does not.
        if try !isSynchronized() { report.removed = try await removeAbandoned(store) }
        return report
    }

    private func removeAbandoned(_ store: any CloudStore) async throws -> Int {
        var count = 0
        while case let paths = try catalog.read({ try $0.abandonedObjects(limit: 500) }), !paths.isEmpty {
            for path in paths {
                // Whoever sent it, and whether or not that was noted here; and before the file, by whose row all this is gone on with.
                if let preview = CloudPreview.key(ofFile: path) { try await store.delete(preview) }
                try await store.delete(path)
            }
            try forgetObjects(paths + paths.compactMap { CloudPreview.key(ofFile: $0) })
            count += paths.count
        }
        while case let previews = try catalog.read({ try $0.abandonedPreviews(limit: 500) }), !previews.isEmpty {
            for preview in previews { try await store.delete(preview) }
            try forgetObjects(previews)
        }
        return count
    }

    private func forgetObjects(_ objects: [String]) throws {
        try catalog.write(author: "cloud") { writer in
            for object in objects { try writer.deleteCloudFile(path: object) }
        }
    }
}

/// One pass over the files that a store does not have.
private struct UploadRound: Sendable {
    let library: PhotoLibrary
    let store: any CloudStore
    let settings: CloudSettings
    let counter: TransferCounter
    let work: CloudWork

    /// A file of more bytes is sent in parts, which an upload that is cut off goes on with.
    private static let inParts: Int64 = 32 << 20
    /// Rows of one commit.
    private static let batch = 64

    private enum Outcome: TransferOutcome {
        case uploaded(ResourceRecord, ObjectFacts)
        case failed(ResourceRecord, CloudError)

        var failure: CloudError? { if case .failed(_, let error) = self { error } else { nil } }
    }

    func run() async throws -> UploadReport {
        var report = UploadReport(), last: Int64 = 0
        let limiter = settings.bytesPerSecond.map { RateLimiter(bytesPerSecond: $0) }
        while !work.isCancelled() {
            let now = library.environment.now().timeIntervalSinceReferenceDate
            let page = try library.catalog.read { try $0.filesToUpload(afterID: last, limit: Self.batch, now: now) }
            guard let end = page.last else { break }
            let outcomes = await work.each(page, atATime: settings.transfers) { await upload($0, limiter) }
            try keep(outcomes.ended, &report)
            if let error = outcomes.general { throw error }
            last = end.id
        }
        report.isInterrupted = work.isCancelled()
        return report
    }

    private func upload(_ resource: ResourceRecord, _ limiter: RateLimiter?) async -> Outcome {
        guard case .managed(let path) = resource.location else { return .failed(resource, .unreadable(resource.filename, nil)) }
        counter.begin(path, name: resource.filename)
        var succeeded = false
        defer { counter.end(path, size: resource.size, succeeded: succeeded) }
        do throws(CloudError) {
            let facts = try await send(resource, path, limiter)
            succeeded = true
            return .uploaded(resource, facts)
        } catch {
            return .failed(resource, error)
        }
    }

    private func send(_ resource: ResourceRecord, _ path: String, _ limiter: RateLimiter?) async throws(CloudError) -> ObjectFacts {
        let file: OpenFile
        do throws(OriginalsError) { file = try library.originals.openForReading(managedPath: path) } catch { throw .unreadable(resource.filename, error) }
        let whole = FileBody(descriptor: file.descriptor, keptOpenBy: file, size: resource.size, sha256: Array(resource.sha256))
        let body: any UploadBody = limiter.map { LimitedBody(body: whole, limiter: $0) } ?? whole
        let progress: @Sendable (Int64) -> Void = { [counter] in counter.note(path, $0) }
        let isCancelled = work.isCancelled
        do throws(CloudError) {
            guard resource.size >= Self.inParts else { return try await store.put(path, body, condition: .ifAbsent, progress: progress) }
            let state = (try? library.catalog.read { try $0.cloudFile(path: path)?.upload }).flatMap { $0 }.flatMap { try? JSONDecoder().decode(UploadState.self, from: $0) }
            let catalog = library.catalog
            return try await store.upload(
                path, body, resuming: state,
                save: { state in
                    let text = try JSONEncoder().encode(state)
                    try catalog.write(author: "cloud") { try $0.updateCloudFile(path: path) { $0.upload = text } }
                    if isCancelled() { throw CancellationError() }
                }, progress: progress)
        } catch {
            guard error.code == .preconditionFailed else { throw error }
            return try await sameObject(path, resource, whole, progress)
        }
    }

    /// A process that died may have sent the file and not noted it. One of another content has no right to the key, which is made of the file's own UUID.
    private func sameObject(
        _ path: String, _ resource: ResourceRecord, _ body: FileBody, _ progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts {
        let facts = try await store.head(path)
        if facts.size == resource.size {
            if facts.sha256 == Array(resource.sha256) { return facts }
            // A store that keeps no hashes.
            if facts.sha256 == nil, try await store.holds(resource, at: path, etag: facts.etag) { return facts }
        }
        return try await store.put(path, body, condition: .ifMatches(facts.etag), progress: progress)
    }

    private func keep(_ outcomes: [Outcome], _ report: inout UploadReport) throws {
        guard !outcomes.isEmpty else { return }
        let now = library.environment.now().timeIntervalSinceReferenceDate
        try library.catalog.write(author: "cloud") { writer in
            for outcome in outcomes {
                switch outcome {
                case .uploaded(let resource, let facts):
                    guard case .managed(let path) = resource.location else { continue }
                    // Purged meanwhile: the row that is left has the object removed.
                    for resource in try writer.resources(managedPath: path) where !resource.isEmbedded && !resource.isInCloud {
                        try writer.update(resourceID: resource.id) { $0.isInCloud = true }
                    }
                    try writer.updateCloudFile(path: path) { file in
                        (file.etag, file.verified, file.upload, file.attempts, file.nextAttempt, file.failure) = (facts.etag, nil, nil, 0, nil, nil)
                    }
                case .failed(let resource, let error):
                    guard case .managed(let path) = resource.location else { continue }
                    try writer.updateCloudFile(path: path) { file in
                        file.attempts += 1
                        // A minute, then twice as long each time, a day at most.
                        file.nextAttempt = now + min(86_400, 60 * Double(1 << min(file.attempts - 1, 11)))
                        file.failure = error.message
                    }
                }
            }
        }
        for outcome in outcomes {
            switch outcome {
            case .uploaded(let resource, _): (report.files, report.bytes) = (report.files + 1, report.bytes + resource.size)
            case .failed(let resource, let error):
                report.failed.append(CloudFailure(path: resource.location.path, filename: resource.filename, code: error.code.rawValue, message: error.message))
            }
        }
    }
}

extension CloudError {
    /// Whether no other file would fare better.
    var concernsAll: Bool {
        switch code {
        case .clockSkew, .wrongRegion, .storeMissing, .otherStore, .missingRights, .wrongCredentials, .expiredCredentials, .full, .throttled, .network, .unsupported, .server,
            .wrongPassphrase, .wrongKey, .cancelled:
            true
        case .objectMissing, .objectChanged, .preconditionFailed, .corrupt, .tooLarge, .invalidKey, .sourceChanged, .local, .receiver: false
        }
    }

    fileprivate static func unreadable(_ filename: String, _ cause: (any Error)?) -> CloudError {
        CloudError(
            .local, object: nil, "\(filename) could not be read here, and was not uploaded. Run 'photos verify'; \(cause.map { "\($0)" } ?? "it is none of the library's files").",
            cause: cause)
    }
}
