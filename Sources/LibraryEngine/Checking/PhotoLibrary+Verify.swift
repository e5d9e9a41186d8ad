import Catalog
import Decoding
import Foundation
import Importing
import Originals
import PhotoModel
import Pixels
import Synchronization

extension PhotoLibrary {
    /// Reads every original again and compares it with its hash, looks for files that the catalogue does not know, and compares the catalogue with itself
    /// and its snapshots, and with it everything that was made from it.
    ///
    /// No original is ever changed. `repair` makes again what can be made again (thumbnails, previews, columns, indexes, counts, `library.json`), gives the
    /// room of replaced thumbnails back and looks for referenced files that were moved inside their folder. Imports may run at the same time.
    /// - Parameter copies: a folder in which `repair` looks for good copies of originals that are missing or damaged.
    package func verify(
        repair: Bool = false, copies: URL? = nil, progress: @escaping @Sendable (VerifyProgress) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(LibraryError) -> VerifyReport {
        if repair { try requireWritable() }
        do {
            var report = VerifyReport()
            try checkCatalog(repair, &report)
            // What a damaged page keeps from being read is a finding; the rest is looked at nevertheless.
            try unlessDamaged(&report) { report in
                try checkResources(repair, RepairCopies(repair ? copies : nil), &report, progress, isCancelled)
            }
            if !isCancelled() { try unlessDamaged(&report) { $0.findings += try unknownFiles() } }
            if !isCancelled() { try unlessDamaged(&report) { try checkDerived(repair, &$0, isCancelled) } }
            if !isCancelled() { try unlessDamaged(&report) { try checkRecord(repair, &$0, isCancelled) } }
            if repair, !isCancelled() { try unlessDamaged(&report) { $0.repaired += try rebuildDerivatives(isCancelled) } }
            if repair, !isCancelled() { report.reclaimed = compactDerivatives() }
            return report
        } catch {
            throw LibraryError(error)
        }
    }

    private func unlessDamaged(_ report: inout VerifyReport, _ work: (inout VerifyReport) throws -> Void) throws {
        do { try work(&report) } catch let error as CatalogError where error.code == .corrupt {
            if report.count(.catalog) == 0 { report.findings.append(catalogFinding(error.message)) }
        }
    }

    // MARK: Bytes

    private func checkResources(
        _ repair: Bool, _ copies: RepairCopies, _ report: inout VerifyReport, _ progress: @escaping @Sendable (VerifyProgress) -> Void,
        _ isCancelled: @escaping @Sendable () -> Bool
    ) throws {
        let total = try catalog.read { try $0.libraryInfo().resourceCount }
        let pipeline = OrderedPipeline<ResourceRecord, (ResourceRecord, VerifyReport.Finding?)>(window: 256)
        let threads = WorkerThreads()
        defer {
            pipeline.stop()
            threads.join()
        }
        threads.start("verify", count: max(1, environment.threads)) {
            pipeline.work { resource in (resource, self.checkTwice(resource)) }
        }
        let failure = Mutex<(any Error)?>(nil)
        threads.start("verify list") {
            do {
                // A page each: one snapshot held for hours would keep the write-ahead log growing.
                var last: Int64 = 0
                pages: while true {
                    let page = try self.catalog.read { try $0.resources(afterID: last, limit: 1000) }
                    guard let end = page.last else { break }
                    for resource in page where isCancelled() || !pipeline.submit(resource) { break pages }
                    last = end.id
                }
            } catch {
                failure.withLock { $0 = error }
            }
            pipeline.close()
        }
        var moved = MovedFiles()
        var copies = copies
        // Of files that may be healed, or found elsewhere, on the way.
        var movies: [ResourceRecord] = []
        while case .output((let resource, let finding)) = pipeline.take(until: nil) {
            report.checked += 1
            report.bytes += resource.size
            if report.checked % 64 == 0 || report.checked == total {
                progress(VerifyProgress(done: report.checked, total: total, bytes: report.bytes))
            }
            guard var finding else { continue }
            if resource.isEmbedded {
                movies.append(resource)
                continue
            }
            if repair, finding.problem == .missing, case .referenced = resource.location {
                if try relocate(resource, &moved) {
                    report.repaired += 1
                    continue
                }
                finding.detail = "was not found anywhere in its folder; put it back, or import a copy of it, which the library then keeps"
            }
            if let source = try heal(resource, finding.problem, &copies) {
                report.healed.append(VerifyReport.Healed(path: finding.path, source: source.text))
                continue
            }
            finding.asset = try catalog.read { try $0.uuids(assetIDs: [resource.assetID])[0] }
            report.findings.append(finding)
        }
        if let error = failure.withLock({ $0 }) { throw error }
        for movie in movies {
            guard var finding = checkTwice(movie) else { continue }
            finding.asset = try catalog.read { try $0.uuids(assetIDs: [movie.assetID])[0] }
            report.findings.append(finding)
        }
    }

    /// Looks again where something is wrong and the row is not what it was: another process may have purged or moved it meanwhile.
    private func checkTwice(_ resource: ResourceRecord) -> VerifyReport.Finding? {
        guard let finding = check(resource) else { return nil }
        // Where the catalogue can't be asked, the first answer stands.
        guard let now = try? catalog.read({ try [$0.resource(id: resource.id)] }) else { return finding }
        guard let current = now[0] else { return nil }
        return current.location == resource.location && current.sha256 == resource.sha256 ? finding : check(current)
    }

    private func check(_ resource: ResourceRecord) -> VerifyReport.Finding? {
        func finding(_ problem: VerifyReport.Problem, _ path: String, _ detail: String) -> VerifyReport.Finding {
            VerifyReport.Finding(problem: problem, path: path, asset: nil, filename: resource.filename, detail: detail)
        }
        if resource.isEmbedded { return check(movie: resource).map { finding(.damaged, $0.path, "\($0.detail); put a good copy of the picture in its place") } }
        switch resource.location {
        case .managed(let path):
            switch originals.check(managedPath: path, size: resource.size, sha256: Array(resource.sha256)) {
            case .sound: return nil
            // It is not expected to be here.
            case .missing where resource.isInCloud && !resource.isLocal: return nil
            case .missing: return finding(.missing, path, "is not there; import the file again, or 'photos verify --repair --from FOLDER' with a copy of it")
            case .damaged(let detail): return finding(.damaged, path, "\(detail); import a good copy, or 'photos verify --repair --from FOLDER' with one")
            }
        case .referenced(let rootID, let path, _):
            guard let location = try? location(rootID: rootID, path: path) else { return finding(.missing, path, "its folder is not known any more") }
            switch originals.check(referenced: location.file, size: resource.size, sha256: Array(resource.sha256)) {
            case .sound: return nil
            case .damaged(let detail): return finding(.damaged, location.file.text, "\(detail); put the original back")
            case .missing where location.isRootPresent: return finding(.missing, location.file.text, "was moved or deleted; verify with --repair looks for it")
            case .missing: return finding(.offline, location.file.text, "its disk or folder is not there; mount \(location.root.display)")
            }
        }
    }

    /// Where a movie that is a part of its picture's file is not what was imported, and how that shows. That the file is gone, its picture tells.
    private func check(movie: ResourceRecord) -> (path: String, detail: String)? {
        guard let part = movie.part else { return ("\(movie.location)", "can't be a part of a file") }
        let (path, condition): (String, OriginalCondition)
        switch movie.location {
        case .managed(let managed): (path, condition) = (managed, originals.check(part: part, ofManagedPath: managed, sha256: Array(movie.sha256)))
        case .referenced(let rootID, let relative, _):
            guard let file = (try? location(rootID: rootID, path: relative))?.file else { return nil }
            (path, condition) = (file.text, originals.check(part: part, ofReferenced: file, sha256: Array(movie.sha256)))
        }
        return if case .damaged(let detail) = condition { (path, detail) } else { nil }
    }

    // MARK: Files nobody knows

    func unknownFiles() throws -> [VerifyReport.Finding] {
        var candidates: [String] = []
        try originals.forEachManagedFile { path in
            if try catalog.read({ try $0.resources(managedPath: path).isEmpty }) { candidates.append(path) }
        }
        guard !candidates.isEmpty else { return [] }
        // An import gives names just before it commits. Once we have held the writer's lock, each of those has committed or taken them back.
        // On a full disk there may be no room for the lock; then nothing commits either, and what is under way is announced.
        if readOnlyReason == nil {
            do { try catalog.write(author: "verify") { _ in } } catch let error as CatalogError where error.code == .diskFull {}
        }
        func isUnknown(_ path: String) throws -> Bool { try catalog.read { try $0.resources(managedPath: path).isEmpty } }
        candidates = try candidates.filter(isUnknown)
        // What a purge has committed and not yet removed, its journal says; what no journal says any more is decided either way.
        let announced = try originals.announcedPaths()
        return try candidates.filter { path in
            try !announced.contains(path) && isUnknown(path) && originals.signature(managedPath: path) != nil
        }.map {
            VerifyReport.Finding(problem: .unknown, path: $0, asset: nil, filename: nil, detail: "is among the originals and in no asset; import it, or move it away")
        }
    }
}
