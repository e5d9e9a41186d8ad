import Catalog
import Foundation
import Importing
import Originals

/// Bringing in what is whole.
extension FolderWatcher {
    /// Why a file never comes in before it changes. Everything else, as a disk that is full, may pass.
    private static let lastingCodes: Set<String> = ["unsupported", "damaged", "empty", "notARegularFile", "isLibrary"]

    func take(_ groups: [[BytePath]], _ watch: inout Watch, _ told: inout WatchStep.Told, _ now: Double) throws {
        let isReference = watch.settings.storage == .reference
        var groups = groups
        if isReference {
            // What the library refers to already, and looks as it did, need not be read.
            groups = try groups.compactMap { group in
                guard try group.allSatisfy({ path in try watch.tree.file(at: path).map { try library.refers(to: path, $0) } ?? false }) else { return group }
                for path in group { watch.tree.finish(path, .taken) }
                return nil
            }
        }
        groups = try groups.map { group in try group.filter { path in try !watch.tree.isTaken(path) || isKept(path) } }
        guard !groups.isEmpty else { return }
        var importing = library.importOptions
        (importing.author, importing.tellsFiles, importing.albumTitle) = ("watch", true, watch.settings.album)
        importing.storage = isReference ? .reference : .copy
        let root = watch.tree.root
        let source = GroupSource(
            groups.map { group in SourceGroup(root: root, files: group.map { FoundFile(path: $0, size: watch.tree.file(at: $0)?.size ?? 0) }) })
        var trouble: Trouble?, report: ImportReport
        do throws(ImportError) {
            report = try library.importer(importing).run(source, isCancelled: { [self] in isStopping })
        } catch {
            if error.code == .noDecoder { throw error }
            (trouble, report) = (Trouble(error), error.report ?? ImportReport())
        }
        var outcomes: [String: FileOutcome] = [:]
        for outcome in report.files { outcomes[outcome.path] = outcome }
        for path in groups.flatMap({ $0 }) {
            let attempts = watch.tree.attempts(of: path) + 1
            let later = WatchTree.State.later(until: now + options.times.pause(attempts), attempts: attempts)
            guard let outcome = outcomes[path.text] else {
                // Nobody said what became of it: the import ended before.
                if !isStopping { watch.tree.finish(path, later) }
                continue
            }
            switch outcome.kind {
            case .imported, .joined: watch.tree.finish(path, .taken)
            case .duplicate:
                do {
                    if isReference, let asset = outcome.asset { told.moved += try library.noteReferencesBack([(path, asset)], in: watch.settings) }
                    watch.tree.finish(path, .taken)
                } catch {
                    // What lost this file would not find it any more.
                    watch.tree.finish(path, later)
                    trouble = trouble ?? Trouble(LibraryError(error))
                }
            case .skipped: watch.tree.finish(path, .refused)
            case .failed:
                let isLasting = outcome.code.map { Self.lastingCodes.contains($0) } ?? false
                watch.tree.finish(path, isLasting ? .refused : later)
                // What is tried again is told of once.
                if attempts > 1 {
                    report.found -= report.failed.count { $0.path == path.text }
                    report.failed.removeAll { $0.path == path.text }
                }
            }
        }
        if let trouble, trouble.kind != watch.trouble?.kind { told.problems.append(trouble.message) }
        watch.trouble = trouble
        told.report = report
    }

    /// Whether a file that came in before goes with another that is to: not where somebody has removed it for good, as it would come back. A text beside
    /// pictures may have been written again, and is no picture by itself.
    private func isKept(_ path: BytePath) throws -> Bool {
        if FolderListing.isAccessory(path.lastComponent) { return true }
        guard let source = try? SourceFile(opening: path), let digest = try? source.file.digest(while: source.signature) else { return false }
        return try library.catalog.read { try !$0.resource(sha256: Data(digest)).isEmpty }
    }
}

/// Why what is whole does not come in, as long as it stays so. Its message may name another file of the moment with each try, and is told once all the same.
struct Trouble {
    let kind: String
    let message: String

    init(_ error: ImportError) {
        let cause = (error.cause as? OriginalsError)?.code.rawValue ?? (error.cause as? CatalogError)?.code.rawValue
        (kind, message) = ("\(error.code.rawValue) \(cause ?? "")", error.message)
    }

    init(_ error: LibraryError) { (kind, message) = (error.code.rawValue, error.message) }
}

extension WatchTimes {
    /// Seconds before the next of so many tries.
    func pause(_ attempts: Int) -> Double { min(longestRetry, retry * Double(1 << min(max(0, attempts - 1), 16))) }
}
