import Catalog
import Cloud
import Foundation
import Imaging
import Originals
import PhotoModel
import Support

extension PhotoLibrary {
    /// Makes room: removes originals here that are in the store, those first that were opened the longest ago, until no more than `limit` bytes of such are here.
    ///
    /// Nothing is removed whose object was not read back once and found to be the file's bytes. Thumbnails and previews stay, and are made first where they are
    /// missing; what is pinned stays.
    /// - Parameter limit: `nil` takes the settings'; where they have none either, nothing is removed.
    /// - Throws: a `LibraryError`.
    package func evict(downTo limit: Int64? = nil, _ work: CloudWork = CloudWork()) throws -> EvictionReport {
        do {
            let (report, error) = try evictSome(downTo: limit, work)
            if let error { throw error }
            return report
        } catch {
            throw LibraryError(cloud: error)
        }
    }

    /// - Returns: also what was removed before something stood in the way, and what that was.
    func evictSome(downTo limit: Int64?, _ work: CloudWork, _ cancellation: FetchCancellation? = nil) throws -> (report: EvictionReport, error: (any Error)?) {
        try waiting(cancellation) { try await self.evictRound(limit, work) }
    }

    private func evictRound(_ limit: Int64?, _ work: CloudWork) async throws -> (report: EvictionReport, error: (any Error)?) {
        try catalog.requireWritable()
        let (store, settings) = try await connectedStore()
        cloud.keepUses()
        var report = EvictionReport()
        report.left = try catalog.read { try $0.bytesHereAndInCloud() }
        guard let limit = limit ?? settings.localLimit, report.left > limit else { return (report, nil) }
        let round = EvictionRound(
            library: self, store: store, settings: settings, work: work, counter: TransferCounter(files: 0, bytes: report.left - limit, work.progress),
            limiter: settings.bytesPerSecond.map { RateLimiter(bytesPerSecond: $0) })
        do { try await round.run(downTo: limit, &report) } catch { return (report, error) }
        return (report, nil)
    }
}

/// One pass that removes files here.
private struct EvictionRound: Sendable {
    let library: PhotoLibrary
    let store: any CloudStore
    let settings: CloudSettings
    let work: CloudWork
    let counter: TransferCounter
    let limiter: RateLimiter?

    /// Seconds since a file was opened in which somebody may open it again at any moment.
    private static let recently = 60.0
    private static let batch = 32

    private enum Outcome: TransferOutcome {
        case readBack(ResourceRecord, etag: String)
        case failed(ResourceRecord, CloudError)
        /// Its pictures can't be made, or somebody has it open.
        case kept

        var failure: CloudError? { if case .failed(_, let error) = self { error } else { nil } }
    }

    func run(downTo limit: Int64, _ report: inout EvictionReport) async throws {
        var passed: Set<Int64> = []
        while report.left > limit {
            guard !work.isCancelled() else {
                report.isInterrupted = true
                return
            }
            let now = library.environment.now().timeIntervalSinceReferenceDate
            let page = try library.catalog.read { try $0.filesToEvict(pins: settings.pins(at: now), onlyVerified: work.onlyVerified, limit: Self.batch + passed.count) }
                .filter { !passed.contains($0.id) }
            var files: [ResourceRecord] = [], bytes: Int64 = 0
            for file in page where report.left - bytes > limit && files.count < Self.batch {
                files.append(file)
                bytes += file.size
            }
            guard !files.isEmpty else { return }
            passed.formUnion(files.map(\.id))
            let (outcomes, general) = await work.each(files, atATime: settings.transfers) { await readBack($0) }
            try remove(outcomes, &report)
            if let general { throw general }
        }
    }

    private func readBack(_ resource: ResourceRecord) async -> Outcome {
        guard case .managed(let path) = resource.location else { return .kept }
        let now = library.environment.now().timeIntervalSinceReferenceDate
        if let use = library.cloud.use(of: path), now - use < Self.recently { return .kept }
        do {
            guard try library.hasPicturesWithout(resource, makesMissing: !work.onlyVerified) else { return .kept }
            let known = try library.catalog.read { try $0.cloudFile(path: path) }
            let facts = try await store.head(path)
            if let known, known.verified != nil, known.etag == facts.etag, facts.size == resource.size { return .readBack(resource, etag: facts.etag) }
            guard !work.onlyVerified else { return .kept }
            guard try await store.holds(resource, at: path, etag: facts.etag, limiter) else {
                throw CloudError(
                    .corrupt, object: path, "What \(store.name) has as \(path) is not \(resource.filename). The file here was kept; 'photos cloud upload' sends it again.")
            }
            return .readBack(resource, etag: facts.etag)
        } catch let error as CloudError {
            return .failed(resource, error)
        } catch {
            return .failed(resource, CloudError(.local, object: path, "\(resource.filename) was kept here: \(error)", cause: error))
        }
    }

