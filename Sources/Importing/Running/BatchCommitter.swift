import Catalog
import Foundation
import Imaging
import Originals

/// Commits batches: bytes to disk, one transaction with the names given inside it, journal retired, derivatives kept.
struct BatchCommitter {
    let context: ImportContext
    let options: ImportOptions
    /// `nil` in a dry run, which takes the same way and takes everything back.
    let session: StagingSession?
    /// What a dry run has counted so far.
    private var rehearsed = Rehearsal()

    init(context: ImportContext, options: ImportOptions, session: StagingSession?) {
        (self.context, self.options, self.session) = (context, options, session)
    }

    /// - Parameter report: gets what was committed, also where not all of the batch could be.
    /// - Throws: what makes going on pointless, such as a library that stays locked.
    mutating func commit(_ batch: [GroupOutcome], into report: inout ImportReport) throws {
        do {
            report.add(try attempt(batch))
        } catch where Self.concernsOneFile(error) && batch.count > 1 {
            // One group stands in the way of the others: find out which.
            for outcome in batch { try commit([outcome], into: &report) }
        } catch where Self.concernsOneFile(error) {
            report.add(Self.failed(batch, error))
        }
    }

    private mutating func attempt(_ batch: [GroupOutcome]) throws -> ImportReport {
        guard let session else { return try rehearse(batch) }
        let roots = try referenceRoots(batch)
        // The slow part, before the writer's lock is taken.
        try session.flush(batch.flatMap { $0.files.filter { !$0.isKnown }.map(\.staged) })
        let written: (report: ImportReport, discards: [StagedFile], derivatives: [BatchWriter.Derivative])
        var aside: [(name: BytePath, path: String)] = []
        do {
            written = try context.catalog.write(author: options.author) { writer in
                var rows = BatchWriter(writer: writer, context: context, options: options, album: options.albumTitle.map(ImportAlbum.init), roots: roots)
                for outcome in batch { try rows.write(outcome) }
                for path in rows.rotten { aside.append((try context.originals.setAside(managedPath: path), path)) }
                try session.publish(rows.publishes)
                try rows.recordLinks()
                return (rows.report, rows.discards, rows.derivatives)
            }
        } catch {
            // A commit in doubt may show when the catalogue is opened next; the sweep decides then.
            if (error as? CatalogError)?.leavesCommitInDoubt == true { session.abandon() } else {
                try takeBack(session)
                for (name, path) in aside { try context.originals.putBack(name, managedPath: path) }
            }
            throw error
        }
        // Committed: whatever fails from here on takes nothing back.
        do throws(OriginalsError) { try session.retire() } catch { context.warn(error.description) }
        written.discards.forEach(session.discard)
        written.derivatives.forEach(keep)
        return written.report
    }

    private func takeBack(_ session: StagingSession) throws {
        do throws(OriginalsError) { try session.unpublish() } catch {
            throw ImportError(.cannotWrite, "The import stopped: \(error.description) What was committed stays; run it again.", cause: error)
        }
    }

    private struct Rehearsed: Error {
        let report: ImportReport
        let rehearsal: Rehearsal
    }

    /// The same rows in a transaction that never commits.
    private mutating func rehearse(_ batch: [GroupOutcome]) throws -> ImportReport {
        do {
            let roots = Dictionary(uniqueKeysWithValues: Set(batch.map(\.root)).map { ($0, ReferenceRoot.rehearsed($0, context.makeUUID())) })
            return try context.catalog.write(author: options.author) { writer in
                var rows = BatchWriter(
                    writer: writer, context: context, options: options, album: options.albumTitle.map(ImportAlbum.init), roots: roots, rehearsed: rehearsed)
                for outcome in batch { try rows.write(outcome) }
                throw Rehearsed(report: rows.report, rehearsal: rows.rehearsal)
            }
        } catch let end as Rehearsed {
            rehearsed.add(end.rehearsal)
            return end.report
        }
    }

    private func referenceRoots(_ batch: [GroupOutcome]) throws -> [BytePath: ReferenceRoot] {
        guard options.storage == .reference else { return [:] }
        var roots: [BytePath: ReferenceRoot] = [:]
        for outcome in batch where roots[outcome.root] == nil && !outcome.files.isEmpty {
            roots[outcome.root] = try ReferenceRoot(marking: outcome.root, newUUID: context.makeUUID())
        }
        return roots
    }

    /// A derivative that can't be kept is made again when it is wanted.
    private func keep(_ derivative: BatchWriter.Derivative) {
        do throws(ImagingError) {
            if let thumbnail = derivative.thumbnail {
                try context.derivatives.storeThumbnail(thumbnail, assetID: derivative.assetID, uuid: derivative.uuid, revision: derivative.revision)
            }
            if let preview = derivative.preview {
                try context.derivatives.storePreview(preview, uuid: derivative.uuid, revision: derivative.revision)
            }
        } catch {
            context.warn(error.description)
        }
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
            for skip in outcome.skips { report.skip(skip.path, skip.reason) }
            for file in outcome.files {
                let fault = error as? ImportFault
                let code = fault?.code ?? (error as? OriginalsError)?.code.description ?? "catalog"
                report.failed.append(ImportFailure(path: file.path.text, code: code, message: fault?.message ?? "\(file.path.display): \(error)"))
            }
        }
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
        healed += other.healed
        skipped += other.skipped
        failed += other.failed
        skips += other.skips.prefix(1000 - min(1000, skips.count))
        damaged += other.damaged
        importedIdentifiers += other.importedIdentifiers
    }
}
