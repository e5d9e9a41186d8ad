import Catalog
import Foundation
import Originals

/// Brings files and folders, or whatever else a source gives, into a library.
///
/// A group of files that may belong together is read by one of a fixed number of threads; what they made is planned and committed in batches,
/// in the order of the source: bytes on disk, one transaction, names, then derivatives, which can be made again and are not waited for by
/// a crash. Interrupted at any point, what was committed stays, and running it again imports the rest.
package final class Importer: Sendable {
    let context: ImportContext
    let options: ImportOptions

    package init(context: ImportContext, options: ImportOptions) {
        (self.context, self.options) = (context, options)
    }

    /// Imports and returns when all is done; call it from a thread that may wait.
    /// - Parameters:
    ///   - paths: files and folders, in the order given.
    ///   - progress: told a few times a second, on any thread, one call at a time not guaranteed.
    ///   - isCancelled: asked often, on any thread; once it says yes, the files at hand are finished and committed.
    /// - Throws: what concerns the library as a whole, with the report of what was committed until then. Files that fail are in the report.
    package func run(
        _ paths: [String], progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(ImportError) -> ImportReport {
        try run(FolderSource(paths: paths.map { BytePath($0) }, library: context.originals.library), progress: progress, isCancelled: isCancelled)
    }

    /// The same of any source.
    package func run(
        _ source: some ImportSource, progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(ImportError) -> ImportReport {
        let started = ContinuousClock.now
        var report = ImportReport()
        let result = Result {
            try context.catalog.requireWritable()
            let run = ImportRun(context: context, options: options, source: source, progress: progress, isCancelled: isCancelled)
            try run.run(into: &report)
        }
        let elapsed = ContinuousClock.now - started
        report.seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
        do { try result.get() } catch { throw Self.translate(error, report) }
        return report
    }

    private static func translate(_ error: any Error, _ report: ImportReport) -> ImportError {
        switch error {
        case let error as ImportError: ImportError(error.code, error.message, cause: error.cause, report: report)
        case let error as CatalogError where error.code == .busy: ImportError(.locked, error.message, cause: error, report: report)
        case let error as CatalogError where error.code == .readOnly || error.code == .diskFull:
            ImportError(.cannotWrite, error.message, cause: error, report: report)
        case let error as CatalogError: ImportError(.catalog, error.message, cause: error, report: report)
        case let error as OriginalsError: ImportError(.cannotWrite, error.message, cause: error, report: report)
        default: ImportError(.catalog, "The import stopped: \(error). What was committed stays; run it again.", cause: error, report: report)
        }
    }
}