    /// The catalogue says first that a file is not here: one that is there all the same is no loss.
    private func remove(_ outcomes: [Outcome], _ report: inout EvictionReport) throws {
        let now = library.environment.now().timeIntervalSinceReferenceDate
        var gone: [(path: String, size: Int64)] = []
        try library.catalog.write(author: "cloud") { writer in
            for outcome in outcomes {
                switch outcome {
                case .readBack(let resource, let etag):
                    guard case .managed(let path) = resource.location else { continue }
                    let users = try writer.resources(managedPath: path).filter { !$0.isEmbedded }
                    // Purged or replaced meanwhile.
                    guard !users.isEmpty, users.allSatisfy({ $0.isInCloud && $0.sha256 == resource.sha256 }) else { continue }
                    for user in users where user.isLocal { try writer.update(resourceID: user.id) { $0.isLocal = false } }
                    try writer.updateCloudFile(path: path) { ($0.etag, $0.verified) = (etag, now) }
                    gone.append((path, resource.size))
                case .failed(let resource, let error):
                    guard case .managed(let path) = resource.location, [.objectMissing, .corrupt, .objectChanged].contains(error.code) else { continue }
                    // The store does not have it: it is uploaded again.
                    for user in try writer.resources(managedPath: path) where !user.isEmbedded && user.isInCloud && user.isLocal {
                        try writer.update(resourceID: user.id) { $0.isInCloud = false }
                    }
                    try writer.updateCloudFile(path: path) { ($0.verified, $0.failure) = (nil, error.message) }
                case .kept: continue
                }
            }
        }
        try library.originals.remove(managedPaths: gone.map(\.path).filter { library.originals.holds(managedPath: $0) })
        for (path, size) in gone {
            (report.files, report.bytes, report.left) = (report.files + 1, report.bytes + size, report.left - size)
            counter.begin(path, name: path)
            counter.end(path, size: size, succeeded: true)
        }
        for case .failed(let resource, let error) in outcomes {
            report.failed.append(CloudFailure(path: resource.location.path, filename: resource.filename, code: error.code.rawValue, message: error.message))
        }
    }
}

/// The hash of an object that is read and not kept. One thread at a time adds to it.
private final class ReadBackSum: @unchecked Sendable {
    private let hash = ContentHash()
    private var count: Int64 = 0

    func add(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bytes)
        count += Int64(bytes.count)
    }

    func isOf(_ resource: ResourceRecord) -> Bool { count == resource.size && hash.digest() == Array(resource.sha256) }
}

extension CloudStore {
    /// Reads an object to its end: whether its bytes are those of a file of the library's.
    func holds(_ resource: ResourceRecord, at key: String, etag: String, _ limiter: RateLimiter? = nil) async throws(CloudError) -> Bool {
        let sum = ReadBackSum()
        _ = try await get(key, range: nil, ifMatches: etag) { bytes in
            limiter?.wait(for: bytes.count)
            sum.add(bytes)
        }
        return sum.isOf(resource)
    }
}

extension PhotoLibrary {
    /// Whether an asset is seen and previewed without this file. Sounds have no pictures.
    /// - Parameter makesMissing: whether what is missing is made now, from the file.
    func hasPicturesWithout(_ resource: ResourceRecord, makesMissing: Bool = true) throws -> Bool {
        guard let asset = try catalog.read({ try $0.asset(id: resource.assetID) }) else { return false }
        guard asset.mediaType == .image || asset.mediaType == .video, asset.damage == nil else { return true }
        if derivatives.hasThumbnail(assetID: asset.id, uuid: asset.uuid, revision: asset.revision), derivatives.hasPreview(uuid: asset.uuid, revision: asset.revision) {
            return true
        }
        guard makesMissing else { return false }
        _ = rebuildDerivatives(of: asset.id)
        return derivatives.hasThumbnail(assetID: asset.id, uuid: asset.uuid, revision: asset.revision)
    }
}
