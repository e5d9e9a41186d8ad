import Catalog
import Foundation
import Imaging
import Importing
import Synchronization

/// An import into an open library: first all files come in, and then the pictures are made that they, or imports before, left for later.
package struct LibraryImport: Sendable {
    let library: PhotoLibrary
    let options: ImportOptions

    /// Imports and returns when all is done; call it from a thread that may wait.
    /// - Parameters:
    ///   - paths: files and folders, in the order given.
    ///   - progress: told a few times a second, on any thread, one call at a time not guaranteed.
    ///   - isCancelled: asked often, on any thread; once it says yes, the files or pictures at hand are finished and committed.
    /// - Throws: what concerns the library as a whole, with the report of what was committed until then. Files that fail are in the report.
    package func run(
        _ paths: [String], progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(ImportError) -> ImportReport {
        try run(progress, isCancelled) { (importer, progress) throws(ImportError) in try importer.run(paths, progress: progress, isCancelled: isCancelled) }
    }

    /// The same of any source.
    package func run(
        _ source: some ImportSource, progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(ImportError) -> ImportReport {
        try run(progress, isCancelled) { (importer, progress) throws(ImportError) in try importer.run(source, progress: progress, isCancelled: isCancelled) }
    }

    private func run(
        _ progress: @escaping @Sendable (ImportProgress) -> Void, _ isCancelled: @escaping @Sendable () -> Bool,
        _ bringIn: (Importer, @escaping @Sendable (ImportProgress) -> Void) throws(ImportError) -> ImportReport
    ) throws(ImportError) -> ImportReport {
        let started = ContinuousClock.now, last = Mutex(ImportProgress())
        // From the beginning: whoever serves the library would make pictures while files come in, and slow them down.
        var claim = options.dryRun ? nil : (try? DerivativeClaim.take(library.derivatives)) ?? nil
        var report = try bringIn(Importer(context: library.importContext, options: options)) { step in
            last.withLock { $0 = step }
            progress(step)
        }
        report.secondsOfFiles = report.seconds
        report.hasAllFiles = !report.isCancelled
        guard !options.dryRun else { return report }
        do {
            if options.makesPostponed, report.hasAllFiles, try library.catalog.read({ try $0.countOfPicturesToMake() }) > 0 {
                do throws(ImagingError) { if claim == nil { claim = try waitForClaim(isCancelled) } } catch { tell(LibraryError(error)) }
                if claim != nil { try makePictures(last.withLock { $0 }, progress, isCancelled, &report) }
            }
            report.picturesLeft = try library.catalog.read { try $0.countOfPicturesToMake() }
        } catch {
            throw Self.translate(LibraryError(error), report)
        }
        withExtendedLifetime(claim) {}
        if isCancelled(), report.picturesLeft > 0 { report.isCancelled = true }
        let elapsed = (ContinuousClock.now - started).components
        report.seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
        return report
    }

    /// Another process may be making them: then there are none left at last, or it ends.
    private func waitForClaim(_ isCancelled: () -> Bool) throws(ImagingError) -> DerivativeClaim? {
        while !isCancelled(), (try? library.catalog.read { try $0.hasPicturesToMake() }) ?? false {
            if let claim = try DerivativeClaim.take(library.derivatives) { return claim }
            Thread.sleep(forTimeInterval: 0.05)
        }
        return nil
    }

    /// The library is whole, and they are made as soon as there is room for them.
    private func tell(_ trouble: LibraryError) { library.environment.log(.warning, trouble.message) }

    private func makePictures(
        _ last: ImportProgress, _ progress: @escaping @Sendable (ImportProgress) -> Void, _ isCancelled: @escaping @Sendable () -> Bool, _ report: inout ImportReport
    ) throws {
        try library.catalog.write(author: options.author) { try $0.retryPictures() }
        let found = try library.catalog.read { try $0.countOfPicturesToMake() }
        let board = PictureBoard(last, found: found, progress)
        let work = PictureWork(library: library) { board.note($0) }
        let made = try work.run(threads: max(1, options.threads), isCancelled: isCancelled)
        board.end()
        report.damaged += made.damaged
        guard let trouble = made.trouble else { return }
        if trouble.code == .noDecoder { throw trouble }
        tell(trouble)
    }

    private static func translate(_ error: LibraryError, _ report: ImportReport) -> ImportError {
        let code: ImportError.Code =
            switch error.code {
            case .noDecoder: .noDecoder
            case .locked: .locked
            case .cannotWrite: .cannotWrite
            default: .catalog
            }
        // What the decoder says is no whole sentence.
        let message = code == .noDecoder ? error.message.prefix(1).uppercased() + error.message.dropFirst() + "." : error.message
        return ImportError(code, message, cause: error, report: report)
    }
}

/// Counts pictures and tells the caller, a few times a second at most.
private final class PictureBoard: Sendable {
    private struct State {
        var progress: ImportProgress
        var lastTold: ContinuousClock.Instant?
    }

    private let state: Mutex<State>
    private let tell: @Sendable (ImportProgress) -> Void

    init(_ last: ImportProgress, found: Int, _ tell: @escaping @Sendable (ImportProgress) -> Void) {
        var progress = last
        progress.pictures = ImportProgress.Pictures(found: found, done: 0)
        state = Mutex(State(progress: progress))
        self.tell = tell
    }

    func note(_ name: String) { update(isLast: false, name) }

    func end() { update(isLast: true, nil) }

    private func update(isLast: Bool, _ name: String?) {
        let due: ImportProgress? = state.withLock { state in
            if let name {
                state.progress.pictures?.done += 1
                state.progress.currentName = name
            }
            let now = ContinuousClock.now
            if !isLast, let last = state.lastTold, now - last < .milliseconds(50) { return nil }
            state.lastTold = now
            return state.progress
        }
        // Outside of the lock: the handler may take its time.
        if let due { tell(due) }
    }
}
