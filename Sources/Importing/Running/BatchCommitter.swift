import Catalog
import Foundation
import Imaging
import Originals

/// Commits batches: bytes to disk, then one transaction in which the batch is planned and the plan performed. A dry run is the plan alone.
struct BatchCommitter {
    let context: ImportContext
    let options: ImportOptions
    /// `nil` in a dry run.
    let session: StagingSession?
    /// The source's albums and folders, once they are made.
    private var collections: CollectionBook
    /// What a dry run has planned so far, which no catalogue tells.
    private var planned = LibrarySnapshot()

    init(context: ImportContext, options: ImportOptions, session: StagingSession?, collections: [SourceCollection] = []) {
        (self.context, self.options, self.session) = (context, options, session)
        self.collections = CollectionBook(collections)
    }

    /// Makes a source's albums and folders, or finds them.
    mutating func make(_ collections: [SourceCollection]) throws {
        guard session != nil, !collections.isEmpty else { return }
        self.collections = try perform { _ in collections.map { .makeCollection($0) } }.collections
    }

    /// - Parameter report: gets what was committed, also where not all of the batch could be.
    /// - Throws: what makes going on pointless, such as a library that stays locked.
    mutating func commit(_ batch: [GroupOutcome], into report: inout ImportReport) throws {
        do {
            report.add(try attempt(batch))
        } catch let error where Self.concernsOneFile(error) && batch.count > 1 {
            // One group stands in the way of the others: find out which.
            for outcome in batch { try commit([outcome], into: &report) }
        } catch let error where Self.concernsOneFile(error) {
            report.add(Self.failed(batch, error))
        }
    }

    private mutating func attempt(_ batch: [GroupOutcome]) throws -> ImportReport {
        var planner = ImportPlanner(options, now: context.now(), makeUUID: context.makeUUID)
        planner.snapshot.roots = referenceRoots(batch)
        guard let session else {
            // Exchanged, never copied: it grows with the folder.
            planned.roots = planner.snapshot.roots
            swap(&planner.snapshot, &planned)
            defer {
                swap(&planner.snapshot, &planned)
                planned.forgetUnchanged()
            }
            try context.catalog.read { try planner.plan(batch, from: $0, context) }
            return ImportReport(planner.actions)
        }
        // The slow part, before the writer's lock is taken.
        try session.flush(batch.flatMap { $0.files.filter { !$0.isKnown }.map(\.staged) })
        let done = try perform { writer in
            try planner.plan(batch, from: writer, context)
            return planner.actions
        }
        collections = done.collections
        for file in batch.flatMap(\.files) where !done.published.contains(file.staged) { session.discard(file.staged) }
        var report = ImportReport(done.actions)
        if options.tellsFiles { report.files = try context.catalog.read { try FileOutcome.all(of: batch, done.actions, $0) } }
        return report
    }

    /// - Returns: what was done, which staged files are originals now, and the albums with what came into them.
    private func perform(
        _ plan: (CatalogWriter) throws -> [ImportAction]
    ) throws -> (actions: [ImportAction], published: Set<StagedFile>, collections: CollectionBook) {
        try PlanExecutor.transaction(context, author: options.author, onLeftOver: Self.stop) { executor in
            executor.collections = collections
            // Everything is decided against what the transaction sees, so two imports at once, of whatever overlapping folders, make nothing twice.
            let actions = try plan(executor.writer)
            for action in actions { try executor.perform(action, from: session) }
            return (actions, executor.published, executor.collections)
        }
    }

    private static func stop(_ error: any Error) throws {
        throw ImportError(.cannotWrite, "The import stopped: \(error) What was committed stays; run it again.", cause: error)
    }

    private func referenceRoots(_ batch: [GroupOutcome]) -> [BytePath: Result<ReferenceRoot, ImportFault>] {
        guard options.storage == .reference else { return [:] }
        var roots: [BytePath: Result<ReferenceRoot, ImportFault>] = [:]
        for group in batch where roots[group.root] == nil && !group.files.isEmpty {
            let uuid = context.makeUUID()
            guard session != nil else {
                roots[group.root] = .success(ReferenceRoot.unmarked(group.root, uuid))
                continue
            }
            do throws(OriginalsError) { roots[group.root] = .success(try ReferenceRoot(marking: group.root, newUUID: uuid)) } catch {
                roots[group.root] = .failure(ImportFault(error))
            }
        }
        return roots
    }

    private static func concernsOneFile(_ error: any Error) -> Bool {
        switch error {
        case let error as CatalogError: !error.leavesCommitInDoubt && ![.busy, .closed, .readOnly, .corrupt].contains(error.code)
        case let error as OriginalsError: ![.noSpace, .readOnly, .locked].contains(error.code)
        default: error is ImportFault
        }
    }

    private static func failed(_ batch: [GroupOutcome], _ error: any Error) -> ImportReport {
        var report = ImportReport()
        for outcome in batch {
            report.found += outcome.fileCount
            report.duplicates += outcome.duplicates.count
            report.failed += outcome.failures
            for skip in outcome.skips { report.skip(skip) }
            for file in outcome.files {
                let fault = error as? ImportFault
                let code = fault?.code ?? (error as? OriginalsError)?.code.rawValue ?? "catalog"
                report.failed.append(ImportFailure(path: file.path.text, code: code, message: fault?.message ?? "\(file.path.display): \(error)"))
            }
        }
        let duplicates = batch.flatMap(\.duplicates).map { FileOutcome(path: $0.path.text, .duplicate) }
        report.files = report.failed.map(FileOutcome.init) + report.skips.map(FileOutcome.init) + duplicates
        return report
    }
}

extension ImportReport {
    mutating func add(_ other: ImportReport) {
        found += other.found
        imported += other.imported
        duplicates += other.duplicates
        duplicatesInTrash += other.duplicatesInTrash
        attached += other.attached
        takenIn += other.takenIn
        healed += other.healed
        skipped += other.skipped
        failed += other.failed
        skips += other.skips.prefix(1000 - min(1000, skips.count))
        leftOut += other.leftOut.prefix(1000 - min(1000, leftOut.count))
        takeoutTexts += other.takeoutTexts
        damaged += other.damaged
        files += other.files
        importedIdentifiers += other.importedIdentifiers
    }
}
